"""The categories of one column, in the order of their first appearance.

A column of categories is an Arrow dictionary column. Its dictionary grows with the stream and
never changes what it has: a code means the same category in every batch of a pass. All
categories of the column are kept in memory; a column of ever new texts is better read as "text".
"""

from collections.abc import Iterable

import numpy as np
import pyarrow as pa


class Categories:
    """Codes of one column. `missing` are texts that stand for no value."""

    def __init__(self, known: Iterable[str] = (), missing: Iterable[str] = ()) -> None:
        self._missing = frozenset(missing)
        self._codes: dict[str, int] = {}
        self._values = pa.array([], pa.string())
        self._add(dict.fromkeys(known))

    def encode(self, column: pa.Array) -> pa.DictionaryArray:
        """Return the column as codes of this dictionary; new categories are appended to it."""
        if not pa.types.is_dictionary(column.type):
            column = column.cast(pa.string()).dictionary_encode()
        texts = column.dictionary.cast(pa.string()).to_pylist()
        self._add(text for text in texts if text is not None)
        codes = [self._codes.get(text, -1) for text in texts]
        if codes == list(range(len(codes))) and not column.dictionary.null_count:
            indices = column.indices.cast(pa.int32())
        else:
            table = np.array(codes, dtype=np.int32)
            indices = pa.array(table, mask=table < 0).take(column.indices)
        return pa.DictionaryArray.from_arrays(indices, self._values)

    def _add(self, texts: Iterable[str]) -> None:
        new = [text for text in texts if text not in self._codes and text not in self._missing]
        if new:
            for text in new:
                self._codes[text] = len(self._codes)
            self._values = pa.concat_arrays([self._values, pa.array(new, pa.string())])
