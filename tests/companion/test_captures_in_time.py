"""Džep-Kop, look by look: what an arm has hidden until the next player has laid his card."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.evening.session import Session
from companion.kept.journal import Journal
from companion.ports import Look, Sighting
from companion.view import NewMatch
from tests.companion.seen_tricks import look_on, table

TALON = ("2C", "6D", "9H", "KS", "TD", "7H", "8S", "QC", "AD", "5H")


def card(face: str, track: int, x: float, y: float, since_ms: int = 1000) -> Sighting:
    """A card that is read surely."""
    return Sighting(x, y, 0.0, {face: 0.999}, track=track, since_ms=since_ms)


def turned_up(folder: Path, *faces: str) -> tuple[Session, tuple[float, float], list[Sighting]]:
    """A talon lies there, and has been told; with the middle of the table (mm)."""
    session = Session(Journal(folder / "journal.sqlite"))
    session.handle(NewMatch("dzep_kop", ("Ana", "Boris", "Vera")))
    x, y = session.sitting.scribe.layout.middle if session.sitting else (0.0, 0.0)
    talon = [card(face, n + 1, x + 70 * (n % 5 - 2), y + 100 * (n // 5) - 50) for n, face in enumerate(faces)]
    look_on(session, tuple(talon), 1500)
    return session, (x, y), talon


@pytest.fixture
def played(tmp_path: Path) -> tuple[Session, list[Sighting], Sighting]:
    """The talon lies there, and the jack that the first player has laid to it; he turns a card of the stock now."""
    session, middle, talon = turned_up(tmp_path, *TALON)
    jack = card("JC", 20, middle[0] - 50, middle[1] + 50, 10_000)
    look_on(session, (*talon, jack), 10_000)
    assert table(session).log[-1].cards == ("JC",)
    return session, talon, jack


def test_a_card_that_was_slid_is_not_stuck_to_the_one_that_is_turned_beside_it(
    played: tuple[Session, list[Sighting], Sighting],
) -> None:
    session, talon, jack = played
    slid = replace(jack, x=jack.x + 90, since_ms=14_000)
    turned = card("4C", 21, slid.x + 18, slid.y + 18, 14_000)
    look_on(session, (*talon, slid, turned), 14_000)
    assert table(session).log[-1].cards == ("4C",)


@pytest.mark.parametrize("hides", [100, 600, 10_000])
def test_what_an_arm_has_hidden_was_taken_though_the_next_card_lies_there_already(
    played: tuple[Session, list[Sighting], Sighting], hides: int
) -> None:
    """``hides``: so long (ms) the place of the card that has taken another is hidden when that is seen to be gone."""
    session, talon, jack = played
    turned = card("4C", 21, jack.x + 70, jack.y, 14_000)
    look_on(session, (*talon, jack, turned), 14_000)
    assert table(session).log[-1].cards == ("4C",)
    six = next(s for s in talon if "6D" in s.odds)
    unseen = [replace(s, seen=False) for s in (six, turned)]
    left = [s for s in (*talon, jack) if s is not six]
    look_on(session, (*left, *unseen), 16_000)
    follows = card("3H", 22, six.x, six.y + 140, 18_800)
    for at_ms in range(20_000, 23_000, 100):
        there = unseen[1:] if at_ms < 20_000 + hides else []
        session.look(Look((*left, *there, follows), at_ms))
    shown = table(session)
    assert shown.question is None and not shown.findings
    assert [(line.sentence, line.cards) for line in shown.log[-2:]] == [
        ("Ana took 6♦", ("6D",)), ("Vera played 3♥", ("3H",)),
    ]  # fmt: skip


def test_a_card_that_lies_in_plain_sight_has_taken_nothing(played: tuple[Session, list[Sighting], Sighting]) -> None:
    session, talon, jack = played
    turned = card("4C", 21, jack.x + 70, jack.y, 14_000)
    look_on(session, (*talon, jack, turned), 14_000)
    left = [s for s in (*talon, jack, turned) if "6D" not in s.odds]
    look_on(session, tuple(left), 16_000)
    assert table(session).log[-1].cards == ("4C",)


def test_two_of_three_tens_go_to_the_cutter_though_an_arm_hides_it_until_the_first_card_is_played(
    tmp_path: Path,
) -> None:
    session, (x, y), talon = turned_up(tmp_path, "TC", "TD", "TS", *TALON[:4], *TALON[5:8])
    left = [s for s in talon if not {"TC", "TD"} & set(s.odds)]
    for at_ms in range(10_000, 14_000, 100):
        unseen = [replace(s, seen=False) for s in talon[:2]] if at_ms < 12_000 else []
        follows = [card("3H", 22, x, y + 160, 11_500)] if at_ms >= 12_000 else []
        session.look(Look((*left, *unseen, *follows), at_ms))
    shown = table(session)
    assert shown.question is None and not shown.findings
    assert [set(line.cards) for line in shown.log[-2:]] == [{"TC", "TD"}, {"3H"}]


def test_a_card_that_was_stuck_to_the_one_that_takes_goes_back_when_that_takes(
    played: tuple[Session, list[Sighting], Sighting],
) -> None:
    session, talon, jack = played
    turned = card("9C", 21, jack.x + 70, jack.y, 14_000)
    look_on(session, (*talon, jack, turned), 14_000)
    four, other = card("4C", 22, jack.x, jack.y + 90, 18_000), card("7S", 23, jack.x + 11, jack.y + 83, 18_000)
    for at_ms in range(18_000, 24_000, 100):
        session.look(Look((*talon, jack, turned, four, other), at_ms))
    assert table(session).log[-1].cards == ("4C",), "nobody has noticed it for a long time"
    left = [s for s in (*talon, jack, turned) if "6D" not in s.odds]
    look_on(session, tuple(left), 24_100)
    assert table(session).log[-1].sentence == "Vera took 6♦"
    follows = card("5S", 24, jack.x - 70, jack.y, 28_000)
    look_on(session, (*left, follows), 28_000)
    shown = table(session)
    assert shown.log[-1].sentence == "Vera turned 5♠" and shown.question is None and not shown.findings
