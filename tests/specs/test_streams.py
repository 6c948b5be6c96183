"""Stream texts: generators, data sets, and what is made of them."""

import inspect
import re

import pytest

from driftline import sources, specs
from driftline.stream import Drift, Stream

GENERATORS = {
    name: kind
    for name in sources.__all__
    if isinstance(kind := getattr(sources, name), type) and issubclass(kind, Stream)
}


@pytest.mark.parametrize("kind", GENERATORS.values(), ids=GENERATORS)
def test_what_a_generator_shows_makes_it_again(kind):
    made = kind(seed=5, rows=10)

    assert specs.stream(repr(made)) == made


def test_a_seed_goes_to_every_part_that_names_none():
    text = "drift([SEA(variant=0), SEA(variant=2, seed=9), SEA], at=[50, 100])"
    wanted = sources.drift(
        [
            sources.SEA(variant=0, seed=4),
            sources.SEA(variant=2, seed=9),
            sources.SEA(seed=6),
        ],
        at=[50, 100],
        seed=3,
    )

    assert list(specs.stream(text, seed=3).take(200)) == list(wanted.take(200))
    assert specs.stream(text, seed=3).drifts == (Drift(50), Drift(100))


def test_stages_go_behind_a_stream():
    stream = specs.stream("SEA(seed=1) | missing_values(0.5, seed=2) | label_noise(0.1, seed=3)")
    wanted = (
        sources.SEA(seed=1) | sources.missing_values(0.5, seed=2) | sources.label_noise(0.1, seed=3)
    )

    assert list(stream.take(50)) == list(wanted.take(50))


def test_further_parameters_are_given_to_a_single_name_and_its_own_come_first():
    assert specs.stream("SEA(variant=2)", variant=1, noise=0.5, seed=1) == sources.SEA(
        variant=2, noise=0.5, seed=1
    )
    with pytest.raises(ValueError, match="noise goes inside"):
        specs.stream("SEA | label_noise(0.1)", noise=0.5)


def test_a_data_set_has_the_parameters_of_load():
    accepted = inspect.signature(specs.streams()["elec2"]).parameters

    assert set(accepted) == {"shuffle", "seed", "check"}
    with pytest.raises(ValueError, match="elec2: no parameter 'shuffel'; did you mean 'shuffle'"):
        specs.stream("elec2(shuffel=True)")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("SEE", "did you mean 'SEA'"),
        ("elec3", "did you mean 'elec2'"),
        ("label_noise(0.1)", "no stream by itself"),
        ("SEA | SEA", "cannot stand behind"),
        ("SEA + SEA", "cannot be joined by +"),
        ("drift(SEA, at=5)", "streams must be a list"),
        ("drift([1, 2], at=5)", "streams must be a list"),
        ("read('a.csv')", "no stream 'read'"),
        ("stream([1])", "no stream 'stream'"),
    ],
)
def test_what_is_no_stream_is_named(text, part):
    with pytest.raises(ValueError, match=re.escape(part)):
        specs.stream(text)
