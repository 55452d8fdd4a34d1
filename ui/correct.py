"""Correction of a card: pick what it really is."""

from __future__ import annotations

from typing import Any

from companion.cards import Card
from companion.view import CorrectCard, TableView
from ui.look import LOOK


def correct(app: Any, event: int, old: str) -> None:
    """Ask which card the event really showed, and send the correction."""
    view = app.view
    if not isinstance(view, TableView):
        return
    asked = LOOK.tr("It was read as {card}. Which card is it?").format(card=Card.parse(old).pretty)
    app.picker.ask(asked, view.pack, done=lambda cards, _: app.send(CorrectCard(event, old, cards[0])), was=old)
