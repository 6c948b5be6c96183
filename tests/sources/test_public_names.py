"""What `driftline.sources` offers is documented, parameter by parameter, and runs as shown."""

import inspect
import re

import pytest

from driftline import sources

FUNCTIONS = [name for name in sources.__all__ if inspect.isfunction(getattr(sources, name))]


def documented(function):
    section = inspect.getdoc(function).partition("Parameters\n----------\n")[2].split("\n\n")[0]
    return re.findall(r"^(\w+)$", section, re.M)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_docstring_names_each_parameter(name):
    function = getattr(sources, name)

    assert documented(function) == list(inspect.signature(function).parameters)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "load"])
def test_the_docstring_has_an_example(name):
    assert ">>>" in inspect.getdoc(getattr(sources, name))
