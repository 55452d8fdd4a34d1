"""Tricks that a session sees card by card, each lying still for as long as it takes to be told."""

from __future__ import annotations

from companion.evening.session import Session
from companion.evening.viewer import view
from companion.kept.journal import Journal
from companion.ports import Look, Sighting
from companion.view import NewMatch, TableView
from tests.companion.house import NAMES

BLACK = str.maketrans("SC", "CS")


def table(session: Session) -> TableView:
    shown = view(session)
    assert isinstance(shown, TableView)
    return shown


def look_on(session: Session, lying: tuple[Sighting, ...], since_ms: int = 1_000_000) -> None:
    """The table lies as it lies for two seconds."""
    for at in range(since_ms, since_ms + 2000, 100):
        session.look(Look(lying, at))


def laying(journal: Journal, *codes: str, second: float = 0.0) -> tuple[Session, tuple[Sighting, ...]]:
    """Tricks of Kvinto into which these cards are seen to be laid; ``second``: the odds of the other black suit."""
    session = Session(journal)
    session.handle(NewMatch("kvinto", NAMES[:4]))
    sitting = session.sitting
    assert sitting is not None
    lying: tuple[Sighting, ...] = ()
    for number, code in enumerate(codes, 1):
        if not sitting.deal.table.size("trick"):
            lying = ()
            look_on(session, lying, 10_000 * number - 5_000)
        seat = next(r.seat for r in sitting.deal.asking if r.sight == "trick")
        x, y, angle = sitting.scribe.layout.trick_slot(sitting.place_of(seat))
        odds = {code.translate(BLACK): second, code: 0.999 - second}
        lying = (*lying, Sighting(x, y, angle, odds, track=number, since_ms=10_000 * number))
        look_on(session, lying, 10_000 * number)
        assert table(session).log[-1].cards == (code,), table(session)
    return session, lying
