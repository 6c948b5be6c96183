"""Colours and fonts, in one place for the page, the notebook and the pictures.

The colours of models follow Okabe and Ito: colour-blind eyes tell them apart. Yellow
is left out, as it cannot be seen on white. In the dark they are lighter. The seventh model has the
first colour again, with another stroke. Baselines are grey.
"""

from dataclasses import dataclass, fields, replace

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

STROKES = ([1, 0], [7, 3], [2, 2], [7, 3, 2, 3])
BASELINE_STROKES = ([5, 3], [2, 2], [9, 3], [9, 3, 2, 3])


@dataclass(frozen=True)
class Theme:
    """A set of colours; `surface` is what charts lie on, None lets what is behind shine through."""

    series: tuple[str, ...]
    baseline: str
    ink: str
    muted: str
    grid: str
    accent: str
    surface: str | None
    background: str
    font: str = FONT

    def color(self, place: int, *, is_baseline: bool) -> str:
        """Return the colour of the model at `place`."""
        return self.baseline if is_baseline else self.series[place % len(self.series)]

    def stroke(self, place: int, *, is_baseline: bool) -> list[float]:
        """Return the dashes of the model at `place`, counted among those of its kind."""
        if is_baseline:
            return list(BASELINE_STROKES[place % len(BASELINE_STROKES)])
        return list(STROKES[place // len(self.series) % len(STROKES)])

    @property
    def css(self) -> str:
        """The colours as CSS variables."""
        single = {field.name: getattr(self, field.name) for field in fields(self)}
        series = {f"series-{k}": color for k, color in enumerate(single.pop("series"))}
        return " ".join(f"--{name}: {value};" for name, value in {**single, **series}.items())


LIGHT = Theme(
    series=("#0072b2", "#d55e00", "#009e73", "#c2609a", "#b47800", "#3f9fdc"),
    baseline="#8a9099",
    ink="#1c2330",
    muted="#5c6675",
    grid="#e4e7ec",
    accent="#0072b2",
    surface="#ffffff",
    background="#f6f7f9",
)
DARK = Theme(
    series=("#56b4e9", "#f28e4b", "#2fc79b", "#e3a3c8", "#f0b840", "#9ad4f5"),
    baseline="#848d9a",
    ink="#e8ebf0",
    muted="#a3acb9",
    grid="#303743",
    accent="#56b4e9",
    surface="#1a2029",
    background="#12161c",
)
#: The colours by name, so that the page's style decides what they are, also while it is open.
PAGE = Theme(
    series=tuple(f"var(--series-{k})" for k in range(len(LIGHT.series))),
    **{
        field.name: f"var(--{field.name})"
        for field in fields(Theme)
        if field.name not in {"series", "font"}
    },
)
#: For pictures that must read on white and on black.
CLEAR = replace(
    LIGHT, ink="#7b828c", muted="#7b828c", grid="#7b828c33", baseline="#9aa1ab", surface=None
)
