"""The deals as they really are: what the people hold and do, apart from what the product makes of it."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec

from companion.deal.deal import Deal
from companion.deal.dealer import Truth, shuffle
from companion.evening.sitting import Sitting
from companion.events import Event
from companion.match.acts import to_act
from companion.match.played import Played
from companion.rules.requests import Act
from companion.rules.turning import Show, Turn
from companion.scribe import forced
from companion.table.table import Seat, before


class Reality:
    """The true deals of one match, by number. Those played before a restart are told again from the journal."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.deals: dict[int, tuple[Deal, Truth]] = {}
        self._number = 0

    @property
    def now(self) -> tuple[Deal, Truth]:
        """The deal that is being played."""
        return self.deals[self._number]

    def holder(self, code: str) -> Seat | None:
        """Whose hand really holds a card; None if no hand does."""
        deal, truth = self.now
        t = deal.table
        return next((seat for seat in range(t.seats) if code in map(str, truth.hand(t, seat))), None)

    def begin(self, played: Played) -> tuple[Deal, Truth]:
        """A deal begins, or goes on after a restart."""
        self._number = played.number
        self.deals[played.number] = self.told_again(played)
        return self.now

    def of(self, played: Played) -> tuple[Deal, Truth]:
        """A deal as it really was."""
        if played.number not in self.deals:
            self.deals[played.number] = self.told_again(played)
        return self.deals[played.number]

    def told_again(self, played: Played) -> tuple[Deal, Truth]:
        """From what was told of a deal, with the faces that really lay there."""
        deal = Deal(played.game.deal, played.new_table)
        truth = shuffle(deal.table, random.Random(f"{self.seed}/{played.number}"))
        for line, event in played.history.story():
            if line.fate == "ok":
                deal.offer(really(deal, truth, to_act(played, replace_seat(event, line.seat))))
                truth.follow(deal.table)
        return deal, truth

    def scores(self, sitting: Sitting) -> dict[str, int]:
        """The true totals of the match so far."""
        totals = dict.fromkeys(sitting.people, sitting.played.game.first_score)
        for played in sitting.match.deals:
            deal, _ = self.of(played)
            for seat, points in (deal.outcome.points if deal.outcome else {}).items():
                totals[played.names[seat]] += points
        return totals

    def same_table(self, played: Played) -> bool:
        """Whether the product's table of a deal is the true one: every known card, every unit."""
        deal, _ = self.of(played)
        t = played.deal.table
        return all(t.known(place) == deal.table.known(place) for place in t.places) and t.purses == deal.table.purses

    def same_points(self, played: Played) -> bool:
        """Whether the product gives the points of a deal that it was worth."""
        deal, _ = self.of(played)
        mine, told = deal.outcome, played.deal.outcome
        return (mine.points if mine else None) == (told.points if told else None)


def really(deal: Deal, truth: Truth, act: Act) -> Act:
    """An act with the faces that really were shown."""
    if act.do == "turn":
        request = next(r for r in deal.asking if isinstance(r, Turn))
        return replace(act, cards=truth.next_cards(deal.table, request.source, request.number))
    if act.do == "show" and any(isinstance(r, Show) and r.seat == act.seat for r in deal.asking):
        assert act.seat is not None
        hidden = truth.hidden(deal.table, act.seat)
        return replace(act, cards=hidden) if len(act.cards) >= len(hidden) else act  # (else a part of the hand)
    return act


def replace_seat(event: Event, seat: str | None) -> Event:
    """The event with its seat filled in."""
    return event if event.seat is not None else msgspec.structs.replace(event, seat=seat)


def in_sight(deal: Deal, act: Act, thrown: bool) -> bool:
    """Whether the camera is to see an act. ``thrown``: bids are made with money cards that are thrown in."""
    if act.do == "pass" or (act.do == "bid" and not act.word):
        return act.do == "bid" and bool(act.cards) and thrown
    seen = any(r.sight and act.do in r.verbs and act.seat in (r.seat, None) for r in deal.asking)
    seen = seen or (act.do == "play" and any(r.sight and "play" in r.verbs for r in deal.asking))
    if forced(deal) == act:
        return True  # (the rules leave no choice: nobody tells it)
    gone = any(act.do in r.verbs and r.sight == "taken up" for r in deal.asking)
    rows = act.do != "play" and act.seat is not None and before(act.seat) in deal.table.places
    backs = bool(act.count) and any(act.do in r.verbs and r.lays_backs() for r in deal.asking)
    return seen and bool(act.cards or backs or rows or gone)
