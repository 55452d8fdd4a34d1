"""Evidence and odds: what is more likely stays more likely, and odds are probabilities."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.ports import Trouble
from vision.arrays import Float, f32
from vision.fitting.calibration_data import NO_CARD, Sample, load, save
from vision.fitting.calibration_fit import PLAIN, SIGNS, TARGET, crossed, fit, logistic, threshold
from vision.fitting.calibration_report import reliability, write
from vision.reading.calibrate import ABSENT, FEATURES, POOL, Calibration, load_calibration, logit
from vision.reading.evidence import FLOOR, Evidence, suit_kind
from vision.reading.judge import FAINT_HEAT, PRINTED_HEAT, Judged, colourless, reading
from vision.reading.names import ALL_FACES, FACES, of_faces
from vision.reading.pair import Group, Pose
from vision.reading.patches import redness
from vision.reading.reader import worth_telling

WEIGHTS = dict.fromkeys(FEATURES, 0.0) | {f"margin {kind}": 0.9 for kind in ("rank", "black", "red", "other")}
BLACK, RED = (-9.0, -9.0, -0.1, -2.0, -4.0, -6.0, -9.0, -9.0), (-9.0, -9.0, -4.0, -2.0, -1.0, -0.8, -1.0, -1.0)
FITTED = Calibration(
    pool=(1.0, 0.9, 1.2, 0.8, 0.7, 1.0),
    ink=(BLACK, RED, RED, BLACK),
    joker=-2.0,
    bias=-1.0,
    weights=tuple((WEIGHTS | {"index": 0.2, "body": 1.0}).values()),
    absent=(1.0, -0.3, 0.1, 0.0, 0.0, 0.2, 1.5, 0.5, 0.3),
    accept=0.99,
    accept_alone=0.999,
)


def evidence(rng: np.random.Generator, sure: float = 3.0, corners: int = 1, face: bool = False) -> Evidence:
    """Made-up log-probabilities of one card."""

    def logs() -> Float:
        raw = rng.normal(0, sure, 18)
        parts = [part - np.logaddexp.reduce(part) for part in (raw[:14], raw[14:])]
        return f32(np.maximum(np.concatenate(parts), FLOOR))

    return Evidence(logs(), corners, float(rng.uniform(0.2, 1)), float(rng.normal(4, 4)), False, -0.2,
                    20.0, float(rng.uniform()), face=logs() if face else None)  # fmt: skip


@pytest.mark.parametrize(
    ("lonely", "corners", "heat", "accepted"),
    [
        (False, 1, 0.5, True),
        (False, 1, 0.45, False),
        (False, 2, 0.45, True),
        (True, 1, 0.9, True),
        (True, 1, 0.5, False),
        (False, 0, 0.9, False),
    ],
)
def test_a_faint_index_where_no_card_is_seen_is_not_accepted(
    lonely: bool, corners: int, heat: float, accepted: bool
) -> None:
    corner = np.full(18, FLOOR, np.float32)
    corner[[3, 15]] = -1e-3
    sure = Evidence(corner, corners, heat, 9.0, False, -0.1, 20.0, 0.9, lonely=lonely)
    told = reading(Judged(Group((), Pose(100, 100, 0, 2)), sure), (200, 200), FITTED)
    assert told.p > FITTED.accept_alone and told.accepted is accepted


@given(seed=st.integers(0, 10_000), corners=st.integers(0, 4), face=st.booleans(), sure=st.floats(0.1, 8))
@settings(max_examples=60, deadline=None)
def test_odds_are_probabilities_and_name_the_best_face_first(seed: int, corners: int, face: bool, sure: float) -> None:
    one = evidence(np.random.default_rng(seed), sure, corners, face)
    shares = FITTED.shares(one)
    assert float(shares.sum()) == pytest.approx(1, abs=1e-4)
    odds = FITTED.odds(one, shares)
    assert (odds >= 0).all() and float(odds.sum()) <= 1 + 1e-5
    assert int(odds.argmax()) == int(shares.argmax())
    told = reading(Judged(Group((0,), Pose(50, 50, 3, 1)), one), (100, 100), FITTED)
    assert next(iter(told.odds)) == told.card and told.odds[told.card] == told.p
    faint = corners == 1 and one.heat < (PRINTED_HEAT if one.lonely else FAINT_HEAT)
    assert told.accepted == (told.p >= FITTED.needed(one) and corners > 0 and not faint)


def test_ranks_and_suits_add_up_to_faces_and_jokers_have_a_colour() -> None:
    rank, suit = np.full(14, -9.0, np.float32), np.log(np.array([0.7, 0.05, 0.05, 0.2], np.float32))
    rank[3] = -0.01
    scores = of_faces(rank, suit)
    assert len(scores) == len(ALL_FACES) and FACES[int(scores.argmax())] == "5S"
    rank[13] = 0.0
    scores = of_faces(rank, suit)
    assert ALL_FACES[int(scores.argmax())] == "XB"
    assert math.exp(scores[-2]) == pytest.approx(0.9, abs=1e-3) and math.exp(scores[-1]) == pytest.approx(0.1, abs=1e-3)


def test_a_joker_of_doubtful_colour_is_just_a_joker() -> None:
    odds = dict.fromkeys(ALL_FACES, 0.0)
    sure = colourless(odds | {"XB": 0.95, "XR": 0.02})
    assert sure["XB"] == 0.95 and "X" not in sure
    doubtful = colourless(odds | {"XB": 0.6, "XR": 0.35})
    assert doubtful["X"] == pytest.approx(0.95) and "XB" not in doubtful


def test_what_the_whole_face_says_can_overrule_one_corner() -> None:
    rng = np.random.default_rng(1)
    corner = evidence(rng).corner.copy()
    corner[14:] = np.log([0.6, 0.02, 0.02, 0.36])
    corner[:14] = np.log([0.001] * 5 + [0.987] + [0.001] * 8)
    face = corner.copy()
    face[14:] = np.log([0.05, 0.01, 0.01, 0.93])
    alone = replace(evidence(rng), corner=corner)
    assert ALL_FACES[int(FITTED.shares(alone).argmax())] == "7S"
    both = replace(alone, face=face)
    assert ALL_FACES[int(FITTED.shares(both).argmax())] == "7C"


def test_red_ink_is_no_spade() -> None:
    one = evidence(np.random.default_rng(4))
    one.corner[14:] = np.log([0.9, 0.02, 0.06, 0.02])
    assert ALL_FACES[int(FITTED.shares(replace(one, red=0.01)).argmax())][1] == "S"
    assert ALL_FACES[int(FITTED.shares(replace(one, red=0.5)).argmax())][1] == "D"


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.5, 0.8, 1.0), (0.3, 0.3, 0.3), (1.0, 0.9, 0.6)])
def test_redness_of_ink_does_not_depend_on_the_light(light: tuple[float, float, float]) -> None:
    cuts = np.full((3, 80, 48, 3), 235, np.uint8)
    for cut, ink in zip(cuts, ((40, 40, 190), (25, 25, 25), (235, 235, 235)), strict=True):
        cut[20:60, 18:30] = ink
    red = redness((cuts * np.array(light)).astype(np.uint8))
    assert red[0] > 0.4 and abs(red[1]) < 0.03 and np.isnan(red[2])


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [("7S", "7C", "black"), ("7H", "7D", "red"), ("7H", "7S", "other"), ("7S", "AS", "rank"), ("XB", "XR", "other")],
)
def test_kinds_of_confusion(one: str, other: str, kind: str) -> None:
    assert suit_kind(one, other) == kind


def made_up(tables: int, honest: bool = True) -> list[Sample]:
    """Samples of corners that are right as often as they say."""
    rng, found = np.random.default_rng(5), []
    for number in range(tables * 40):
        one = evidence(rng, float(rng.choice([2.0, 4.0])))
        shares = PLAIN.shares(one)
        face = int(rng.choice(len(ALL_FACES), p=shares.astype(np.float64) / float(shares.sum(dtype=np.float64))))
        found.append(Sample(one, face if honest and rng.random() < 0.9 else NO_CARD, number // 40))
    return found


def test_a_fit_makes_probabilities_mean_what_they_say() -> None:
    told = [(p, right) for p, right, *_ in crossed(made_up(25))]
    for row in reliability(told):
        if row["readings"] > 60:
            assert row["right"] == pytest.approx(row["promised"], abs=3 * math.sqrt(0.25 / row["readings"]))


def test_nothing_counts_against_what_it_speaks_for() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=(600, 2))
    y = (x[:, 0] - x[:, 1] + rng.normal(size=600) > 0).astype(float)
    free, bound = logistic(x, y, [0, 0]), logistic(x, y, [1, 1])
    assert free[2] < -0.5 and bound[2] == 0 and bound[1] > 0.5
    made = fit(made_up(4))
    for name, weight in zip(FEATURES, made.weights, strict=True):
        assert weight * SIGNS.get(name, 0) >= 0


def test_the_threshold_keeps_its_promise() -> None:
    rng = random.Random(3)
    told = [(1 - 10 ** rng.uniform(-5, -0.5), True) for _ in range(20_000)]
    told = [(p, rng.random() < p) for p, _ in told]
    least = threshold(told)
    taken = [right for p, right in told if p >= least]
    assert len(taken) > 4_000 and len(taken) - sum(taken) <= len(taken) * TARGET
    assert threshold([(0.999, False)] * 50) == 1.0


def test_calibrations_and_samples_are_stored(tmp_path: Path) -> None:
    write(tmp_path / "calibration.json", FITTED, {"command": "none"})
    assert load_calibration(tmp_path / "calibration.json") == FITTED
    (tmp_path / "old.json").write_text('{"pool": {}, "weights": {}, "absent": {}, "accept": 1}')
    with pytest.raises(Trouble, match="another version"):
        load_calibration(tmp_path / "old.json")
    with pytest.raises(Trouble, match="missing"):
        load_calibration(tmp_path / "none.json")
    rng = np.random.default_rng(8)
    kept = [Sample(evidence(rng, face=face), truth, 3) for face, truth in ((True, 5), (False, NO_CARD))]
    save(tmp_path / "t.npz", kept)
    again = load(tmp_path / "t.npz")
    for one, other in zip(kept, again, strict=True):
        assert (one.truth, one.table) == (other.truth, other.table)
        assert np.allclose(one.evidence.corner, other.evidence.corner)
        assert (one.evidence.face is None) == (other.evidence.face is None)


def test_log_odds_are_bounded() -> None:
    assert logit(0.0) == pytest.approx(-logit(1.0)) and logit(0.5) == 0
    assert len(POOL) == len(FITTED.pool) and len(ABSENT) + 1 == len(FITTED.absent)


@pytest.mark.parametrize(
    ("facts", "p", "told"),
    [
        ({}, 0.35, True),
        ({}, 0.2, False),
        ({"heat": 0.7, "index": 6.0}, 0.05, True),
        ({"heat": 0.5, "index": 6.0}, 0.05, False),
        ({"body": 0.9}, 0.1, True),
        ({"body": 0.9, "corners": 0}, 0.1, False),
        ({"lonely": True, "heat": 0.7, "index": 6.0}, 0.5, False),
        ({"lonely": True}, 0.85, True),
    ],
)
def test_what_is_surely_a_card_is_told_however_unsure_its_face(facts: dict[str, float], p: float, told: bool) -> None:
    plain = Evidence(np.zeros(18, np.float32), 1, 0.3, 1.0, False, -0.2, 20.0)
    assert worth_telling(replace(plain, **facts), p) is told


@pytest.mark.parametrize(
    ("facts", "alone"),
    [
        ({}, True),
        ({"corners": 2}, False),
        ({"corners": 2, "index_px": 10.0}, True),
        ({"face": np.zeros(18, np.float32), "body": 0.8}, False),
        ({"face": np.zeros(18, np.float32), "body": 0.4}, True),
        ({"body": 0.8}, True),
    ],
)
def test_a_card_of_one_index_or_a_small_one_must_be_surer(facts: dict[str, float], alone: bool) -> None:
    plain = Evidence(np.zeros(18, np.float32), 1, 0.9, 9.0, False, -0.2, 20.0)
    assert FITTED.needed(replace(plain, **facts)) == (FITTED.accept_alone if alone else FITTED.accept)
