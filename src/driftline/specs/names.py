"""What the names in a text stand for: the public classes of each folder, and nothing else."""

import functools
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from driftline.specs.building import built, seeded
from driftline.specs.syntax import Call, parsed

if TYPE_CHECKING:
    from driftline.stream import Stream

_STAGES = (
    *("drift", "incremental", "recurring", "virtual"),
    *("delayed_labels", "imbalance", "irrelevant_features"),
    *("label_noise", "missing_labels", "missing_values"),
)


def model(text: str, *, seed: int | None = None) -> Any:
    """Return the untaught model that a text names, as its `repr` writes it.

    Parameters
    ----------
    text
        Names of learners and transforms with their parameters; `|` makes a pipeline, `+` puts
        transforms side by side. Parentheses without parameters may be left out. A name, a
        parameter or a value that does not fit raises ValueError, with the nearest that does.
    seed
        For the parts of the text that take a seed and name none: the first gets this one, the
        next the number after it, and so on.

    Examples
    --------
    >>> from driftline import specs
    >>> specs.model("ARFClassifier(n_models=5)", seed=3)
    ARFClassifier(n_models=5, seed=3)
    >>> specs.model("StandardScaler | AROW(regularization=0.1)")
    StandardScaler() | AROW(regularization=0.1)
    >>> specs.model("OneVsOneClassifier(ARROW())")
    Traceback (most recent call last):
        ...
    ValueError: no model 'ARROW'; did you mean 'AROW' or 'NAROW' or 'PARegressor'?
    """
    known = {**models(), **detectors()}
    tree = parsed(text)
    made = built(tree if seed is None else seeded(tree, known, seed), known, "model")
    if not hasattr(made, "learn_one"):
        raise ValueError(f"{made!r} is no model: it takes single numbers, not rows")
    return made


def detector(text: str) -> Any:
    """Return the detector that a text names, for example `ADWIN(delta=0.01)`."""
    return built(parsed(text), detectors(), "detector")


def stream(text: str, *, seed: int | None = None, **given: Any) -> "Stream":
    """Return the stream that a text names: a generator, a data set, or several joined.

    Parameters
    ----------
    text
        A generator such as `SINE1(drifts=[5000])`, a data set such as `elec2`, and what
        `driftline.sources` makes of them: `SEA(variant=1) | label_noise(0.1)`,
        `drift([SEA(variant=0), SEA(variant=2)], at=[5000])`.
    seed
        For the parts of the text that take a seed and name none: the first gets this one, the
        next one more. Without it they draw their own.
    given
        Further parameters of a text that is a single name; its own come first.

    Examples
    --------
    >>> from driftline import specs
    >>> specs.stream("SINE1(drifts=[500], noise=0.1)", seed=3)
    SINE1(drifts=(500,), noise=0.1, seed=3)
    >>> specs.stream("SEA | label_noise(0.5)", seed=3).facts.name
    'SEA'
    """
    known, tree = streams(), parsed(text)
    if given:
        if not isinstance(tree, Call):
            raise ValueError(f"{text!r} is more than one name, so {next(iter(given))} goes inside")
        tree = Call(tree.name, tree.args, {**given, **tree.params})
    made = built(tree if seed is None else seeded(tree, known, seed), known, "stream")
    if not hasattr(made, "batches"):
        raise ValueError(f"{text!r} is no stream by itself; it goes behind one, as SEA() | ...")
    found: Stream = made
    return found


@functools.cache
def models() -> dict[str, Callable[..., Any]]:
    """Return all learners, ensembles, adaptations and transforms by name."""
    folders = ("learners", "ensembles", "adaptation", "transforms")
    return {name: kind for folder in folders for name, kind in _classes(folder).items()}


@functools.cache
def detectors() -> dict[str, Callable[..., Any]]:
    """Return all drift detectors by name."""
    return _classes("detectors")


@functools.cache
def streams() -> dict[str, Callable[..., Any]]:
    """Return all generators and data sets by name, and what joins or changes streams."""
    sources = importlib.import_module("driftline.sources")
    generators = {
        name: kind for name, kind in _classes("sources").items() if hasattr(kind, "batches")
    }
    sets = {d.name: functools.partial(sources.load, d.name) for d in sources.list_datasets()}
    return {**generators, **{name: getattr(sources, name) for name in _STAGES}, **sets}


def _classes(folder: str) -> dict[str, Callable[..., Any]]:
    module = importlib.import_module(f"driftline.{folder}")
    found = {name: getattr(module, name) for name in module.__all__}
    return {name: kind for name, kind in found.items() if isinstance(kind, type)}
