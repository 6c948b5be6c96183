"""Tables and verdicts, on scores made up so that the answer is known."""

import numpy as np
import pytest

from driftline.reproduce.unlearning.claims import judged
from driftline.reproduce.unlearning.intervals import rank_difference
from driftline.reproduce.unlearning.methods import ARMS, LOSS_ONLY, METHODS
from driftline.reproduce.unlearning.protocol import LEARNERS, NOISES, PROBLEMS
from driftline.reproduce.unlearning.readings import PARTS, judgement
from driftline.reproduce.unlearning.real import REAL_ARMS
from driftline.reproduce.unlearning.scores import Scores, joined
from driftline.reproduce.unlearning.tables import by_kind, by_learner, by_noise, by_stream

REPETITIONS = 5
#: Accuracy over plain learning, as the paper tells it, by learner: PA, CW, AROW.
GAINS = {
    "none": (0.0, 0.0, 0.0),
    "forwarding": (-0.001, -0.001, 0.05),
    "queue": (0.01, 0.001, 0.10),
    "selecting": (-0.002, -0.002, 0.06),
    "concept": (0.02, 0.02, 0.20),
    "EDDM": (0.005, -0.003, 0.03),
    "queue, literal": (0.0, 0.0, 0.02),
    "queue, loss only": (-0.2, 0.0, 0.1),
}


def as_the_paper_tells_it(seed=0):
    """Every claim about generated streams holds here."""
    draw = np.random.default_rng(seed)
    shape = (len(PROBLEMS), len(NOISES), REPETITIONS, len(LEARNERS), len(ARMS))
    values = np.full(shape, 0.7) + draw.normal(0.0, 1e-5, shape)
    values += np.array([GAINS[arm] for arm in ARMS]).T
    concept, loss = ARMS.index("concept"), ARMS.index(LOSS_ONLY)
    for i, name in enumerate(PROBLEMS):
        if PROBLEMS[name].kind == "gradual":
            ahead = 0.0 if name == "CIRCLES" else 1.0
            # Above queue on the mean of the learners, and still last for two of them.
            values[i, ..., concept] = 0.7 + ahead * np.array([-0.02, -0.02, 0.30])
            values[i, ..., concept] -= (1 - ahead) * 0.05
    values[..., concept] -= 0.01 * np.array(NOISES)[None, :, None, None]
    values[..., loss] += draw.normal(0.0, 0.05, shape[:-1])
    return Scores(values, tuple(PROBLEMS), NOISES, ARMS)


def real(mnist_queue=0.97, elec_queue=0.80):
    plain = dict.fromkeys(REAL_ARMS, 0.0) | {"none": 0.97, "queue": mnist_queue}
    market = dict.fromkeys(REAL_ARMS, 0.0) | {"none": 0.75, "EDDM": 0.78, "queue": elec_queue}
    counts = [
        {
            "rows": 1000,
            "right": {n: [round(1000 * own[arm]) for arm in REAL_ARMS] for n in LEARNERS},
        }
        for own in (plain, market)
    ]
    return {"mnist": counts[:1], "elec2": counts[1:]}


def changed(change):
    """Return the verdicts after a change to the made-up scores."""
    found = as_the_paper_tells_it()
    change(found)
    return {claim.id: claim.holds for claim in judged(found, real())}


def arm(name):
    return (..., ARMS.index(name))


def test_every_claim_holds_where_the_numbers_are_those_of_the_paper():
    found = judged(as_the_paper_tells_it(), real())

    assert {claim.id: claim.verdict for claim in found} == {f"U{i}": "holds" for i in range(1, 12)}


def test_queue_is_not_first_where_a_rival_outranks_it():
    def change(found):
        found.values[arm("EDDM")] = found.values[arm("queue")] + 0.001

    assert changed(change)["U1"] is False


def test_queue_must_beat_none_on_more_than_half_of_the_streams():
    def change(found):
        found.values[(slice(0, 5), *arm("queue"))] = found.values[(slice(0, 5), *arm("none"))]

    assert changed(change)["U2"] is False


def test_the_oracle_must_not_win_on_circles():
    def change(found):
        place = found.problems.index("CIRCLES")
        found.values[(place, *arm("concept"))] = 0.99

    assert changed(change)["U3"] is False


def test_the_oracle_must_be_bad_on_gradual_drift():
    def change(found):
        found.values[arm("concept")] = 0.99

    assert changed(change)["U4"] is False


def test_selecting_must_be_behind_queue():
    def change(found):
        found.values[arm("selecting")] = found.values[arm("queue")] + 0.001

    assert changed(change)["U5"] is False


def test_a_gap_that_grows_with_noise_is_not_closed_by_it():
    def change(found):
        found.values[arm("concept")] += 0.05 * np.array(NOISES)[None, :, None, None]

    assert changed(change)["U6"] is False


def test_arow_must_gain_more_than_the_others():
    def change(found):
        found.values[(..., LEARNERS.index("PA"), ARMS.index("queue"))] += 0.15

    assert changed(change)["U7"] is False


def test_a_gain_on_arow_that_chance_gives_too_is_none():
    def change(found):
        place = (..., LEARNERS.index("AROW"), ARMS.index("selecting"))
        draw = np.random.default_rng(1).normal(0.0, 0.3, (REPETITIONS,))
        draw -= draw.mean() - 0.01  # above plain AROW on the mean, by far less than its spread
        found.values[place] = found.values[..., LEARNERS.index("AROW"), ARMS.index("none")] + draw

    found = as_the_paper_tells_it()
    change(found)
    (claim,) = [own for own in judged(found, real()) if own.id == "U7"]

    assert claim.holds is False
    assert "AROW +1.00 (p = 0." in claim.numbers


