"""S7: the same forest, taught row by row, batch by batch, and once for all.

A hundredth of a stream is a batch. Batch by batch, the forest predicts a whole batch, then learns
it. Once for all, it learns the first tenth of the stream and is left as it is. All three are
scored on what follows the first tenth.
"""

from typing import Any

from driftline.reproduce.cells import Answer, Cell, Task
from driftline.reproduce.forests.models import FOREST, model
from driftline.reproduce.forests.protocol import GENERATED, SEEDS, Scale
from driftline.reproduce.forests.trials import listed, made

STYLES = ("row by row", "batch by batch", "once for all")
BATCHES, TAUGHT = 100, 10


def style_cells(scale: Scale) -> list[Cell]:
    """Return the three styles on every generated stream that drifts."""
    shared = {"rows": scale.rows, "members": scale.members}
    return [
        Cell(
            f"style-{name}-{style.replace(' ', '_')}-{seed}",
            taught,
            {"stream": name, "style": style, "seed": seed, **shared},
        )
        for seed in range(SEEDS, SEEDS + scale.repetitions)
        for name in scale.streams
        if GENERATED[name].drift != "none"
        for style in STYLES
    ]


def taught(task: Task) -> Answer:
    """Run the forest in one style; return how many rows it had right."""
    forest = model(FOREST, task["seed"], task["members"])
    stream = made(task["stream"], task["seed"], task["rows"])
    right = scored = 0
    for place, batch in enumerate(stream.batches(max(1, task["rows"] // BATCHES))):
        answers = _answers(forest, batch, task["style"], place < TAUGHT)
        if place >= TAUGHT:
            right += _hits(answers, batch.y)
            scored += len(batch)
    return {"right": right, "rows": scored}


def _answers(forest: Any, batch: Any, style: str, is_start: bool) -> Any:
    if style == "row by row":
        return forest.predict_learn_many(batch.x, batch.y)
    answers = forest.predict_many(batch.x)
    if is_start or style == "batch by batch":
        forest.learn_many(batch.x, batch.y)
    return answers


def _hits(answers: Any, labels: Any) -> int:
    return sum(a == b for a, b in zip(listed(answers), labels.to_pylist(), strict=True))
