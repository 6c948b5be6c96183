"""Models made of models, and models with other parameters than their defaults, by name."""

from driftline import adaptation, detectors, ensembles, learners, transforms
from driftline.transforms import StandardScaler


def patches(model):
    """Return members that are replaced every few rows."""
    return ensembles.SRPClassifier(
        model=model,
        n_models=3,
        seed=1,
        drift_detector=detectors.STEPD(window_size=4, alpha_drift=0.1),
        warning_detector=detectors.STEPD(window_size=4, alpha_drift=0.4, alpha_warning=0.5),
    )


PIPELINES = {
    "StandardScaler|AROW": lambda: StandardScaler() | learners.AROW(),
    "StandardScaler|GaussianNB": lambda: StandardScaler() | learners.GaussianNB(),
    "StandardScaler|AROW(full)": lambda: StandardScaler() | learners.AROW(covariance="full"),
    "StandardScaler|Unlearning": lambda: (
        StandardScaler() | adaptation.Unlearning(learners.AROW(), terms="none", max_records=8)
    ),
    "StandardScaler|KNNClassifier": lambda: (
        StandardScaler() | learners.KNNClassifier(n_neighbors=4, window_size=11)
    ),
    "StandardScaler|LMS": lambda: StandardScaler() | learners.LMS(),
    "StandardScaler|StandardScaler": lambda: StandardScaler() | StandardScaler(with_std=False),
    "StandardScaler|ARFRegressor": lambda: (
        StandardScaler() | ensembles.ARFRegressor(n_models=2, seed=1, grace_period=20)
    ),
    "OneHotEncoder|AROW": lambda: transforms.OneHotEncoder() | learners.AROW(),
    "OneHotEncoder|GaussianNB": lambda: transforms.OneHotEncoder() | learners.GaussianNB(),
    "OneHotEncoder|StandardScaler|AROW": lambda: (
        transforms.OneHotEncoder() | StandardScaler() | learners.AROW()
    ),
    "Discard|StandardScaler+OneHotEncoder|SGDClassifier": lambda: (
        transforms.Discard(1, "f1")
        | (StandardScaler() + transforms.OneHotEncoder())
        | learners.SGDClassifier()
    ),
    "OneHotEncoder+OneHotEncoder|PARegressor": lambda: (
        (transforms.Select(0, "f0") | transforms.OneHotEncoder())
        + (transforms.Discard(0, "f0") | transforms.OneHotEncoder(max_categories=3))
        | learners.PARegressor()
    ),
    "SelectType+SelectType|GaussianNB": lambda: (
        (transforms.SelectType("number") | transforms.RobustScaler())
        + (transforms.SelectType("text") | transforms.OneHotEncoder())
        | learners.GaussianNB()
    ),
    "SelectType+OneHotEncoder|GaussianNB": lambda: (
        (transforms.SelectType("number") | transforms.Imputer(indicator=True) | StandardScaler())
        + (transforms.Select(0, "f0", "f3") | transforms.OneHotEncoder())
        | learners.GaussianNB()
    ),
    "Imputer|OrdinalEncoder|PARegressor": lambda: (
        transforms.Imputer(strategy="previous")
        | transforms.OrdinalEncoder()
        | learners.PARegressor()
    ),
    "MaxAbsScaler|Bias|MultinomialNB": lambda: (
        transforms.MaxAbsScaler() | transforms.Bias(value=0.5) | learners.MultinomialNB()
    ),
    "BagOfWords+FeatureHasher|MultinomialNB": lambda: (
        transforms.BagOfWords() + transforms.FeatureHasher(n_features=16, alternate_sign=False)
        | learners.MultinomialNB()
    ),
    "Discard+Lags+RollingStatistics|PARegressor": lambda: (
        transforms.Discard() + transforms.Lags(lags=2) + transforms.RollingStatistics(window=3)
        | learners.PARegressor()
    ),
    "FeatureHasher|StandardScaler|AROW": lambda: (
        transforms.FeatureHasher(n_features=16) | StandardScaler() | learners.AROW()
    ),
    "StandardScaler|ResetOnDrift": lambda: (
        StandardScaler()
        | adaptation.ResetOnDrift(
            learners.AROW(), detectors.STEPD(window_size=4, alpha_drift=0.1), keep_warning=True
        )
    ),
    "StandardScaler|SlidingWindow": lambda: (
        StandardScaler() | adaptation.SlidingWindow(learners.LMS(), window=20, every=3)
    ),
    "OneHotEncoder|BackgroundLearner(OneHotEncoder|AROW)": lambda: (
        transforms.OneHotEncoder()
        | adaptation.BackgroundLearner(
            transforms.OneHotEncoder() | learners.AROW(),
            detectors.STEPD(window_size=4, alpha_drift=0.1, alpha_warning=0.4),
        )
    ),
    "StandardScaler|LeveragingBaggingClassifier": lambda: (
        StandardScaler()
        | ensembles.LeveragingBaggingClassifier(
            learners.GaussianNB(), n_models=3, seed=1, adwin_delta=0.9
        )
    ),
    "StandardScaler|AMFClassifier": lambda: (
        StandardScaler() | ensembles.AMFClassifier(n_estimators=2, seed=1, max_nodes=40)
    ),
    "MinMaxScaler|AMFRegressor": lambda: (
        transforms.MinMaxScaler() | ensembles.AMFRegressor(n_estimators=2, seed=1)
    ),
    "StandardScaler|SRPClassifier": lambda: StandardScaler() | patches(learners.GaussianNB()),
    # Both parts of the union put out columns that the rows of one batch bring in turn.
    "OneHotEncoder|Lags+OneHotEncoder|PolynomialFeatures|SGDClassifier": lambda: (
        (transforms.OneHotEncoder(max_categories=3) | transforms.Lags())
        + (
            transforms.OneHotEncoder(max_categories=2)
            | transforms.PolynomialFeatures(interaction_only=True)
        )
        | learners.SGDClassifier()
    ),
    "PolynomialFeatures|StandardScaler|LMS": lambda: (
        transforms.PolynomialFeatures(include_bias=True) | StandardScaler() | learners.LMS()
    ),
    "StandardScaler|RandomFourierFeatures|SGDClassifier": lambda: (
        StandardScaler()
        | transforms.RandomFourierFeatures(n_components=9)
        | learners.SGDClassifier()
    ),
}