def test_a_lead_that_few_repetitions_decide_is_close():
    found = as_the_paper_tells_it()
    clear = {claim.id: claim.is_close for claim in judged(found, real())}
    rival, queue = found.values[arm("EDDM")], found.values[arm("queue")]
    rival[...] = queue  # wins a repetition by what it loses in the next
    rival += np.array([0.01, -0.01, 0.02, -0.02, -0.0001])[None, None, :, None]

    again = {claim.id: claim for claim in judged(found, real())}

    assert clear["U1"] is False
    assert (again["U1"].holds, again["U1"].is_close) == (True, True)


def test_a_failure_that_is_sure_is_not_close_whatever_else_is():
    found = as_the_paper_tells_it()
    pa = LEARNERS.index("PA")
    found.values[..., pa, ARMS.index("selecting")] += 0.1  # helps, and must not
    doubtful = np.array([0.01, -0.01, 0.02, -0.02, 0.0001])[None, None, :]
    found.values[..., pa, ARMS.index("EDDM")] = found.values[..., pa, ARMS.index("none")] + doubtful

    (claim,) = [own for own in judged(found, real()) if own.id == "U8"]

    assert (claim.holds, claim.is_close) == (False, False)


def test_interval_of_ranks_is_a_point_where_all_repetitions_agree():
    found = as_the_paper_tells_it()

    apart = rank_difference(found, "queue", "none")

    assert apart.low == apart.difference == apart.high < 0.0


def test_selecting_must_not_help_pa():
    def change(found):
        found.values[(..., LEARNERS.index("PA"), ARMS.index("selecting"))] += 0.1

    assert changed(change)["U8"] is False


def test_a_calm_loss_only_test_is_not_unstable():
    def change(found):
        found.values[arm(LOSS_ONLY)] = found.values[arm("queue")]

    assert changed(change)["U9"] is False


@pytest.mark.parametrize(
    ("given", "claim", "holds"),
    [
        (real(mnist_queue=0.966), "U10", True),
        (real(mnist_queue=0.96), "U10", False),
        (real(elec_queue=0.77), "U11", False),
        ({"mnist": [], "elec2": []}, "U10", None),
        ({"mnist": [], "elec2": []}, "U11", None),
    ],
)
def test_claims_about_real_streams(given, claim, holds):
    found = {own.id: own for own in judged(as_the_paper_tells_it(), given)}

    assert found[claim].holds is holds


def test_ranks_are_of_mean_accuracies_and_equals_share_theirs():
    values = np.zeros((1, 1, 2, len(LEARNERS), len(ARMS)))
    values[..., : len(METHODS)] = [0.5, 0.6, 0.9, 0.6, 0.95, 0.1]
    found = Scores(values, ("SINE1",), (0.0,), ARMS)

    assert found.ranks()[0, 0, 0].tolist() == [5.0, 3.5, 2.0, 3.5, 1.0, 6.0]


def test_tables_have_a_line_for_each_group():
    found = as_the_paper_tells_it()

    assert [row[0] for row in by_kind(found).rows] == ["abrupt", "gradual", "virtual", "all"]
    assert [row[0] for row in by_learner(found).rows] == list(LEARNERS)
    assert [row[0] for row in by_noise(found).rows] == [f"{noise:.2f}" for noise in NOISES]
    assert [row[0] for row in by_stream(found).rows] == list(PROBLEMS)


def test_table_of_accuracies_is_in_percent_with_paired_differences():
    table = by_stream(as_the_paper_tells_it(), "AROW")

    row = dict(zip(table.headings, table.rows[0], strict=True))
    assert (row["none"], row["queue"]) == ("70.00", "80.00")
    assert row["queue - none"] == "+10.00 (p < 0.0001)"


def test_repetitions_that_not_all_streams_have_are_left_out():
    right = {name: [5] * len(ARMS) for name in LEARNERS}
    cells = [
        {"problem": problem, "noise": 0.0, "seed": seed, "rows": 10, "right": right}
        for problem, seed in [("SINE1", 1), ("SINE1", 2), ("LINES", 1)]
    ]

    found = joined(cells, ARMS)

    assert found.values.shape == (2, 1, 1, len(LEARNERS), len(ARMS))
    assert (found.values == 0.5).all()


def test_a_reading_that_finds_what_the_paper_found_scores_1():
    found = as_the_paper_tells_it().among(list(PROBLEMS)[:10])

    parts, accuracy = judgement(found)

    assert parts == pytest.approx(dict.fromkeys(PARTS, 1.0))
    assert accuracy == pytest.approx(0.7 + (0.01 + 0.001 + 0.1) / 3, abs=1e-4)


def test_a_reading_that_never_forgets_scores_low():
    found = as_the_paper_tells_it().among(list(PROBLEMS)[:10])
    for name in ("forwarding", "queue", "selecting"):
        found.values[arm(name)] = found.values[arm("none")]

    parts, _ = judgement(found)

    assert parts["queue over none"] == parts["queue over selecting"] == 0.0
    assert sum(parts.values()) / len(parts) < 0.5
