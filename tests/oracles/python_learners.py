"""Learners as a user would write them: plain classes with `learn_one` and `predict_one`."""

from driftline.learners import AROW


class Notebook:
    """Writes down what it is told; says how many rows it has learned."""

    def __init__(self):
        self.learned, self.asked = [], []

    def learn_one(self, x, y, w=1.0):
        self.learned.append((x, y, w))

    def predict_one(self, x):
        self.asked.append(x)
        return len(self.learned)


class Frequencies:
    """Ignores the row, and takes no weight."""

    def __init__(self, start=0):
        self.start, self.counts = start, {}

    def learn_one(self, x, y):
        self.counts[y] = self.counts.get(y, self.start) + 1

    def predict_one(self, x):
        return max(self.counts, key=self.counts.get, default=None)

    def predict_proba_one(self, x):
        total = sum(self.counts.values())
        return {label: count / total for label, count in self.counts.items()}

    def __eq__(self, other):
        return vars(self) == vars(other)

    __hash__ = None

    def clone(self, new_params=None):
        return Frequencies(**({"start": self.start} | (new_params or {})))


class Mean:
    """A regressor: predicts the mean so far."""

    def __init__(self):
        self.total, self.count = 0.0, 0

    def learn_one(self, x, y, **options):
        self.total, self.count = self.total + options["w"] * y, self.count + options["w"]

    def predict_one(self, x):
        return self.total / self.count if self.count else 0


class NativeInside:
    """AROW behind the verbs of a user's learner, to compare with AROW itself."""

    def __init__(self):
        self.model = AROW()

    def learn_one(self, x, y, w=1.0):
        self.model.learn_one(x, y, w)

    def predict_one(self, x):
        return self.model.predict_one(x)

    def predict_proba_one(self, x):
        return self.model.predict_proba_one(x)


class Stumbler(Frequencies):
    """Fails at the third row."""

    def learn_one(self, x, y):
        if sum(self.counts.values()) == 2:
            raise RuntimeError("stumbled")
        super().learn_one(x, y)
