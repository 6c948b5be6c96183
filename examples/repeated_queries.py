"""Do users ask a query again on another day? A sample of users knows, a sample of queries does not.

    python examples/repeated_queries.py

A search engine sees more queries than it can keep, and keeps a tenth. If it keeps a tenth of the
queries, of a query asked twice mostly one is kept, and it looks as if it was asked once. If it
keeps all queries of a tenth of the users, each of these users is known in full, and so is the
answer.
"""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
from rich.console import Console
from rich.table import Table

from driftline.samplers import sample_by_key, sample_by_row
from driftline.stream import Batch, Facts, Stream

USERS = 20_000
REPEATED = 0.3
PROPORTION = 1 / 10


class Searches(Stream):
    """Each user asks ten queries on the first day, and some of them again on the second."""

    def __init__(self, users: int = USERS, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        first = np.repeat(np.arange(users), 10)
        query = np.tile(np.arange(10), users)
        again = rng.random(len(first)) < REPEATED
        user = np.concatenate([first, first[again]])
        order = np.concatenate([rng.permutation(len(first)), len(first) + np.arange(again.sum())])
        self._rows = pa.record_batch(
            {
                "user": pa.array([f"user{number}" for number in user[order]]),
                "query": pa.array(np.concatenate([query, query[again]])[order]),
                "day": pa.array(np.repeat([1, 2], [len(first), again.sum()])),
            }
        )

    @property
    def facts(self) -> Facts:
        """What is known before the first row."""
        kinds = {"user": "nominal", "query": "nominal", "day": "numeric"}
        return Facts("searches", dict(kinds), rows=len(self._rows))  # type: ignore[arg-type]

    def batches(self, rows: int = 8192) -> Iterator[Batch]:
        """Give all searches, at most `rows` at a time."""
        for start in range(0, len(self._rows), rows):
            yield Batch(self._rows.slice(start, rows), start=start)


def repeated_share(stream: Stream) -> tuple[int, float]:
    """Return the number of rows, and which part of the queries asked on day 1 was asked again."""
    days: dict[tuple[str, int], set[int]] = {}
    rows = 0
    for batch in stream.batches():
        rows += len(batch)
        columns = (batch.x.column(name).to_pylist() for name in ("user", "query", "day"))
        for user, query, day in zip(*columns, strict=True):
            days.setdefault((user, query), set()).add(day)
    first = [seen for seen in days.values() if 1 in seen]
    return rows, sum(len(seen) == 2 for seen in first) / len(first)


def main() -> None:
    """Ask the whole stream and both samples, and print what they say."""
    searches = Searches()
    table = Table(title="Queries of day 1 that were asked again on day 2")
    table.add_column("rows from")
    table.add_column("rows", justify="right")
    table.add_column("asked again", justify="right")
    for name, stream in (
        ("the whole stream", searches),
        ("a tenth of the users", searches | sample_by_key("user", PROPORTION)),
        ("a tenth of the queries", searches | sample_by_row(PROPORTION, seed=1)),
    ):
        rows, share = repeated_share(stream)
        table.add_row(name, f"{rows:,}", f"{share:.1%}")
    Console().print(table)


if __name__ == "__main__":
    main()
