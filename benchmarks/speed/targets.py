"""The speed the project promises: for each comparison the ratio it has to reach."""

FLOOR = 2.0
RIVER_MANY = 100.0
RIVER_ONE = {"dict": 30.0, "NumPy row": 30.0, "list": 50.0}
IMPORT_MILLISECONDS = 150.0
START_MILLISECONDS = 500.0
WHEEL_MEGABYTES = 10.0
FLATNESS = 2.0
"""Time per row at 10^6 features over that at 10^3 that still counts as flat, the same number of
columns being in use."""

HASHED_MILLIONS = 50.0
"""Keys of ten bytes from an Arrow column that a sampler by key looks at in a second, at least."""

KEPT_NANOSECONDS = 100.0
"""Time of Algorithm L for an item that enters the sample, at most; others cost nothing."""

SCORED_NANOSECONDS = {2: 5.0, 7: 7.0}
"""Time to score a row with the usual metrics, at most, by the number of labels."""

GENERATOR_ROWS = 20e6
"""Rows a second of a generator of two features."""
GENERATOR_RATIO = 20.0
"""Over the same generator of River and of CapyMOA."""

MOA = {"logistic": 7.0, "nb": 8.0}
SCIKIT_LEARN = 8.0
SCIKIT_LEARN_BAYES_COVTYPE = 3.0
VOWPAL_WABBIT = 8.0


def time_that_counts(peer: str) -> str:
    """CPU time where a peer shares the rows' work out to two threads, else the smaller one."""
    return "cpu_ns" if peer.startswith("Vowpal Wabbit") else "ns"


DETECTOR_RIVER = {"ADWIN": 10.0, "KSWIN": 100.0}
"""Over River's row loop; 20 for those not named."""
DETECTOR_MOA = {"ADWIN": 7.0}
"""Over MOA's loop in Java; 1 for those not named."""


def detector(name: str, peer: str) -> float:
    """Least ratio of the peer's time over ours."""
    return DETECTOR_RIVER.get(name, 20.0) if peer == "River" else DETECTOR_MOA.get(name, 1.0)


def against(peer: str, learner: str, stream: str) -> float | None:
    """Least ratio of the peer's time over ours, None where nothing is promised."""
    if peer == "River":
        return RIVER_MANY
    if peer == "MOA, Java loop, plain evaluators":
        return MOA.get(learner)
    if peer.startswith("scikit-learn"):
        is_exception = learner == "nb" and stream == "covtype"
        return SCIKIT_LEARN_BAYES_COVTYPE if is_exception else SCIKIT_LEARN
    if peer == "Vowpal Wabbit, --sgd":
        return VOWPAL_WABBIT
    return None


#: How often the time of its learner unlearning may take, with ten features.
UNLEARNING_QUEUE = 2.5
UNLEARNING_SELECTING = 25.0  # with 100 records

FOREST_THREADS = 1.8
"""How much sooner two threads are through with an ensemble than one, at least."""
TREE_MEMORY = 1.0 / 3.0
"""Bytes per node over MOA's, at most."""
TREE_NODES = 0.05
"""Trees whose numbers of nodes differ by more than this share are not compared."""
TREE_ACCURACY = 0.005
"""Nor those that are less accurate by more than this."""
ONE_SPLIT = 2
"""Nodes by which trees may differ all the same: small ones cannot differ by less."""
ENSEMBLE_ACCURACY = 0.007
"""Ensembles that are less accurate by more than this are not compared either."""
TREE_MOA = {"elec2": 10.0, "covtype": 15.0}
"""Over MOA's Java loop, a tree by itself; 8 on the other streams."""
ENSEMBLE_MOA = {"arf_share": 30.0, "leveraging": 15.0}
TREE_RIVER = {"tree": 300.0, "arf_sqrt": 200.0, "leveraging": 500.0}
"""Over River, on ELEC2."""


def trees(peer: str, learner: str, stream: str) -> float | None:
    """Least ratio of the peer's time over ours, None where nothing is promised."""
    if peer == "River":
        return TREE_RIVER.get(learner) if stream == "elec2" else None
    if peer != "MOA, Java loop, plain evaluators":
        return None
    if learner == "tree":
        return TREE_MOA.get(stream, 8.0)
    return ENSEMBLE_MOA.get(learner) if stream == "elec2" else None
