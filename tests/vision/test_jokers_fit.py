"""How surely jokers are read, by themselves."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.cards import JOKERS
from vision.arrays import Float, f32
from vision.fitting.calibration_data import NO_CARD, Sample
from vision.fitting.calibration_fit import PLAIN, SIGNS
from vision.fitting.calibration_jokers import SHOWN, joker_pictures
from vision.fitting.calibration_report import reliability, write
from vision.fitting.jokers_fit import CLARITY, crossed, fit_jokers
from vision.reading.calibrate import FEATURES, load_calibration
from vision.reading.evidence import FLOOR, Evidence
from vision.reading.names import ALL_FACES, FACES
from vision.reading.nets import MODELS

MADE = replace(PLAIN, bias=-1.0, weights=(0.9,) * 4 + (0.0,) * (len(FEATURES) - 4), accept=0.985, accept_alone=0.995)
RANK_OF_JOKER = 13


def shown(rng: np.random.Generator, joker: bool, sure: float = 4.0) -> Evidence:
    """A card whose index says joker, or a seven of spades."""
    logs: list[Float] = []
    for size, best in ((14, RANK_OF_JOKER if joker else 5), (4, 0)):
        raw = rng.normal(0, 1, size)
        raw[best] += sure + rng.normal(0, 1.5)
        logs.append(f32(raw - np.logaddexp.reduce(raw)))
    corner = f32(np.maximum(np.concatenate(logs), FLOOR))
    return Evidence(corner, 1, float(rng.uniform(0.3, 1)), 5.0, False, float(-rng.uniform()), 20.0)


def made_up(tables: int, right: float, seed: int, joker: bool = True) -> list[Sample]:
    """Samples of which so many name the card that lies there, some tables' worth; the others are of no card."""
    rng, found = np.random.default_rng(seed), []
    for number in range(40 * tables):
        one = shown(rng, joker)
        face = int(MADE.shares(one).argmax())
        found.append(Sample(one, face if rng.random() < right else NO_CARD, 2 * (number // 40) + 1))
    return found


def test_jokers_are_as_sure_as_they_prove_to_be_and_other_cards_stay_as_they_are() -> None:
    rng, sevens = np.random.default_rng(1), made_up(5, 0.7, 2, joker=False)
    apart = fit_jokers(MADE, sevens, made_up(15, 0.97, 3))
    seven, joker = shown(rng, False), shown(rng, True, 6.0)
    assert ALL_FACES[int(MADE.shares(joker).argmax())] in JOKERS
    assert apart.probability(seven, apart.shares(seven)) == MADE.probability(seven, MADE.shares(seven))
    assert apart.odds(seven, apart.shares(seven)) == pytest.approx(MADE.odds(seven, MADE.shares(seven)))
    assert apart.probability(joker, apart.shares(joker)) == pytest.approx(0.97, abs=0.03)
    assert MADE.probability(joker, MADE.shares(joker)) < 0.93 or MADE.probability(joker, MADE.shares(joker)) > 0.99


def test_what_is_said_of_decks_left_out_is_true() -> None:
    told = [(p, right) for p, right, *_ in crossed(MADE, made_up(10, 0.6, 4, joker=False), made_up(40, 0.8, 5))]
    assert len(told) > 600
    for row in reliability(told):
        if row["readings"] > 60:
            assert row["right"] == pytest.approx(row["promised"], abs=3 * math.sqrt(0.25 / row["readings"]))


def test_nothing_counts_against_what_it_speaks_for_and_how_clear_others_are_says_nothing() -> None:
    _, *weights = fit_jokers(MADE, made_up(4, 0.6, 6), made_up(6, 0.8, 7)).jokers
    assert all(weight * SIGNS.get(name, 0) >= 0 for name, weight in zip(FEATURES, weights, strict=True))
    assert weights[CLARITY] == 0


def test_weights_of_jokers_are_stored_beside_the_others_and_may_be_absent(tmp_path: Path) -> None:
    path, apart = tmp_path / "calibration.json", fit_jokers(MADE, [], made_up(4, 0.8, 8))
    write(path, apart, {"command": "none", "jokers": "not a number"})
    assert load_calibration(path).jokers == pytest.approx(apart.jokers, abs=1e-5)
    assert load_calibration(path).weights == MADE.weights
    write(path, MADE, {})
    assert load_calibration(path).jokers == ()


def test_pictures_show_jokers_alone_and_then_under_another_card() -> None:
    alone, under = joker_pictures(0)
    for picture, cards in ((alone, 10), (under, 16)):
        codes = [card.card for card in picture.scene.cards]
        assert len(codes) == cards and sum(code in JOKERS for code in codes) == SHOWN
        assert picture.image.shape[:2] == (1080, 1920) and picture.given
    assert {card.card for card in under.scene.cards if card.card not in JOKERS} < set(FACES)


def test_the_readers_own_jokers_keep_what_they_promise() -> None:
    facts = json.loads((MODELS / "calibration.json").read_text())
    table = facts["reliability of jokers"]
    assert sum(row["readings"] for row in table) == facts["jokers read"] >= 500
    assert facts["jokers sure and wrong"] == 0
    for row in table:
        spread = math.sqrt(row["promised"] * (1 - row["promised"]) / row["readings"])
        assert row["right"] >= row["promised"] - 3 * spread
    assert len(load_calibration().jokers) == len(FEATURES) + 1
