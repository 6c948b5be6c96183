"""The models that a search tries: parameters by name, from a grid or drawn."""

import difflib
import inspect
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from driftline.compat.parameters import flat_params, nested_params
from driftline.stream import draws

Space = Mapping[str, Any]

#: A grid up to this size is shuffled; of a larger one, hardly any choice is drawn twice.
LARGEST_SHUFFLE = 1 << 16


def grid(space: Space) -> list[dict[str, Any]]:
    """Return all combinations; the last parameter changes fastest.

    Examples
    --------
    >>> grid({"a": [1, 2], "b": ["x", "y"]})
    [{'a': 1, 'b': 'x'}, {'a': 1, 'b': 'y'}, {'a': 2, 'b': 'x'}, {'a': 2, 'b': 'y'}]
    """
    for name, values in space.items():
        if not _is_list(values):
            raise ValueError(
                f"{name}: a grid needs a list of values, not {values!r}; draw with search='random'"
            )
    return [dict(zip(space, choice, strict=True)) for choice in itertools.product(*space.values())]


def drawn(space: Space, count: int, seed: int) -> list[dict[str, Any]]:
    """Return so many random choices; the first ones are the same whatever the count.

    Where all parameters have lists no choice comes twice, and there are no more than the grid has.

    Examples
    --------
    >>> drawn({"a": [1, 2, 3]}, 2, seed=0) == drawn({"a": [1, 2, 3]}, 9, seed=0)[:2]
    True
    >>> len(drawn({"a": [1, 2, 3]}, 9, seed=0))
    3
    """
    if is_grid(space) and math.prod(map(len, space.values())) <= LARGEST_SHUFFLE:
        choices = grid(space)
        order = np.argsort(draws.bits(seed, np.arange(len(choices))), kind="stable")
        return [choices[place] for place in order[:count]]
    return [
        {name: _draw(name, values, seed, place) for name, values in space.items()}
        for place in range(count)
    ]


def is_grid(space: Space) -> bool:
    """Tell whether all parameters have lists of values."""
    return all(_is_list(values) for values in space.values())


def check_space(space: Space) -> None:
    """Raise unless every parameter has values to choose from."""
    if not space:
        raise ValueError("nothing to tune: name a parameter and its values")
    for name, values in space.items():
        if _is_list(values) and not len(values):
            raise ValueError(f"{name}: the list of values is empty")
        if not _is_list(values) and not hasattr(values, "at") and not hasattr(values, "rvs"):
            raise TypeError(
                f"{name}: {values!r} is neither a list of values nor a distribution: "
                "uniform(low, high), log_uniform(low, high), integers(low, high), or one of SciPy"
            )


def model_of(model: Any, choice: Mapping[str, Any]) -> Any:
    """Return an untaught model with these parameters.

    `model` is a model with `clone(new_params)`, or a class or function that makes one.
    """
    try:
        if is_maker(model):
            return model(**choice)
        known = _names(model)
        changes = {_full_name(name, known, model): value for name, value in choice.items()}
        return model.clone(nested_params(changes))
    except (TypeError, ValueError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"{_written(choice)}: {error}") from error


def check_names(model: Any, names: Iterable[str]) -> None:
    """Raise if the model has no parameter of one of these names, or several."""
    if is_maker(model):
        parameters = inspect.signature(model).parameters
        if any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
            return
        known = list(parameters)
    elif not hasattr(model, "clone") or not hasattr(model, "_get_params"):
        raise TypeError(
            f"{model!r} has no clone(new_params); "
            "give its class, or a function that makes it from parameters"
        )
    else:
        known = _names(model)
    full = [_full_name(name, known, model) for name in names]
    twice = {name for name in full if full.count(name) > 1}
    if twice:
        raise ValueError(f"{', '.join(sorted(twice))}: the same parameter is named twice")


def is_maker(model: Any) -> bool:
    """Tell whether it makes models rather than being one."""
    return isinstance(model, type) or (callable(model) and not hasattr(model, "predict_one"))


def _names(model: Any) -> list[str]:
    """Return the full names of all parameters, those that hold other models too."""
    full: dict[str, None] = {}
    for name in flat_params(model):
        parts = name.split("__")
        full |= dict.fromkeys("__".join(parts[:end]) for end in range(1, len(parts) + 1))
    return list(full)


def _full_name(name: str, known: Sequence[str], model: Any) -> str:
    if name in known:
        return name
    found = [each for each in known if each.endswith(f"__{name}")]
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(f"{name!r} may be any of {', '.join(found)}; give the longer name")
    raise ValueError(f"no parameter {name!r} in {model!r}; {_hint(name, known)}")


def _hint(name: str, known: Sequence[str]) -> str:
    last = name.rpartition("__")[2]
    by_end: dict[str, list[str]] = {}
    for each in known:
        by_end.setdefault(each.rpartition("__")[2].lower(), []).append(each)
    near = difflib.get_close_matches(last.lower(), by_end, n=3, cutoff=0.5)
    if near:
        names = [repr(each) for end in near for each in by_end[end]]
        return f"did you mean {' or '.join(names)}?"
    return f"there are: {', '.join(known) or 'none at all'}"


def _draw(name: str, values: Any, seed: int, place: int) -> Any:
    # Each parameter draws for itself, so adding one does not change the others.
    rows, draw = np.array([place]), draws.draw_of(name)
    if _is_list(values):
        return values[int(draws.integers(seed, rows, len(values), draw)[0])]
    if hasattr(values, "at"):
        return values.at(float(draws.uniforms(seed, rows, draw)[0]))
    value = values.rvs(random_state=int(draws.bits(seed, rows, draw)[0] >> np.uint64(32)))
    return value.item() if isinstance(value, np.generic | np.ndarray) else value


def _is_list(values: Any) -> bool:
    return isinstance(values, list | tuple | range | np.ndarray)


def _written(choice: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in choice.items())