# Forms that keep other arrays than the defaults do.
VARIANTS = {
    "AROW(full)": lambda: learners.AROW(covariance="full"),
    "AROW(drop)": lambda: learners.AROW(variance="drop", fit_intercept=False),
    "CW(stdev, full)": lambda: learners.CW(form="stdev", covariance="full"),
    "SCW-II": lambda: learners.SCW(variant="SCW-II"),
    "GaussianNB(missing)": lambda: learners.GaussianNB(unstored="missing"),
    "StandardScaler|GaussianNB(missing)": lambda: (
        StandardScaler() | learners.GaussianNB(unstored="missing")
    ),
    "NAROW(full)": lambda: learners.NAROW(covariance="full"),
    "SecondOrderPerceptron(full)": lambda: learners.SecondOrderPerceptron(covariance="full"),
    "PA-II": lambda: learners.PAClassifier(variant="PA-II"),
    "SGDClassifier(average)": lambda: learners.SGDClassifier(average=True, l2=0.01),
    "SGDClassifier(l1)": lambda: learners.SGDClassifier(l1=0.001, loss="hinge"),
    "SGDRegressor(average, l1)": lambda: learners.SGDRegressor(average=True, l1=0.001),
    "LMS(implicit)": lambda: learners.LMS(implicit=True),
    "KNNClassifier(manhattan, softmax)": lambda: learners.KNNClassifier(
        n_neighbors=9, window_size=8, metric="manhattan", softmax=True
    ),
    "KNNClassifier(chebyshev, not weighted)": lambda: learners.KNNClassifier(
        n_neighbors=2, window_size=19, metric="chebyshev", weighted=False
    ),
    "KNNRegressor(median)": lambda: learners.KNNRegressor(
        n_neighbors=4, window_size=13, aggregation_method="median"
    ),
    "KNNRegressor(weighted_mean)": lambda: learners.KNNRegressor(
        window_size=24, metric="manhattan", aggregation_method="weighted_mean"
    ),
    "Bagging(KNNClassifier)": lambda: ensembles.BaggingClassifier(
        learners.KNNClassifier(window_size=10), n_models=3, seed=1
    ),
    "ResetOnDrift(KNNClassifier)": lambda: adaptation.ResetOnDrift(
        learners.KNNClassifier(window_size=16), detectors.STEPD(window_size=4), keep_warning=True
    ),
    "OneVsOne(AROW)": lambda: learners.OneVsOneClassifier(learners.AROW(regularization=2.0)),
    "OneVsOne(SGD)": lambda: learners.OneVsOneClassifier(learners.SGDClassifier(average=True)),
    "Unlearning(AROW)": lambda: adaptation.Unlearning(learners.AROW(), terms="none", max_records=7),
    "Unlearning(AROW, full)": lambda: adaptation.Unlearning(
        learners.AROW(covariance="full", regularization=0.1),
        strategy="selecting",
        window=4,
        max_records=8,
    ),
    "Unlearning(AROW, information)": lambda: adaptation.Unlearning(
        learners.AROW(),
        sigma="information",
        terms="norm",
        strategy="forwarding",
        window=5,
        max_records=8,
    ),
    "Unlearning(CW)": lambda: adaptation.Unlearning.literal(
        learners.CW(), strategy="selecting", window=None, max_records=8, max_tests=3
    ),
    "OneVsOne(Unlearning)": lambda: learners.OneVsOneClassifier(
        adaptation.Unlearning(learners.SCW(), balance="off", max_records=5)
    ),
    "HoeffdingTree(gini, mc)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4, delta=0.5, split_criterion="gini", leaf_prediction="mc", max_depth=2
    ),
    "HoeffdingTree(hellinger, nb)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4,
        delta=0.5,
        split_criterion="hellinger",
        leaf_prediction="nb",
        remove_poor_attrs=True,
    ),
    "HoeffdingTree(draws, moa)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=3, tau=2.0, max_features="sqrt", preset="moa", seed=7
    ),
    "HoeffdingTree(histogram)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4, tau=2.0, splitter="histogram", n_bins=4
    ),
    "HoeffdingTree(quantizer)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4, tau=2.0, splitter="quantizer", max_features=2
    ),
    "HoeffdingTree(exhaustive)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4, tau=2.0, splitter="exhaustive", remove_poor_attrs=True
    ),
    "HoeffdingTree(nominal)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4,
        tau=2.0,
        nominal_attributes=(0, 1, "north", "east", "f0", "f1"),
        max_categories=5,
    ),
    "HoeffdingTree(nominal, binary)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=4,
        tau=2.0,
        nominal_attributes=(0, 2, "north", "south", "f0", "f2"),
        binary_split=True,
    ),
    "HoeffdingTree(max_bytes)": lambda: learners.HoeffdingTreeClassifier(
        grace_period=2, tau=2.0, max_bytes=16_384, memory_estimate_period=7
    ),
    "HoeffdingAdaptiveTree(few rows)": lambda: learners.HoeffdingAdaptiveTreeClassifier(
        grace_period=3, tau=2.0, drift_window_threshold=4, drift_delta=0.9, switch_significance=0.9
    ),
    "MondrianTree(leaves, pure)": lambda: learners.MondrianTreeClassifier(
        use_aggregation=False, split_pure=True
    ),
    "MondrianTree(max_nodes)": lambda: learners.MondrianTreeRegressor(max_nodes=15, seed=3),
    "TreeRegressor(mean, quantizer)": lambda: learners.HoeffdingTreeRegressor(
        grace_period=4, delta=0.5, leaf_prediction="mean", splitter="quantizer", max_depth=2
    ),
    "TreeRegressor(few bins, draws)": lambda: learners.HoeffdingTreeRegressor(
        grace_period=4, tau=2.0, min_samples_split=0, max_bins=3, max_features=2, seed=7
    ),
    "TreeRegressor(nominal)": lambda: learners.HoeffdingTreeRegressor(
        grace_period=4,
        tau=2.0,
        min_samples_split=0,
        nominal_attributes=(0, 1, "north", "east", "f0", "f1"),
        max_categories=5,
    ),
    "TreeRegressor(nominal, binary)": lambda: learners.HoeffdingTreeRegressor(
        grace_period=4,
        tau=2.0,
        min_samples_split=1,
        split_criterion="deviation",
        nominal_attributes=(0, 2, "north", "south", "f0", "f2"),
        binary_split=True,
    ),
    "TreeRegressor(max_bytes)": lambda: learners.HoeffdingTreeRegressor(
        grace_period=2, tau=2.0, min_samples_split=0, max_bytes=16_384, memory_estimate_period=7
    ),
    "FIMTDD(few rows)": lambda: learners.FIMTDDRegressor(
        grace_period=3,
        tau=2.0,
        min_samples_split=1,
        drift_threshold=0.1,
        alternate_check_period=3,
        alternate_patience=6,
    ),
    "ResetOnDrift(AROW)": lambda: adaptation.ResetOnDrift(
        learners.AROW(), detectors.HDDM_W(drift_confidence=0.3, warning_confidence=0.6)
    ),
    "ResetOnDrift(keep_warning)": lambda: adaptation.ResetOnDrift(
        learners.GaussianNB(),
        detectors.HDDM_A(drift_confidence=0.3, warning_confidence=0.6),
        keep_warning=True,
        max_rows=5,
    ),
    "ResetOnDrift(full)": lambda: adaptation.ResetOnDrift(
        learners.AROW(covariance="full"), detectors.STEPD(window_size=4), keep_warning=True
    ),
    "ResetOnDrift(OneHotEncoder|AROW)": lambda: adaptation.ResetOnDrift(
        transforms.OneHotEncoder() | learners.AROW(),
        detectors.STEPD(window_size=4),
        keep_warning=True,
    ),
    "ResetOnDrift(PARegressor)": lambda: adaptation.ResetOnDrift(
        learners.PARegressor(),
        detectors.HDDM_W(drift_confidence=0.3, warning_confidence=0.6),
        keep_warning=True,
    ),
    "BackgroundLearner(AROW)": lambda: adaptation.BackgroundLearner(
        learners.AROW(), detectors.STEPD(window_size=4, alpha_drift=0.1, alpha_warning=0.4)
    ),
    "BackgroundLearner(StandardScaler|LMS)": lambda: adaptation.BackgroundLearner(
        StandardScaler() | learners.LMS(),
        detectors.ADWIN(delta=0.5, clock=1),
        warning_detector=detectors.ADWIN(delta=0.9, clock=1),
    ),
    "SlidingWindow(OneHotEncoder|AROW)": lambda: adaptation.SlidingWindow(
        transforms.OneHotEncoder() | learners.AROW(), window=9, every=2
    ),
    "SlidingWindow(LMS)": lambda: adaptation.SlidingWindow(learners.LMS(), window=30, every=10),
    "BaggingClassifier(AROW)": lambda: ensembles.BaggingClassifier(
        learners.AROW(), n_models=3, seed=2, threads=2
    ),
    "BaggingClassifier(OneHotEncoder|AROW)": lambda: ensembles.BaggingClassifier(
        transforms.OneHotEncoder() | learners.AROW(), n_models=3, seed=2
    ),
    "LeveragingBaggingClassifier(me)": lambda: ensembles.LeveragingBaggingClassifier(
        learners.GaussianNB(), n_models=3, seed=1, adwin_delta=0.9, bagging_method="me"
    ),
    "LeveragingBaggingClassifier(moa)": lambda: ensembles.LeveragingBaggingClassifier(
        learners.AROW(), n_models=3, seed=1, adwin_delta=0.9, preset="moa"
    ),
    "SRPClassifier(soon)": lambda: patches(learners.GaussianNB()),
    "SRPClassifier(StandardScaler|AROW)": lambda: patches(StandardScaler() | learners.AROW()),
    "BaggingRegressor(StandardScaler|LMS)": lambda: ensembles.BaggingRegressor(
        StandardScaler() | learners.LMS(), n_models=3, seed=1
    ),
    "ARFRegressor(soon)": lambda: ensembles.ARFRegressor(
        n_models=3,
        seed=1,
        threads=2,
        aggregation_method="median",
        drift_detector=detectors.ADWIN(delta=0.9, clock=1),
        warning_detector=detectors.ADWIN(delta=0.99, clock=1),
    ),
    "StandardScaler(mean)": lambda: StandardScaler(with_std=False),
    "DateParts(cyclic)": lambda: transforms.DateParts(
        parts=("year",), cyclic=("hour", "weekday", "month")
    ),
    "Imputer(median, indicator)": lambda: transforms.Imputer(strategy="median", indicator=True),
    "Imputer(most_frequent)": lambda: transforms.Imputer(strategy="most_frequent"),
    "Imputer(previous)": lambda: transforms.Imputer(strategy="previous", indicator=True),
    "MinMaxScaler(clip)": lambda: transforms.MinMaxScaler(clip=True),
    "OrdinalEncoder(missing)": lambda: transforms.OrdinalEncoder(
        unknown_value=None, max_categories=50
    ),
    "RobustScaler(wide)": lambda: transforms.RobustScaler(
        with_centering=False, q_inf=0.05, q_sup=0.9
    ),
    "Lags(several)": lambda: transforms.Lags(lags=[3, 1]),
    "PolynomialFeatures(degree 3)": lambda: transforms.PolynomialFeatures(
        degree=3, include_bias=True
    ),
    "RollingStatistics(all)": lambda: transforms.RollingStatistics(
        window=4, statistics=["count", "sum", "median", "var", "max", "min", "std", "mean"]
    ),
}
