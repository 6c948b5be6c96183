"""Which metrics there are, what each says, and which way is better."""

import difflib
import re
from typing import Literal

Task = Literal["classification", "regression"]

#: Metrics of predicted labels, or of the shares given to labels, and what each says.
CLASSIFICATION = {
    "accuracy": "share of rows whose label was predicted",
    "kappa": "accuracy above that of guessing labels as often as the model does (Cohen's kappa)",
    "kappa_m": "accuracy above that of the label most frequent so far",
    "kappa_t": "accuracy above that of repeating the label before",
    "balanced_accuracy": "mean recall of the labels that came",
    "g_mean": "geometric mean of these recalls: 0 if one label is never found",
    "precision": "share of predictions of the positive label that were right, or the mean of all",
    "recall": "share of rows of the positive label that were found, or the mean of all",
    "f1": "harmonic mean of precision and recall of the positive label, or the mean of all",
    "log_loss": "mean surprise at the true label, -log of the share it was given",
    "brier": "half the squared distance between shares and truth, from 0 to 1",
    "auc": "how well shares rank the positive label above the rest, in a window (area under ROC)",
}

#: Metrics of predicted numbers, and what each says.
REGRESSION = {
    "mae": "mean distance from the true value",
    "rmse": "root of the mean squared distance from the true value",
    "r2": "share of the squares about the mean that the predictions explain",
    "pinball": "mean loss of a predicted quantile, the median or that of pinball(0.9)",
}

#: What an evaluation shows unless told otherwise.
DEFAULTS: dict[Task, tuple[str, ...]] = {
    "classification": ("accuracy", "kappa", "kappa_m", "kappa_t"),
    "regression": ("mae", "rmse", "r2"),
}

_LOSSES = {"log_loss", "brier", "mae", "rmse", "pinball"}


def meaning(name: str) -> str:
    """Return what a metric says, in a line.

    Examples
    --------
    >>> from driftline import metrics
    >>> metrics.meaning("kappa_t")
    'accuracy above that of repeating the label before'
    """
    kind = _kind(name)
    return CLASSIFICATION.get(kind) or REGRESSION[kind]


def task_of(name: str) -> Task:
    """Return "classification" or "regression".

    Examples
    --------
    >>> from driftline import metrics
    >>> metrics.task_of("accuracy")
    'classification'
    """
    return "classification" if _kind(name) in CLASSIFICATION else "regression"


def higher_is_better(name: str) -> bool:
    """Return whether a larger value is the better one; of an error or a loss it is not.

    Examples
    --------
    >>> from driftline import metrics
    >>> metrics.higher_is_better("accuracy"), metrics.higher_is_better("pinball(0.9)")
    (True, False)
    """
    return _kind(name) not in _LOSSES


def _kind(name: str) -> str:
    """Return the name without the quantile of a pinball loss; a wrong name raises ValueError."""
    kind = re.sub(r"^pinball\(.*\)$", "pinball", name)
    known = [*CLASSIFICATION, *REGRESSION]
    if kind in known:
        return kind
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(known)}"
    raise ValueError(f"no metric is called {name!r}{hint}")
