"""A table seen by perfect eyes: no pictures, the scene itself is the look. For tests of everything but vision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random

from companion.cli.croupier import Croupier
from companion.cli.evening import Evening
from companion.evening.session import Session
from companion.kept.settings import SeatPanel
from companion.people.paper_eyes import PaperCamera, PaperEyes
from companion.ports import Placement
from hardware.buttons import MockPanel
from hardware.lights import NoLights

Odds = Callable[[Placement], Mapping[str, float]]


def certain(card: Placement) -> Mapping[str, float]:
    """The reader is sure and right."""
    return {str(card.card): 0.999}


@contextmanager
def perfect_table(session: Session, players: int, seed: int, odds: Odds = certain) -> Iterator[Croupier]:
    """A croupier at a table that is seen perfectly (or with the odds given)."""
    panel = MockPanel([SeatPanel(place=i, plus=2 + 3 * i, ok=3 + 3 * i, pass_=4 + 3 * i) for i in range(players)])
    croupier: Croupier
    eyes = PaperEyes(lambda: croupier.now(), Random(seed), tell=odds)
    evening = Evening(session, panel, NoLights(), PaperCamera(), eyes)
    croupier = Croupier(evening, panel, seed)
    session.on_event = croupier.heard
    try:
        yield croupier
    finally:
        panel.close()
