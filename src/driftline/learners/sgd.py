"""Stochastic gradient descent. The algorithm is core/driftline/learners/sgd.hpp."""

from typing import Literal

from driftline import _core
from driftline.learners.front import ClassifierFront, RegressorFront

Schedule = Literal["constant", "invscaling", "optimal", "decay"]


class SGDClassifier(ClassifierFront, _core.SGDClassifier):
    """Linear classifier by gradient descent: logistic regression, or a support vector machine.

    With the logistic loss its probabilities mean what they say. A constant learning rate keeps
    it ready for drift. A row costs its stored values only, penalties and averaging included.

    Parameters
    ----------
    loss
        "log_loss" (logistic regression), "hinge" or "squared_hinge" (linear SVM).
    learning_rate
        Step for row t = 1, 2, ...: "constant" eta0; "invscaling" eta0 / t**power_t; "optimal"
        1 / (l2 (t0 + t - 1)) as in scikit-learn, needs l2 > 0; "decay"
        eta0 / (1 + l2 eta0 t)**power_t.
    eta0
        The first step, above 0.
    power_t
        How fast "invscaling" and "decay" shrink, above 0.
    l1
        Lasso penalty, at least 0; drives weights of useless features to exactly 0.
    l2
        Ridge penalty, at least 0. Neither penalty touches the intercept.
    average
        Predict with the mean of the weights after each row: steadier, slower to follow a drift.
    average_after
        Rows before the mean starts.
    fit_intercept
        Learn a constant beside the weights.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.SGDClassifier(eta0=1.0)
    >>> for _ in range(20):
    ...     model.learn_one({"x": 1.0}, True)
    ...     model.learn_one({"x": -1.0}, False)
    >>> round(model.predict_proba_one({"x": 1.0})[True], 2)
    0.98

    References
    ----------
    Bottou. Stochastic Gradient Descent Tricks. 2012.
    Xu. Towards Optimal One Pass Large Scale Learning with Averaged SGD. 2011.
    Tsuruoka, Tsujii, Ananiadou. Stochastic gradient descent training for L1-regularized
    log-linear models with cumulative penalty. 2009.
    """

    def __init__(
        self,
        *,
        loss: Literal["log_loss", "hinge", "squared_hinge"] = "log_loss",
        learning_rate: Schedule = "constant",
        eta0: float = 0.01,
        power_t: float = 0.5,
        l1: float = 0.0,
        l2: float = 0.0,
        average: bool = False,
        average_after: int = 0,
        fit_intercept: bool = True,
    ) -> None:
        super().__init__(
            loss, learning_rate, eta0, power_t, l1, l2, average, average_after, fit_intercept
        )


class SGDRegressor(RegressorFront, _core.SGDRegressor):
    """Linear regressor by gradient descent.

    Scale the features first: on large values the squared loss takes steps that grow without end.

    Parameters
    ----------
    loss
        "squared", "absolute" (the median), or "epsilon_insensitive".
    epsilon
        An error up to this is no error to "epsilon_insensitive", at least 0.
    learning_rate
        Step for row t = 1, 2, ...: "constant" eta0; "invscaling" eta0 / t**power_t; "optimal"
        1 / (l2 (t0 + t - 1)) as in scikit-learn, needs l2 > 0; "decay"
        eta0 / (1 + l2 eta0 t)**power_t.
    eta0
        The first step, above 0.
    power_t
        How fast "invscaling" and "decay" shrink, above 0.
    l1
        Lasso penalty, at least 0; drives weights of useless features to exactly 0.
    l2
        Ridge penalty, at least 0. Neither penalty touches the intercept.
    average
        Predict with the mean of the weights after each row: steadier, slower to follow a drift.
    average_after
        Rows before the mean starts.
    fit_intercept
        Learn a constant beside the weights.

    Examples
    --------
    >>> from driftline import learners
    >>> model = learners.SGDRegressor(eta0=0.125, fit_intercept=False)
    >>> model.learn_one([2.0], 6.0)
    >>> model.predict_one([1.0])
    3.0

    References
    ----------
    Bottou. Stochastic Gradient Descent Tricks. 2012.
    """

    def __init__(
        self,
        *,
        loss: Literal["squared", "absolute", "epsilon_insensitive"] = "squared",
        epsilon: float = 0.1,
        learning_rate: Schedule = "constant",
        eta0: float = 0.01,
        power_t: float = 0.5,
        l1: float = 0.0,
        l2: float = 0.0,
        average: bool = False,
        average_after: int = 0,
        fit_intercept: bool = True,
    ) -> None:
        super().__init__(
            loss,
            epsilon,
            learning_rate,
            eta0,
            power_t,
            l1,
            l2,
            average,
            average_after,
            fit_intercept,
        )
