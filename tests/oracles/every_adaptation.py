"""One of each adaptation around AROW, for a stream that drifts at row DRIFT."""

from driftline import adaptation, detectors, learners

DRIFT = 1000

MADE = {
    "BackgroundLearner": lambda: adaptation.BackgroundLearner(learners.AROW(), detectors.DDM()),
    "ConceptReset": lambda: adaptation.ConceptReset(learners.AROW(), [DRIFT]),
    "ResetOnDrift": lambda: adaptation.ResetOnDrift(learners.AROW(), detectors.ADWIN()),
    "SlidingWindow": lambda: adaptation.SlidingWindow(learners.AROW(), window=300, every=100),
    "Unlearning": lambda: adaptation.Unlearning(learners.AROW(), terms="none"),
}
