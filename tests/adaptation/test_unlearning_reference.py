"""The reference itself keeps the worked numbers of its definition."""

import numpy as np
import pytest
from oracles.unlearning_reference import AROW, CW, PA, SCW, Unlearning, concept_reset, literal

EXAMPLES = [
    ((1.0, 0.0), 1),
    ((0.8, 0.6), 1),
    ((0.0, 1.0), -1),
    ((1.0, 0.2), -1),
    ((0.6, 0.8), -1),
    ((1.0, 0.0), -1),
]
LEARNERS = {
    "PA": lambda d=2: PA(d),
    "PA-I": lambda d=2: PA(d, C=0.3, slack="linear"),
    "PA-II": lambda d=2: PA(d, C=0.5, slack="squared"),
    "CW": lambda d=2: CW(d, phi=1.0),
    "CW stdev": lambda d=2: CW(d, phi=1.0, form="stdev"),
    "CW diagonal": lambda d=2: CW(d, phi=1.0, diagonal=True),
    "SCW-I": lambda d=2: SCW(d),
    "SCW-II": lambda d=2: SCW(d, variant="II"),
    "AROW": lambda d=2: AROW(d, r=0.1),
    "AROW diagonal": lambda d=2: AROW(d, r=0.1, diagonal=True),
}


def taught(model, examples=EXAMPLES):
    for x, y in examples:
        model.learn(np.array(x), y)
    return model


