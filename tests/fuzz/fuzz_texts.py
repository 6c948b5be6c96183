"""Fuzz the texts of models, detectors and streams: `python tests/fuzz/fuzz_texts.py -runs=100000`.

The fuzzer's bytes choose pieces of such texts and what stands between them. Reading one must raise
ValueError with a single line, or give an object that shows itself; anything else stops the run.
"""

import sys

import atheris

with atheris.instrument_imports(include=["driftline"]):
    from driftline import specs

NAMES = [*specs.models(), *specs.detectors(), "SEA", "SINE1", "label_noise", "drift", "elec", "x"]
PIECES = [
    *("(", ")", "[", "]", "{", "}", ",", "=", "|", "+", "-", "*", ".", ":", " ", "\n", "#", "'"),
    *("()", "seed=", "lags=", "strategy=", "1", "0", "-1", "1e999", "inf", "nan", "None", "True"),
    *("'a'", "b'a'", "f'{x}'", "...", "lambda: 1", "[x for x in y]", "a.b", "__import__('os')"),
    *("\0", "\ud800", "\u2028", "9" * 30, "((((", "))))", "**", "not ", "1 if 1 else 2", "x := 1"),
]


def text_of(fuzz):
    if fuzz.ConsumeIntInRange(0, 9) == 0:
        return fuzz.ConsumeUnicode(200)
    parts = NAMES + PIECES
    return "".join(fuzz.PickValueInList(parts) for _ in range(fuzz.ConsumeIntInRange(1, 20)))


def test_one_input(data):
    fuzz = atheris.FuzzedDataProvider(data)
    text = text_of(fuzz)
    for read in (specs.model, specs.detector, specs.stream):
        try:
            made = read(text)
        except ValueError as error:
            if "\n" in str(error):
                raise AssertionError(f"{text!r}: {error}") from error
        else:
            repr(made)


if __name__ == "__main__":
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()
