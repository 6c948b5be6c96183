"""Models as files that can be read but never run."""

from driftline.state.file import FORMAT, StateError, dumps, load, loads, save
from driftline.state.stateful import Stateful

__all__ = ["FORMAT", "StateError", "Stateful", "dumps", "load", "loads", "save"]
