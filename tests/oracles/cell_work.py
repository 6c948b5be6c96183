"""Work for cells, where another process can find it."""

import os
import threading


def squared(task):
    with open(task["log"], "a") as log:
        log.write(f"{task['x']}\n")
    return {"y": task["x"] ** 2, "process": os.getpid()}


def failing(task):
    raise OSError("the disk is full")


def endless(task):
    """Say that work has begun, then hold the pipe open for as long as the process lives."""
    with open(task["pipe"], "w") as pipe:
        pipe.write(f"{os.getpid()}\n")
        pipe.flush()
        threading.Event().wait()
