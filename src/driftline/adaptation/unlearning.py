"""Unlearning. The algorithm is core/driftline/adaptation/unlearning.hpp."""

import math
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from driftline import _core
from driftline.learners.front import ClassifierFront
from driftline.learners.passive_aggressive import PAClassifier
from driftline.learners.pipeline import Pipeline

#: `events` tells of no more than these.
_MOST_EVENTS = 1000


class Forgotten(NamedTuple):
    """An example that was unlearned.

    Parameters
    ----------
    row
        Its number among the rows that were learned.
    at
        The number of the row after which it was forgotten.
    """

    row: int
    at: int


class Unlearning(ClassifierFront, _core.Unlearning):
    """Linear classifier that forgets an old example when the newest one is better off without it.

    Every update of the learner is recorded. After each row one record is tried: if the model
    without it does better on the newest row, by a score of its loss and the length of its weights
    (and its confidence, if that is wanted), what that example taught is taken back. So after a
    drift the old concept is forgotten example by example, and without one little is.

    Choose it for AROW, which by itself grows ever surer and then does not follow a drift. PA and
    CW follow by themselves, and gain little. The paper's equations are lost in print: what its
    words leave open are parameters here. The defaults are the reading that agrees best with what
    the paper found; `Unlearning.literal` is the literal one.

    Parameters
    ----------
    learner
        PAClassifier, CW, AROW or SCW. Its parameters count, what it has learned does not.
    strategy
        Which record is tried. "queue": the oldest, until it goes. "forwarding": the one that is
        `window` rows old, once. "selecting": all of the last `window` rows, and the best goes.
    alpha
        The score must fall below this share of what it was, in most cases between 0 and 1. A
        negative one forgets nothing by itself; `unlearn_one` still does.
    window
        Rows that "forwarding" waits, or that "selecting" looks back on; None for all that are
        recorded. Older examples become a permanent part of the model. "queue" has no use for it.
    original
        What is compared with: "pre", the model before the newest row was learned, or "post",
        after it.
    balance
        How the terms of the score are brought to one scale: "mean_of_ratios" of the loss and the
        term, "ratio_of_means", or "off", the loss alone, whatever `terms` are.
    averages
        Whether these means look at the model "before" or "after" each row is learned.
    strict
        Whether an equal score is not enough.
    terms
        Which terms stand beside the loss: the "norm", "both" norm and confidence, or "none".
        AROW does far better under drift with "none".
    confidence_for_pa
        The confidence of PAClassifier, which keeps none: "none" leaves the term out, "identity"
        gives every weight the variance 1. Matters where the confidence is weighed: with
        terms="both" and a balance that is not "off". Other learners refuse "identity".
    sigma
        How the covariance takes an example back: as "recorded" when it was learned, or by
        "information", exactly, as if it had never been there; AROW only.
    max_tests
        The most records forgotten after one row.
    max_records
        The most records kept. Beyond it the oldest becomes a permanent part of the model.

    Examples
    --------
    >>> from driftline import adaptation, learners
    >>> model = adaptation.Unlearning(learners.AROW(regularization=0.1), terms="none")
    >>> model.learn_many([[1.0, 0.0], [0.8, 0.6], [1.0, 0.1]], [True, True, False])
    >>> model.forgotten
    [Forgotten(row=0, at=2)]
    """

    __slots__ = ("_learner",)

    if TYPE_CHECKING:

        def _told(self, what: str) -> Any: ...

    def __init__(
        self,
        learner: Any,
        *,
        strategy: Literal["queue", "forwarding", "selecting"] = "queue",
        alpha: float = 0.9,
        window: int | None = 100,
        original: Literal["pre", "post"] = "pre",
        balance: Literal["ratio_of_means", "mean_of_ratios", "off"] = "mean_of_ratios",
        averages: Literal["before", "after"] = "before",
        strict: bool = True,
        terms: Literal["both", "norm", "none"] = "norm",
        confidence_for_pa: Literal["none", "identity"] = "none",
        sigma: Literal["recorded", "information"] = "recorded",
        max_tests: int = 1,
        max_records: int = 10_000,
    ) -> None:
        if not isinstance(learner, _core.Classifier):
            raise TypeError(
                "learner must be one of driftline's own that can be unlearned, PAClassifier, CW, "
                f"AROW or SCW; got {learner!r}"
            )
        if isinstance(learner, Pipeline):
            *front, last = learner.clone().steps.values()
            instead = [*map(repr, front), f"Unlearning({last!r})"]
            raise TypeError(f"put transforms in front: {' | '.join(instead)}")
        if confidence_for_pa == "identity" and not isinstance(learner, PAClassifier):
            raise ValueError(
                "confidence_for_pa='identity' is for PAClassifier, which keeps no confidence; "
                f"{type(learner).__name__} has its own"
            )
        super().__init__(
            learner,
            strategy,
            alpha,
            window,
            original,
            balance,
            averages,
            strict,
            terms,
            confidence_for_pa,
            sigma,
            max_tests,
            max_records,
        )
        self._learner = learner.clone()  # type: ignore[attr-defined]

    @classmethod
    def literal(cls, learner: Any, **options: Any) -> Self:
        """Return the literal reading of the paper's words; `options` as of the class."""
        words = {
            "original": "post",
            "balance": "mean_of_ratios",
            "averages": "after",
            "strict": False,
            "terms": "both",
        }
        return cls(learner, **{**words, **options})

    @property
    def learner(self) -> Any:
        """The learner that unlearns, untaught."""
        return self._learner

    @property
    def params(self) -> dict[str, Any]:
        """Constructor parameters by name."""
        return {"learner": self._learner, **super().params}

    @property
    def forgotten(self) -> Any:
        """The examples forgotten, oldest first; by label first where there are more than two.

        Rows that are learned are counted, from 0. The last `max_records` are told.
        """
        return self._by_label("forgotten")

    @property
    def records(self) -> Any:
        """How many examples can still be forgotten; by label where there are more than two."""
        return self._by_label("records")

    @property
    def events(self) -> list[tuple[int, str, str]]:
        """When something was forgotten, what and why: (row, kind, detail), the last 1000."""
        told = self._by_label("events")
        if isinstance(told, dict):
            found = [
                (at, kind, f"{detail} (label {label!r})")
                for label, events in told.items()
                for at, kind, detail in events
            ]
            told = sorted(found, key=itemgetter(0))
        events: list[tuple[int, str, str]] = told[-_MOST_EVENTS:]
        return events

    def _by_label(self, name: str) -> Any:
        told = {what: self._told(what) for what in ("forgotten", "scores", "records")}
        if not isinstance(told["records"], dict):
            return self._tells(name, told.__getitem__)

        def of(label: Any) -> Any:
            return self._tells(name, lambda what: told[what][label])

        return {label: of(label) for label in told["records"]}

    @staticmethod
    def _tells(name: str, tell: Callable[[str], list[float]]) -> Any:
        """Return what one binary model has under a name; `tell` gives the numbers it keeps."""
        if name == "records":
            return int(tell("records")[0])
        forgotten = [Forgotten(int(row), int(at)) for row, at in _pairs(tell("forgotten"))]
        if name == "forgotten":
            return forgotten
        return [
            (at, "unlearn", f"row {row}, {_why(*scores)}")
            for (row, at), scores in zip(forgotten, _pairs(tell("scores")), strict=True)
        ]

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"learner": PAClassifier(), "max_records": 8}


def _pairs(flat: list[float]) -> list[tuple[float, float]]:
    return list(zip(flat[::2], flat[1::2], strict=True))


def _why(score: float, without: float) -> str:
    if math.isnan(score):
        return "by a driftline that did not write down why"
    if score < 0.0:
        return "as was asked for"
    return f"without which the score falls from {score:.3g} to {without:.3g}"
