"""Texts come from command lines and files of others: none is run, none brings the process down."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driftline import specs
from driftline.specs.syntax import MAX_DEPTH, MAX_LENGTH, Call, Joined, parameter, parsed

ONE_LINE = r"\A.{1,500}\Z"
CODE = [
    "__import__('os').system('touch ran')",
    "open('ran', 'w')",
    "AROW(regularization=open('ran', 'w'))",
    "AROW.__class__",
    "AROW().learn_one",
    "AROW()()",
    "AROW(regularization=(lambda: 1)())",
    "AROW(regularization=[open('ran', 'w') for _ in 'a'])",
    "AROW(regularization={open('ran', 'w')})",
    'AROW(regularization=f\'{open("ran", "w")}\')',
    "AROW(regularization=1 if 1 else 2)",
    "AROW(regularization=(a := 1))",
    "AROW(regularization=2 ** 999999999)",
    "AROW(regularization='a' * 999999999)",
    "AROW(regularization=1 + 1)",
    "AROW(regularization=[1][0])",
    "AROW(*[1])",
    "AROW(**{'regularization': 1})",
    "Select({'a': 1, **{}})",
    "Select({open: 1})",
    "Select(b'a')",
    "Select(1j)",
    "Select(...)",
    "Select(not 1)",
    "Select(~1)",
    "await AROW()",
    "AROW(); AROW()",
    "import os",
    "AROW() # \0",
]
HUGE = [
    "(" * 5_000,
    "Select(" + "[" * 80 + "]" * 80 + ")",
    "-" * 900 + "1",
    "-" * 9_000 + "1",
    "Select(" + "-" * 900 + "1)",
    "AROW|" * 1_900 + "AROW",
    "Bias+" * 1_900 + "Bias",
    "Pipeline(" * 90 + "AROW" + ")" * 90,
    "a." * 4_000 + "a",
    "not " * 2_000 + "1",
    "lambda:" * 1_000 + "1",
    "Select(" + "9" * 5_000 + ")",
    "A" * 1_000_000,
    "\ud800",
]


@pytest.mark.parametrize("text", CODE)
def test_code_is_refused_and_not_run(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for read in (specs.model, specs.detector, specs.stream):
        with pytest.raises(ValueError, match=ONE_LINE):
            read(text)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", HUGE, ids=lambda text: f"{text[:8]!r} x {len(text)}")
def test_what_is_huge_or_deep_is_refused_in_one_short_line(text):
    with pytest.raises(ValueError, match=ONE_LINE):
        specs.model(text)


@given(st.text(max_size=60))
def test_any_text_is_a_tree_or_a_value_error(text):
    try:
        tree = parsed(text)
    except ValueError:
        return
    assert isinstance(tree, Call | Joined)


@given(st.text(alphabet="AROWab()[]{}|+-*.,=:'\"\\1e #\n\t", max_size=40))
def test_any_text_of_the_right_signs_is_a_model_or_a_value_error(text):
    try:
        made = specs.model(text)
    except ValueError:
        return
    assert hasattr(made, "learn_one")


def test_depth_and_length_are_bounded_well_below_what_python_bears():
    inner = "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1)

    assert parsed(f"Select({inner})").name == "Select"
    assert sys.getrecursionlimit() > 10 * MAX_DEPTH
    with pytest.raises(ValueError, match=f"{MAX_LENGTH:,} are the most"):
        parsed("A" * (MAX_LENGTH + 1))


def test_a_warning_of_python_about_a_text_reaches_nobody():
    assert parsed(r"Select('\d')").args == (r"\d",)


def test_a_parameter_is_a_value_or_a_text_and_never_code():
    assert parameter("noise=0.1") == ("noise", 0.1)
    assert parameter("drifts=[1, 2]") == ("drifts", [1, 2])
    assert parameter("noise=__import__('os')") == ("noise", "__import__('os')")
    assert parameter("variant=PA") == ("variant", "PA")
    with pytest.raises(ValueError, match="name=value"):
        parameter("noise")
