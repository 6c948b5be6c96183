"""Work for cells, where another process can find it."""

import os


def squared(task):
    with open(task["log"], "a") as log:
        log.write(f"{task['x']}\n")
    return {"y": task["x"] ** 2, "process": os.getpid()}


def failing(task):
    raise OSError("the disk is full")
