"""A compiled Mondrian tree beside its definition: the same draws, node by node."""

import math

import pytest
from oracles import ensemble_draws
from oracles.every_model import arrays_of

CLOSE = {"rel": 1e-9, "abs": 1e-9}


def draws(seed):
    """The random numbers of a compiled tree, one after another."""
    key, count = ensemble_draws.key_of(seed), iter(range(10**9))
    return lambda: (ensemble_draws.bits(key, 0, next(count)) >> 11) * 2.0**-53


class CompiledNodes:
    """The nodes of a model as its file has them."""

    def __init__(self, model):
        arrays = {name.rpartition("nodes.")[2]: a for name, a in arrays_of(model).items()}
        self.size = len(arrays["times"])
        self.root = int(arrays["root"][0])
        self.boxes = arrays["boxes"].reshape(self.size, 2, -1) if self.size else None
        self.arrays = arrays

    def at(self, name, place):
        return self.arrays[name][place].item()

    def children(self, place):
        return [int(self.at("left", place)), int(self.at("right", place))]


def assert_same_nodes(model, reference):
    nodes = CompiledNodes(model)
    assert nodes.size == (len(list(reference.root.walk())) if reference.root else 0)
    if nodes.size:
        _assert_same(nodes, nodes.root, reference, reference.root)


def _assert_same(nodes, place, reference, cell):
    assert nodes.at("columns", place) == cell.column
    assert nodes.at("times", place) == pytest.approx(cell.time, **CLOSE)
    assert nodes.at("weights", place) == pytest.approx(cell.weight, **CLOSE)
    assert nodes.at("log_weights", place) == pytest.approx(reference.log_weight(cell), **CLOSE)
    for column in range(nodes.boxes.shape[2]):
        box = tuple(nodes.boxes[place, :, column].tolist())
        assert box == cell.box(column) or all(map(math.isnan, (*box, *cell.box(column))))
    if cell.children:
        assert nodes.at("thresholds", place) == pytest.approx(cell.threshold, **CLOSE)
        for child, other in zip(nodes.children(place), cell.children, strict=True):
            _assert_same(nodes, child, reference, other)
