"""Cards told by touch while they lie there in doubt: which of an event's cards each of them is."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.evening.session import Session
from companion.kept.journal import Journal
from companion.ports import Sighting
from companion.view import CorrectCard, EnterCards, NewMatch
from tests.companion.house import NAMES
from tests.companion.seen_tricks import look_on, table


def lot(session: Session, *faces: str) -> tuple[Sighting, ...]:
    """Two cards turned up in the middle, each of which may as well be of the other red suit."""
    assert session.sitting is not None
    x, y = session.sitting.scribe.layout.turned_at
    return tuple(
        Sighting(x - 80 * n, y, 0.0, {face: 0.45, face.replace("H", "D"): 0.45}, track=n + 1, since_ms=1000)
        for n, face in enumerate(faces)
    )


@pytest.mark.parametrize("looked", [1000, 0])
def test_a_correction_of_one_of_two_cards_leaves_the_other(tmp_path: Path, looked: int) -> None:
    session = Session(Journal(tmp_path / "journal.sqlite"))
    session.handle(NewMatch("crveni_tepih", NAMES[:3]))
    lying = lot(session, "7H", "9H")
    if looked:  # (both lie there when they are told; else they come to lie there after that)
        look_on(session, lying, looked)
    session.handle(EnterCards("turn", 0, ("9H", "7H")))
    look_on(session, lying, 4000)
    event = table(session).log[-1].event
    assert told(session, event) == {(1, "7H"), (2, "9H")}
    session.handle(CorrectCard(event, "7H", "7D"))
    assert told(session, event) == {(1, "7D"), (2, "9H")}


def told(session: Session, event: int) -> set[tuple[int, str]]:
    """The cards of an event by the track of what lies there."""
    assert session.sitting is not None
    return {(account.track, account.face) for account in session.sitting.scribe.ledger.of([event])}