def random_examples(seed, rows=300, width=3):
    """Return rows of a rule that is reversed half-way."""
    draw = np.random.default_rng(seed)
    X = draw.uniform(-1.0, 1.0, (rows, width))
    y = np.where(X[:, 0] + 0.3 * X[:, 1] >= 0.1, 1, -1)
    y[rows // 2 :] *= -1
    return list(zip(X, y.tolist(), strict=True))


def test_arow_tests_and_removes_as_worked_out_by_hand():
    model = Unlearning(AROW(2, r=0.1), alpha=0.9)
    course, weights = [], []

    for x, y in EXAMPLES:
        model.learn(np.array(x), y)
        weights.append(model.learner.w)
        course.append(model.weights())

    assert course == [
        pytest.approx(pair, abs=1e-9)
        for pair in [
            (1.0, 0.0),
            (0.7575757576, 1.3),
            (1.6279499162, 3.0245557749),
            (1.5574120467, 2.8295450977),
            (1.5196131782, 1.6761968262),
            (1.4960229172, 1.2042215176),
        ]
    ]
    assert [(t.row, t.candidate, t.removed) for t in model.tests] == [
        (1, 0, True),
        (2, 1, False),
        (3, 1, False),
        (4, 1, False),
        (5, 1, False),
    ]
    assert [t.without for t in model.tests] == pytest.approx(
        [1.2417043769, 4.4508396516, 4.7818505251, 3.5671785464, 2.1669133590], abs=1e-9
    )
    assert [t.original for t in model.tests] == pytest.approx(
        [1.4655647383, 2.5343043039, 4.4557944684, 1.8100067319, 1.4193526076], abs=1e-9
    )
    np.testing.assert_allclose(
        weights,
        [
            (0.9090909091, 0.0),
            (0.0382775120, 0.3157894737),
            (0.3116883117, -0.6753246753),
            (-0.7559209158, -0.6690232794),
            (-0.7588683496, -0.6724441794),
            (-0.8677623690, -0.6341621753),
        ],
        atol=1e-9,
    )


def test_covariance_is_as_worked_out_by_hand():
    model = Unlearning(AROW(2, r=0.1), alpha=0.9)

    after_two = taught(model, EXAMPLES[:2]).learner.S
    after_six = taught(model, EXAMPLES[2:]).learner.S

    expected = [[0.9897926635, -0.0842105263], [-0.0842105263, 0.3052631579]]
    np.testing.assert_allclose(after_two, expected, atol=1e-9)
    expected = [[0.0451595712, -0.0158759765], [-0.0158759765, 0.0551977230]]
    np.testing.assert_allclose(after_six, expected, atol=1e-9)


def test_original_after_the_update_removes_later_and_ends_alike():
    before = taught(Unlearning(AROW(2, r=0.1), alpha=0.9))
    after = taught(Unlearning(AROW(2, r=0.1), alpha=0.9, original="post"))

    first = next(test for test in after.tests if test.removed)
    assert (first.row, first.candidate) == (2, 0)
    assert (first.without, first.original) == pytest.approx((1.0791438334, 3.2224752469), abs=1e-9)
    np.testing.assert_allclose(after.learner.w, before.learner.w, atol=1e-12)
    np.testing.assert_allclose(after.learner.S, before.learner.S, atol=1e-12)


def test_passive_aggressive_removes_as_worked_out_by_hand():
    model = Unlearning(PA(2), alpha=0.9)

    taught(model, EXAMPLES[:2])
    (test,) = model.tests
    assert (test.b, test.g, test.without, test.original) == pytest.approx((0.0, 1.04, 0.6816, 1.08))
    np.testing.assert_allclose(model.learner.w, (0.16, 0.12), atol=1e-12)

    taught(model, EXAMPLES[2:])
    assert model.forgotten == [(0, 1)]
    np.testing.assert_allclose(model.learner.w, (-1.0, -1.1846153846), atol=1e-9)


@pytest.mark.parametrize(
    ("learner", "w", "S"),
    [
        (PA(2), (0.5076923077, -1.5076923077), None),
        (PA(2, C=0.1, slack="linear"), (0.07, -0.25), None),
        (PA(2, C=0.5, slack="squared"), (0.3326071169, -0.9353667393), None),
        (CW(2), (0.3017842242, -0.6545805363), (0.3113739819, -0.1259891967, 0.2934007237)),
        (CW(2, phi=1e-4), (1.384615868e-05, -2.138461421e-04), None),
        (CW(2, diagonal=True), (0.2348597498, -0.5840441260), (0.2589644355, 0.0, 0.2322315048)),
        (
            CW(2, form="stdev"),
            (0.3833731752, -0.9524426675),
            (0.3125507082, -0.1361492835, 0.2835879460),
        ),
        (SCW(2), (0.4626706937, -0.8861647444), (0.3261940193, -0.1247460223, 0.2931189438)),
        (
            SCW(2, variant="II"),
            (0.3525723004, -0.7465610232),
            (0.4127198103, -0.1153530698, 0.3607912777),
        ),
        (AROW(2), (0.3728686528, -0.6584223346), (0.3185310099, -0.0599587783, 0.2465804759)),
        (
            AROW(2, r=0.1, diagonal=True),
            (0.4393135309, -0.8074293612),
            (0.0418410042, 0.0, 0.0298507463),
        ),
    ],
)
def test_learners_keep_the_worked_numbers(learner, w, S):
    for x, y in [((1, 0.5), 1), ((-0.5, 1), -1), ((0.2, -1), 1), ((1, 1), -1)]:
        learner.update(np.array(x, dtype=float), y)

    np.testing.assert_allclose(learner.w, w, atol=1e-9)
    if S is not None:
        full = np.diag(learner.S) if learner.diagonal else learner.S
        np.testing.assert_allclose((full[0, 0], full[0, 1], full[1, 1]), S, atol=1e-9)


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("strategy", ["queue", "forwarding", "selecting"])
def test_removing_all_that_is_left_gives_the_first_model(name, strategy):
    untaught = LEARNERS[name](3)
    model = Unlearning(LEARNERS[name](3), strategy=strategy, alpha=0.9, window=20)
    taught(model, random_examples(1))
    assert model.records

    while model.records:
        record = model.records[0]
        model.unlearn(record.x, record.y)

    np.testing.assert_allclose(model.learner.w, untaught.w, atol=1e-10)
    if untaught.S is not None:
        np.testing.assert_allclose(model.learner.S, untaught.S, atol=1e-10)


@pytest.mark.parametrize("diagonal", [False, True])
def test_information_form_gives_the_covariance_of_never_having_learned(diagonal):
    model = Unlearning(
        AROW(3, r=0.1, diagonal=diagonal), alpha=0.9, sigma="information", terms="none"
    )

    taught(model, random_examples(2))

    assert model.forgotten
    precision = np.eye(3) + sum(np.outer(r.x, r.x) for r in model.records) / 0.1
    S = 1.0 / np.diag(precision) if diagonal else np.linalg.inv(precision)
    np.testing.assert_allclose(model.learner.S, S, rtol=1e-7)


def test_negative_alpha_is_the_plain_learner():
    plain = AROW(3, r=0.1)
    model = Unlearning(AROW(3, r=0.1), alpha=-1.0)

    for x, y in random_examples(3):
        plain.update(x, y)
        model.learn(x, y)

    assert not model.forgotten
    np.testing.assert_array_equal(model.learner.w, plain.w)


def test_forwarding_tests_a_record_once_at_its_age():
    model = taught(
        Unlearning(PA(3), strategy="forwarding", window=7, alpha=0.9), random_examples(4)
    )

    assert {test.row - test.candidate for test in model.tests} == {7}
    assert len({test.candidate for test in model.tests}) == len(model.tests)


def test_selecting_takes_the_best_of_its_window():
    model = Unlearning(PA(3), strategy="selecting", window=15, alpha=0.9, balance="off")

    for x, y in random_examples(5):
        model.learn(x, y)
        if not model.tests or model.tests[-1].row != model.rounds - 1 or model.tests[-1].removed:
            continue
        (value, pick) = (model.tests[-1].without, model.tests[-1].candidate)
        rest = [r for r in model.records if 1 <= model.rounds - 1 - r.row <= 15]
        others = [max(0.0, 1.0 - y * ((model.learner.w - r.step.dw) @ x)) ** 2 for r in rest]
        assert value == pytest.approx(min(others))
        assert model.rounds - 1 - pick <= 15


def test_literal_reading_forgets_in_rounds_that_both_models_get_right():
    model = taught(literal(PA(3), alpha=0.5), random_examples(6))

    removals = [test for test in model.tests if test.removed]
    assert removals
    # After an update PA has no loss but rounding; what is left decides nothing that matters.
    assert max(max(test.without, test.original) for test in removals) < 1e-28


def test_bounded_records_keep_what_they_drop():
    model = taught(Unlearning(PA(3), alpha=-1.0, max_records=5), random_examples(7))

    assert len(model.records) == 5
    kept = sum(record.step.dw for record in model.records)
    assert not np.allclose(model.learner.w, kept)


def test_oracle_starts_anew_before_the_row_of_a_drift():
    rows = [(np.array([1.0]), -1), (np.array([1.0]), -1), (np.array([1.0]), -1)]

    assert concept_reset(lambda: PA(1), {2}, rows) == [1, -1, 1]
