"""Accidents as data: each looks as it should, and none of them changes what is played."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from companion.cli.rendered import Plan, open_match
from companion.evening.session import Session
from companion.kept.journal import Journal
from companion.people.accidents import KINDS, Accident, Kind, planned
from companion.ports import Scene
from tests.companion.house import NAMES
from tests.companion.perfect import perfect_table

ACTS = 16


def scenes(kind: Kind, folder: Path, game: str = "kvinto") -> list[tuple[int, Scene]]:
    """What the camera sees of some tricks in which an accident happens."""
    session = Session(Journal(folder / "journal"))
    seen: list[tuple[int, Scene]] = []
    with perfect_table(session, 4, 7) as croupier:
        croupier.accidents = [Accident(kind, 5)]
        open_match(session, Plan(game, 4, 7), NAMES, resume=False)
        look = croupier.now

        def now() -> Scene:
            seen.append((croupier.at_ms, look()))
            return seen[-1][1]

        croupier.now = now  # type: ignore[method-assign]
        for _ in range(ACTS):
            croupier.step()
        assert croupier.ledger.accidents == [kind]
    return seen


def faces(scene: Scene) -> Counter[str]:
    return Counter(card.card for card in scene.cards if card.card is not None)


def test_the_lamp_goes_off_and_on(tmp_path: Path) -> None:
    lit = [scene.light for _, scene in scenes("lights", tmp_path)]
    assert lit[0] == lit[-1] == 1.0 and 20 <= lit.count(0.0) <= 70


def test_the_camera_is_bumped_and_stays_where_it_is(tmp_path: Path) -> None:
    bumps = [scene.bump for _, scene in scenes("bumped", tmp_path)]
    assert bumps[0] == (0.0, 0.0, 0.0) and bumps[-1] != (0.0, 0.0, 0.0)
    assert 4 <= abs(bumps[-1][0]) <= 9 and 0.3 <= abs(bumps[-1][2]) <= 1.0
    assert len(set(bumps)) > 3, "it shakes before it comes to rest"


def test_a_hand_rests_for_a_minute(tmp_path: Path) -> None:
    there = [ms for ms, scene in scenes("hand_rests", tmp_path) if scene.hands]
    gaps = [ms for ms, later in pairwise(there) if later - ms > 100]
    runs, begin = [], there[0]
    for end in [*gaps, there[-1]]:
        runs.append(end - begin)
        begin = next((ms for ms in there if ms > end), end)
    assert max(runs) >= 60_000


def test_a_foreign_joker_comes_and_goes(tmp_path: Path) -> None:
    seen = [faces(scene)["XB"] for _, scene in scenes("joker", tmp_path, "tri_sedmice")]
    assert sum(seen) >= 10 and seen[-1] == 0


@pytest.mark.parametrize(("kind", "least_ms", "most_ms"), [("taken_back", 100, 900), ("taken_back_late", 1500, 4500)])
def test_a_card_that_is_taken_back_lies_for_so_long(kind: Kind, least_ms: int, most_ms: int, tmp_path: Path) -> None:
    """The only face that is seen for a while and then is not, though its trick has not been gathered."""
    seen = scenes(kind, tmp_path)
    went = Counter[str]()
    for _, scene in seen:
        went.update(set(faces(scene)))
    assert any(least_ms <= 100 * frames <= most_ms for frames in went.values())


def test_the_last_trick_is_turned_up_and_down_again(tmp_path: Path) -> None:
    seen = scenes("looked_at", tmp_path)
    at_once = [sum(card.y > 300 or card.y < 120 for card in scene.cards if card.card) for _, scene in seen]
    assert max(at_once) == 4 and at_once[-1] == 0


@pytest.mark.parametrize("kind", ["taken_back", "dropped", "lights", "bumped", "looked_at", "flashed"])
def test_what_settles_nowhere_near_a_trick_is_no_play(kind: Kind, tmp_path: Path) -> None:
    """Seen perfectly, the deal is exact and nobody is asked."""
    session = Session(Journal(tmp_path / "journal"))
    with perfect_table(session, 4, 7) as croupier:
        croupier.accidents = [Accident(kind, 5)]
        open_match(session, Plan("kvinto", 4, 7), NAMES, resume=False)
        while not croupier.ledgers or croupier.ledger.exact is None:
            croupier.step()
        ledger = croupier.ledger
    assert ledger.accidents == [kind]
    assert ledger.exact and ledger.asked == [] and not ledger.false_findings


def test_accidents_are_planned_as_often_as_the_level_says() -> None:
    dice = random.Random(1)
    plans = [planned(dice, 1 / 3) for _ in range(900)]
    assert 240 <= sum(map(len, plans)) <= 360
    assert all(len(planned(dice, 2.0)) == 2 for _ in range(9))
    assert {accident.kind for plan in plans for accident in plan} == set(KINDS)
