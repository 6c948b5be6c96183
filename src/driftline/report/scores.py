"""How a metric is read: which way is better, and how its values are written."""

import math
from typing import Any

from driftline.metrics import higher_is_better

#: Metrics that are shares of a whole, written in percent.
SHARES = frozenset(
    {"accuracy", "balanced_accuracy", "g_mean", "precision", "recall", "f1", "coverage"}
)
#: Metrics whose best value is 1, written with four decimals.
RATIOS = frozenset({"kappa", "kappa_m", "kappa_t", "auc", "r2"})

_WORDS = {
    "kappa_m": "kappa M",
    "kappa_t": "kappa T",
    "g_mean": "G-mean",
    "auc": "AUC",
    "mae": "MAE",
    "rmse": "RMSE",
    "r2": "R²",
    "f1": "F1",
}


def is_error(metric: str) -> bool:
    """Tell whether less of a known metric is better; `pinball(0.9)` is known too.

    Examples
    --------
    >>> is_error("rmse"), is_error("pinball(0.9)"), is_error("kappa")
    (True, True, False)
    """
    try:
        return not higher_is_better(metric)
    except ValueError:  # a user's own, which says by itself what it is
        return False


def is_share(metric: str) -> bool:
    """Tell whether a metric is written in percent."""
    return metric in SHARES


def title(metric: str) -> str:
    """Write the name of a metric for people.

    Examples
    --------
    >>> title("kappa_m"), title("balanced_accuracy"), title("R2 of my own")
    ('kappa M', 'balanced accuracy', 'R2 of my own')
    """
    return _WORDS.get(metric, metric.replace("_", " "))


def heading(metric: str, settings: dict[str, Any]) -> str:
    """Write the name of a metric above its values over the whole stream.

    A metric of the user's own is computed over windows; what stands for the stream is their mean.

    Examples
    --------
    >>> heading("kappa_m", {}), heading("f1_score", {"own_metrics": ["f1_score"]})
    ('kappa M', 'f1 score (mean of windows)')
    """
    is_own = metric in settings.get("own_metrics", ())
    return f"{title(metric)} (mean of windows)" if is_own else title(metric)


def estimate_title(estimate: str, settings: dict[str, Any]) -> str:
    """Write the name of an estimate for people, with the window that was set.

    Examples
    --------
    >>> estimate_title("sliding", {"window": 1000})
    'last 1,000 rows'
    """
    window = settings.get("window")
    rows = f"{window:,} rows" if isinstance(window, int) else "rows"
    fading = f", factor {settings['fading']}" if "fading" in settings else ""
    return {
        "cumulative": "since the start",
        "sliding": f"last {rows}",
        "tumbling": f"windows of {rows}",
        "fading": f"fading{fading}",
    }[estimate]


def text(metric: str, value: float, spread: float | None = None) -> str:
    """Write a value of a metric, with its standard deviation if there is one.

    Examples
    --------
    >>> text("accuracy", 0.8533), text("kappa", 0.4706), text("rmse", 1234.5678)
    ('85.33 %', '0.4706', '1,234.6')
    >>> text("kappa", -0.00001), text("mae", 0.00001)
    ('0.0000', '1e-05')
    >>> text("accuracy", 0.8533, 0.012)
    '85.33 ± 1.20 %'
    """
    if math.isnan(value):
        return "-"
    if is_share(metric):
        return f"{100 * value:.2f}{'' if spread is None else f' ± {100 * spread:.2f}'} %"
    write = _ratio if metric in RATIOS else number
    return write(value) if spread is None else f"{write(value)} ± {write(spread)}"


def number(value: float) -> str:
    """Write a number with five digits at most, and commas."""
    if not math.isfinite(value):
        return "-" if math.isnan(value) else str(value)
    if value != 0 and not 1e-4 <= abs(value) < 1e15:
        return f"{value:.3g}"
    whole = len(str(int(abs(value))))
    return f"{value:,.{max(0, 5 - whole)}f}"


def _ratio(value: float) -> str:
    return f"{round(value, 4) + 0.0:.4f}"  # without the sign of -0.00001


def size(count: float) -> str:
    """Write bytes.

    Examples
    --------
    >>> size(812), size(4_608), size(3_500_000)
    ('812 B', '4.6 kB', '3.5 MB')
    """
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000 or unit == "GB":
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    raise AssertionError("the last unit takes all")


def rate(rows_per_second: float) -> str:
    """Write rows a second, with three digits.

    Examples
    --------
    >>> rate(12_345_678), rate(843.2), rate(float("nan"))
    ('12.3 M', '843', '-')
    """
    if math.isnan(rows_per_second):
        return "-"
    for factor, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if rows_per_second >= factor:
            return f"{rows_per_second / factor:.3g}{unit}"
    return f"{rows_per_second:.3g}"
