"""`driftline demo`: several learners on one drifting stream, and a table of how they did."""

import time
from dataclasses import dataclass
from typing import Annotated, Protocol

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from driftline.learners import AROW, GaussianNB, PAClassifier, PriorClassifier, SGDClassifier
from driftline.transforms import StandardScaler

EXAMPLES = {"one million rows": "driftline demo"}
CHUNK_ROWS = 1_000


class Model(Protocol):
    """What the demo asks of a model."""

    @property
    def memory(self) -> int:
        """Bytes held."""

    def predict_learn_many(self, X: NDArray[np.float64], y: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Predict each row, then learn it."""


@dataclass(frozen=True)
class Result:
    """How one model fared on the stream; `right` says of each row whether it was predicted."""

    name: str
    right: NDArray[np.bool_]
    seconds: float
    memory: int


def drifting_hyperplane(rows: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Ten features and a plane between two labels: it turns slowly, and jumps half-way.

    Five of a hundred labels are wrong, so no model can be right more than 95 times in 100.
    """
    rng = np.random.default_rng(seed)
    start, end, jump = rng.normal(size=(3, 10))
    X = rng.normal(size=(rows, 10))
    progress = np.linspace(0.0, 1.0, rows)[:, np.newaxis]
    planes = start + progress * (end - start)
    planes[rows // 2 :] += 2.0 * jump
    y = np.einsum("ij,ij->i", X, planes) > 0.0
    return X, y ^ (rng.random(rows) < 0.05)


def competitors() -> dict[str, Model]:
    """Make the models of the demo, untaught."""
    return {
        "majority class": PriorClassifier(),
        "GaussianNB": GaussianNB(),
        "AROW": StandardScaler() | AROW(),
        "PA-I": StandardScaler() | PAClassifier(C=0.01),
        "SGD, logistic": StandardScaler() | SGDClassifier(eta0=0.05),
    }


def run(name: str, model: Model, X: NDArray[np.float64], y: NDArray[np.bool_]) -> Result:
    """Test-then-train `model` over the stream, a chunk at a time."""
    right = np.zeros(len(y), dtype=np.bool_)
    seconds = 0.0
    for begin in range(0, len(y), CHUNK_ROWS):
        chunk = slice(begin, begin + CHUNK_ROWS)
        clock = time.perf_counter()
        guesses = model.predict_learn_many(X[chunk], y[chunk])
        seconds += time.perf_counter() - clock
        right[chunk] = guesses == y[chunk]
    return Result(name, right, seconds, model.memory)


def table(results: list[Result]) -> Table:
    """Accuracy in all and around the jump, speed and size, one line per model."""
    out = Table(
        title="A plane that turns slowly and jumps half-way",
        caption="accuracy: of all rows; of the 1% before and after the jump; of the last 1%",
    )
    out.add_column("model", no_wrap=True)
    for heading in ("accuracy", "before", "after", "end", "rows/s", "memory"):
        out.add_column(heading, justify="right", no_wrap=True)
    for result in results:
        jump, window = len(result.right) // 2, len(result.right) // 100
        parts = (
            result.right,
            result.right[jump - window : jump],
            result.right[jump : jump + window],
            result.right[-window:],
        )
        out.add_row(
            result.name,
            *(f"{part.mean():.1%}" for part in parts),
            f"{len(result.right) / result.seconds:,.0f}",
            f"{result.memory:,} B",
        )
    return out


def demo(
    rows: Annotated[int, typer.Option(min=1_000, help="Length of the stream.")] = 200_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the stream.")] = 7,
) -> None:
    """Run several learners through a stream that drifts, and compare them."""
    console = Console()
    X, y = drifting_hyperplane(rows, seed)
    models = track(competitors().items(), "Learning", console=console, transient=True)
    console.print(table([run(name, model, X, y) for name, model in models]))
