"""What every model can do with its own state: compare, copy, save, pickle, show itself."""

import inspect
from os import PathLike
from typing import TYPE_CHECKING, Any, Self

from driftline import _core
from driftline.state import file
from driftline.stream import Schema


class Stateful:
    """Mixin in front of a native class. Nothing here lies on the path of a row."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        _core.quicken(cls)

    if TYPE_CHECKING:

        @property
        def params(self) -> dict[str, Any]: ...  # noqa: D102
        def _snapshot(self) -> tuple[dict[str, Any], dict[str, Any]]: ...
        def _restore(self, arrays: dict[str, Any], schema: dict[str, Any]) -> None: ...
        def _same(self, other: Any) -> bool: ...

    def _arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return what the constructor has to be given to make this model, untaught."""
        return (), self.params

    def _pack(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return arrays and names as a file holds them; a class with more than that adds it."""
        return self._snapshot()

    def _unpack(self, arrays: dict[str, Any], schema: dict[str, Any]) -> None:
        """Take what `_pack` gave. Whatever does not fit raises and changes nothing."""
        self._restore(arrays, schema)

    @classmethod
    def _public_name(cls) -> str:
        """Return the name under which the class is listed in its folder's `__all__`."""
        return cls.__name__

    @property
    def schema(self) -> Schema:
        """Features and labels met so far."""
        return Schema.of(self._snapshot()[1])

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model to a file. It replaces an older one only once it is whole."""
        file.save(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Read a model of this class from a file. Nothing in the file is ever executed."""
        model = file.load(path)
        if not isinstance(model, cls):
            raise file.StateError(f"{path} holds a {type(model).__name__}, not a {cls.__name__}")
        return model

    def __copy__(self) -> Self:
        args, kwargs = self._arguments()
        twin = type(self)(*args, **kwargs)
        twin._restore(*self._snapshot())
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return file.loads, (file.dumps(self),)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._same(other)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        args, kwargs = self._arguments()
        defaults = inspect.signature(type(self)).parameters
        shown = [repr(arg) for arg in args]
        for name, value in kwargs.items():
            if value != defaults[name].default:
                shown.append(f"{name}={value!r}")
        return f"{self._public_name()}({', '.join(shown)})"
