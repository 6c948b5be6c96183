"""What is compared: a plain learner, ways to forget, and two ways to start anew.

A setting is a method with its parameters as JSON holds them, so that a cell's task says all that
its answer depends on. It names every choice of the reading, never a default of the package.
"""

from typing import Any

from driftline.adaptation import ConceptReset, ResetOnDrift, Unlearning
from driftline.detectors import EDDM
from driftline.reproduce.tuning import Setting
from driftline.reproduce.unlearning.protocol import learner

#: Those that are ranked. "concept" is told the true drifts: it is a bound, and no rival.
METHODS = ("none", "forwarding", "queue", "selecting", "concept", "EDDM")
REAL = tuple(method for method in METHODS if method != "concept")
STRATEGIES = ("forwarding", "queue", "selecting")
#: Beside them: queue as the words have it, and queue by the loss alone.
LITERAL, LOSS_ONLY = "queue, literal", "queue, loss only"
ARMS = (*METHODS, LITERAL, LOSS_ONLY)

#: Which sense the paper's words are given, by options of `Unlearning`: first small trials
#: suggested this one.
FIRST_READING: Setting = {
    "original": "pre",
    "balance": "ratio_of_means",
    "averages": "before",
    "strict": True,
    "terms": "both",
}
#: The one that came out best (`readings`), and the package's default.
DEFAULT_READING: Setting = {**FIRST_READING, "balance": "mean_of_ratios", "terms": "norm"}
LITERAL_READING: Setting = {
    "original": "post",
    "balance": "mean_of_ratios",
    "averages": "after",
    "strict": False,
    "terms": "both",
}
#: More than a stream has rows.
MOST_RECORDS = 100_000_000
#: Options that mean something to one learner alone; the others are run without them.
ONLY_FOR = {"confidence_for_pa": "PA", "sigma": "AROW"}
LOSS_ONLY_READING: Setting = {**FIRST_READING, "terms": "none"}


def unlearning(
    strategy: str, alpha: float, window: int | None = None, reading: Setting = DEFAULT_READING
) -> Setting:
    """Return the setting of a strategy that forgets.

    Queue never drops a record, as in the paper; the others have no use for one that is older than
    their window.
    """
    return {
        "method": strategy,
        "alpha": alpha,
        "window": window,
        "max_records": MOST_RECORDS if window is None else window + 1,
        "reading": dict(reading),
    }


def eddm(beta: float) -> Setting:
    """Return the setting of EDDM; its warning keeps the distance that the authors gave it."""
    return {"method": "EDDM", "alpha": round(beta + 0.05, 2), "beta": beta}


def model(learner_name: str, setting: Setting, drifts: list[int]) -> Any:
    """Make the untaught model that a setting stands for."""
    base = learner(learner_name)
    method = setting["method"]
    if method == "none":
        return base
    if method == "concept":
        return ConceptReset(base, drifts)
    if method == "EDDM":
        return ResetOnDrift(base, EDDM(alpha=setting["alpha"], beta=setting["beta"]))
    reading = {
        name: value
        for name, value in setting["reading"].items()
        if ONLY_FOR.get(name, learner_name) == learner_name
    }
    given = {name: setting[name] for name in ("alpha", "window", "max_records")}
    return Unlearning(base, strategy=method, **given, **reading)
