"""An evaluation that is killed again and again, each time in a process of its own.

python killed.py FILE CHECKPOINT REPORT KILLS SEED: forks a child that evaluates FILE, and kills it
with SIGKILL at a random moment, KILLS times; then lets one finish and write its report to REPORT.
How long a child may live is drawn from the time that one takes which nobody kills.
Printed is how many of the kills hit a child at work, and how many found one that had gone on.
"""

import os
import random
import signal
import sys
import time

from oracles.python_learners import Frequencies

from driftline import ensembles, evaluation, learners, sources, transforms
from driftline.evaluation import job

job.FIRST_ROWS, job.GROWTH = 1_024, 2  # more steps, more checkpoints


def evaluate(path, checkpoint):
    models = {
        "AROW": transforms.StandardScaler() | learners.AROW(),
        "NB": learners.GaussianNB(),
        "forest": ensembles.ARFClassifier(n_models=3, seed=6),
        "python": Frequencies(),
    }
    return evaluation.prequential(
        models,
        sources.read(path, target="y"),
        metrics=["accuracy", "kappa_t", "f1", "log_loss"],
        delay=evaluation.RandomDelay(0, 500, seed=4),
        labels=evaluation.RandomLabels(0.5, seed=5),
        checkpoint=checkpoint,
        checkpoint_seconds=0.0,
        pickle_learners=True,
        progress=False,
    )


def seconds_of(path, checkpoint):
    begin = time.perf_counter()
    child = os.fork()
    if child == 0:
        evaluate(path, checkpoint)
        os._exit(0)
    os.waitpid(child, 0)
    return time.perf_counter() - begin


def main(path, checkpoint, report, kills, seed):
    moments = random.Random(int(seed))
    whole = seconds_of(path, checkpoint + ".whole")
    hits = resumed = 0
    for _ in range(int(kills)):
        has_begun = os.path.exists(checkpoint)
        child = os.fork()
        if child == 0:
            evaluate(path, checkpoint)
            os._exit(0)
        time.sleep(moments.uniform(0.0, 0.25 * whole))
        os.kill(child, signal.SIGKILL)
        was_at_work = os.WIFSIGNALED(os.waitpid(child, 0)[1])
        hits += was_at_work
        resumed += was_at_work and has_begun
    evaluate(path, checkpoint).save(report)
    print(hits, resumed)


if __name__ == "__main__":
    main(*sys.argv[1:])
