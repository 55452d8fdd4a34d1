"""A card of a trick that was drawn in before it was read: what it looked like while it lay there, or may have been."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from companion.cards import Card
from companion.ports import Sighting
from companion.rules.requests import Act, Request
from companion.scribe.found import Found
from companion.scribe.sheet import Sheet
from companion.scribe.weighing import named
from companion.table.table import Seat
from companion.texts import Text, text


def seen_before(sheet: Sheet, ask: Request[Any], s: Sighting) -> Found:
    """The card that lay there in doubt when the trick was drawn in: what it looked like is told, or asked."""
    weighed = sheet.weigh([s], ask.faces(sheet.t), ask)
    if weighed[0].sure:
        return sheet.told(Act(ask.sight_verb, ask.seat, (weighed[0].faces[0][0],)), weighed)
    asked = sheet.question(weighed[0], words(sheet.t.names[ask.seat], 1))
    face = sheet.odd(ask, weighed[0])
    would = None if face is None else Act(ask.sight_verb, ask.seat, (face,))
    return replace(asked, at=None, track=0, guessed=True, would=would)


def likely(sheet: Sheet, ask: Request[Any], number: int) -> list[Card]:
    """What a card may have been that nobody saw, the likeliest first: it lets him win the trick who drew it in, and is
    of the suit led. Where that was not seen it lets another win: of several only one does. What lies there now it was
    not."""
    led = next((laid.card.suit for laid in sheet.t.trick if laid.cards), "")
    elsewhere = Counter(card for s in sheet.ledger.fresh for card, p in named(s.odds, sheet.t.pack).items() if p > 0.5)
    left = ask.faces(sheet.t) - elsewhere
    able = [card for card in sorted(+left) if not ask.unlikely(sheet.t, card)]
    able.sort(key=lambda card: card.suit != led)
    drew = drawn_by(sheet)
    if number != 1 or (drew is None and sheet.t.seats == 2):
        return able
    whom = ask.seat if drew is None else drew
    wins = {card: may_win(sheet, Act(ask.sight_verb, ask.seat, (card,)), whom) for card in able}
    return sorted(able, key=lambda card: wins[card] == (drew is None))


def drawn_by(sheet: Sheet) -> Seat | None:
    """Who has won the trick: whose hand was seen to draw it in, or who has led since; None if that was not seen."""
    now = [s for s in sheet.ledger.fresh if sheet.layout.trick_place(s.x, s.y) is not None]
    places = {sheet.layout.trick_place(s.x, s.y) for s in now}
    if len(places) == 1 and (place := places.pop()) is not None:
        return list(sheet.places).index(place)  # (the next lead lies there already)
    there = [a for laid in sheet.t.trick for a in sheet.ledger.of([laid.event]) if laid.event]
    hands = {sheet.arms.at(*a.laid, a.left_ms) for a in there if a.left_ms} - {None}
    return hands.pop() if len(hands) == 1 else None


def may_win(sheet: Sheet, act: Act, seat: Seat) -> bool:
    """Whether somebody may lead to the next trick if this card was laid, and after it nothing that matters."""
    suits = {card.suit for card in sheet.t.unseen()} - {laid.card.suit for laid in sheet.t.trick[:1] if laid.cards}
    return any(leader_after(sheet, act, suit) == seat for suit in sorted(suits))


def leader_after(sheet: Sheet, act: Act, suit: str) -> Seat | None:
    """Who leads to the next trick after this card, if whoever has yet to lay one lays this suit; None: nobody does."""
    trial = sheet.deal.trial()
    try:
        for _ in range(sheet.t.seats):
            if not trial.offer(act).taken:
                return None
            asked = [request for request in trial.asking if request.sight == "trick" and not request.silent]
            if not asked or not trial.table.size("trick"):
                return asked[0].seat if asked else None
            faces = asked[0].faces(trial.table)
            card = next((one for one in sorted(faces) if faces[one] > 0 and one.suit == suit), None)
            if card is None:
                return None
            act = Act(asked[0].sight_verb, asked[0].seat, (card,))
        return None
    finally:
        trial.close()


def words(name: str, number: int) -> Text:
    """A play that the camera has missed."""
    if number == 1:
        return text("The trick is gone: which card did {name} play?", name=name)
    return text("The trick is gone: which {n} cards did {name} play?", name=name, n=number)
