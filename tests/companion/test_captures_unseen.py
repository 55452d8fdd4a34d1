"""A captured card that lay under others: the eyes cannot see that it has gone, the rules can tell."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.cli.rendered import Plan, open_match, play_on
from companion.cli.wiring import NAMES
from companion.evening.session import Session
from companion.kept.journal import Journal
from companion.people import paper_eyes
from companion.people.in_sight import read
from companion.people.paper_eyes import Followed, PaperEyes, index_of
from companion.ports import Scene, Sighting
from tests.companion import perfect


class Remembering(PaperEyes):
    """Goes on remembering a card that was drawn out from under others of which an index of it never showed."""

    remembered = 0

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.covered: set[int] = set()

    def _seen(self, one: Followed, scene: Scene, at_ms: int) -> Sighting | None:
        seen = super()._seen(one, scene, at_ms)
        if one.gone_ms is None and one.card.lift == 0:
            above = scene.cards[index_of(scene.cards, one.card) + 1 :]
            hidden = not read(one.card, above, ())
            (self.covered.add if hidden else self.covered.discard)(one.track)
        if seen is None and one.track in self.covered and one.rest is not None and one.rest.card is not None:
            self.remembered += 1
            return self._remembered(one)
        return seen


def test_what_was_taken_unseen_is_told_by_what_took_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper_eyes, "LOST_MS", 10**9)
    monkeypatch.setattr(perfect, "PaperEyes", Remembering)
    session = Session(Journal(tmp_path / "journal.dalje"))
    plan = Plan("dzep_kop", 3, 1, deals=1)
    with perfect.perfect_table(session, plan.players, plan.seed) as croupier:
        open_match(session, plan, NAMES, resume=False)
        told = play_on(croupier, plan)
        eyes = croupier.evening.eyes
    assert isinstance(eyes, Remembering) and eyes.remembered > 0
    assert told["exact"] and not told["questions"], told["asked"]


class Forgetful(PaperEyes):
    """Takes a card that was carried across the table for another: it could not be followed."""

    carried = 0

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.first: dict[int, tuple[float, float]] = {}
        self.moved: set[int] = set()

    def _seen(self, one: Followed, scene: Scene, at_ms: int) -> Sighting | None:
        seen = super()._seen(one, scene, at_ms)
        if seen is None or seen.back:
            return seen
        x, y = self.first.setdefault(one.track, (seen.x, seen.y))
        if math.hypot(seen.x - x, seen.y - y) > 60 and one.track not in self.moved:
            self.moved.add(one.track)
            self.carried += 1
        return replace(seen, track=10_000 + one.track) if one.track in self.moved else seen


@pytest.mark.parametrize("players", [3, 4])
def test_a_card_that_was_carried_without_being_followed_is_no_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    monkeypatch.setattr(perfect, "PaperEyes", Forgetful)
    session = Session(Journal(tmp_path / "journal.dalje"))
    plan = Plan("dzep_kop", players, 1, deals=1)
    with perfect.perfect_table(session, plan.players, plan.seed) as croupier:
        open_match(session, plan, NAMES, resume=False)
        told = play_on(croupier, plan)
        eyes = croupier.evening.eyes
    assert isinstance(eyes, Forgetful) and eyes.carried > 0
    assert told["exact"] and not told["questions"], told["asked"]
