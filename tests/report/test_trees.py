"""Trees are drawn as DOT and as SVG."""

import itertools
from xml.etree import ElementTree

import numpy as np
import pytest

from driftline import ensembles, learners, report


def grown():
    X = np.random.default_rng(0).uniform(-1, 1, size=(3000, 2))
    model = learners.HoeffdingTreeClassifier(grace_period=100, delta=0.1)
    model.learn_many(X, np.where((X[:, 0] > 0) ^ (X[:, 1] > 0), 'a "b" <c>', "d"))
    return model


def test_dot_has_a_line_for_each_node_and_each_branch():
    model = grown()

    lines = report.tree_dot(model).splitlines()

    assert sum("->" in line for line in lines) == model.n_nodes - 1
    assert sum("[label=" in line and "->" not in line for line in lines) == model.n_nodes


def test_svg_is_well_formed_with_a_box_for_each_node():
    model = grown()

    drawing = ElementTree.fromstring(report.tree_svg(model))

    boxes = drawing.findall("{http://www.w3.org/2000/svg}rect")
    assert len(boxes) == model.n_nodes


def test_boxes_of_one_level_do_not_overlap():
    drawing = ElementTree.fromstring(report.tree_svg(grown()))

    levels: dict[str, list[tuple[float, float]]] = {}
    for box in drawing.findall("{http://www.w3.org/2000/svg}rect"):
        left, width = float(box.get("x")), float(box.get("width"))
        levels.setdefault(box.get("y"), []).append((left, left + width))

    for spans in levels.values():
        spans.sort()
        assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))


def test_drawing_ends_below_its_last_boxes():
    drawing = ElementTree.fromstring(report.tree_svg(grown()))

    boxes = drawing.findall("{http://www.w3.org/2000/svg}rect")
    tops = [float(box.get("y")) for box in boxes]
    bottom = max(tops) + float(boxes[0].get("height"))
    assert float(drawing.get("height")) - bottom == pytest.approx(min(tops))


def test_texts_of_branches_are_not_crossed_out_by_their_lines():
    model = grown()

    drawing = ElementTree.fromstring(report.tree_svg(model))

    texts = drawing.findall("{http://www.w3.org/2000/svg}text")
    assert sum(text.get("paint-order") == "stroke" for text in texts) == model.n_nodes - 1


def test_max_depth_cuts_the_drawing():
    model = grown()

    assert report.tree_dot(model, max_depth=0).count("->") == 0
    assert report.tree_svg(model, max_depth=1).count("<rect") == 3


@pytest.mark.parametrize("draw", [report.tree_dot, report.tree_svg])
def test_what_is_no_tree_is_refused_and_a_forest_sent_to_its_members(draw):
    with pytest.raises(TypeError, match="only trees can be drawn; got AROW"):
        draw(learners.AROW())
    with pytest.raises(TypeError, match="draw one of its members"):
        draw(ensembles.ARFClassifier())


def test_a_label_with_a_line_break_stays_one_line_in_dot():
    model = learners.HoeffdingTreeClassifier()
    model.learn_one({"a": 1.0}, "two\nlines")

    assert r'label="two\\nlines\n1"' in report.tree_dot(model)
