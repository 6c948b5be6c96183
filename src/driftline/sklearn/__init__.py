"""Our models in scikit-learn's clothes: `fit` starts afresh, `partial_fit` goes on."""

try:
    import sklearn as _  # type: ignore[import-untyped] # noqa: F401
except ImportError as error:
    raise ImportError(
        "driftline.sklearn needs scikit-learn: pip install 'driftline[sklearn]'"
    ) from error

from driftline.sklearn.classifier import StreamClassifier
from driftline.sklearn.regressor import StreamRegressor
from driftline.sklearn.transformer import StreamTransformer

__all__ = ["StreamClassifier", "StreamRegressor", "StreamTransformer"]
