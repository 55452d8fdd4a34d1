"""A table that is played at as at a rendered one, and seen without pictures: all but camera, watcher and reader."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

from companion.cli.croupier import Croupier
from companion.cli.evening import Evening
from companion.cli.rendered import PANELS, Plan, ScreenPanel, manners, mock_panel
from companion.evening.session import Session
from companion.evening.sitting import Acknowledged
from companion.people.paper_eyes import PaperCamera, PaperEyes
from hardware.lights import NoLights


@contextmanager
def paper_table(session: Session, plan: Plan) -> Iterator[Croupier]:
    """An Evening whose eyes see the dealer's table itself, with the people of the plan's level round it."""
    croupier: Croupier
    few = plan.players <= PANELS
    panel = mock_panel(plan.players) if few else ScreenPanel(lambda: croupier.now_ms())
    eyes = PaperEyes(lambda: croupier.now(), random.Random(f"eyes {plan.seed}"))
    evening = Evening(session, panel, NoLights(), PaperCamera(), eyes)
    croupier = Croupier(evening, panel, plan.seed, manners(plan), plan.answers)

    def hear(told: Acknowledged) -> None:
        croupier.heard(told)
        plan.hear(told)

    session.on_event = hear
    try:
        yield croupier
    finally:
        panel.close()
