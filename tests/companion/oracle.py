"""Deals in which people cheat, or the camera errs; and an oracle that sees the hands and knows who broke a rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from companion.cards import RANKS, Card
from companion.deal import dealer
from companion.deal.deal import Deal
from companion.deal.game import Game
from companion.evening import suspects
from companion.events import Event, to_data, to_event
from companion.match.match import Header
from companion.referee import Refusal
from companion.rules.requests import Act
from companion.table.table import Seat, hand
from companion.table.truth import Truth
from tests.companion import house
from tests.companion.house import Told


@dataclass
class Oracle:
    """Watches every act with open eyes: ``guilty`` are those that the player's real hand did not allow."""

    truth: Truth | None = None
    guilty: dict[int, Seat] = field(default_factory=dict)
    excused: set[int] = field(default_factory=set)
    """breaches that can hardly be proved any more, for cards have been drawn since"""
    at_once: set[int] = field(default_factory=set)
    """refused on the spot: everybody saw that"""

    def against(self, deal: Deal, act: Act, force: bool) -> bool:
        """Whether an act that is about to be taken breaks a rule, as only open hands show."""
        if self.truth is None or deal.outcome is not None:
            return False
        try:
            request = deal._request(act, force)
        except Refusal:
            return False
        seat = act.seat if force and request.own and act.seat is not None else request.seat
        return request.against(deal.table, act, self.truth.hand(deal.table, seat), self.truth)


@contextmanager
def watching(monkeypatch: pytest.MonkeyPatch) -> Iterator[Oracle]:
    """An oracle that sees each act as it is applied."""
    oracle, apply = Oracle(), Deal._apply

    def watched(deal: Deal, act: Act, force: bool = False) -> Act:
        against = oracle.against(deal, act, force)
        taken = apply(deal, act, force)
        if against and taken.seat is not None:
            oracle.guilty[act.id] = taken.seat
        again = act.do == "take" and "attack" in deal.table.places  # (Žiletka: nor once more has been picked up)
        if act.do == "draw" or again:  # what is drawn unseen excuses: it may be the card that is shown later
            oracle.excused |= {n for n, seat in oracle.guilty.items() if seat == taken.seat and n != act.id}
        return taken

    with monkeypatch.context() as patch:
        patch.setattr(Deal, "_apply", watched)
        yield oracle


def cheating_deal(game: Game, seed: int, oracle: Oracle, often: float = 0.12) -> Told:
    """A deal with breaches and plays out of turn in it; nothing that is proved may be untrue at any time."""
    dice = random.Random(f"cheat/{game.id}/{seed}")
    rules = house.random_rules(game, dice, odd=0.3)
    told = Told()
    told.begin(house.header(game, dice.choice(house.numbers_of_players(game, rules)), rules, dice))
    go_on_cheating(told, dice, oracle, often)
    return told


def go_on_cheating(told: Told, dice: random.Random, oracle: Oracle, often: float = 0.12) -> None:
    """Play the deal that has begun, with breaches."""
    oracle.truth, oracle.guilty, oracle.at_once, oracle.excused = None, {}, set(), set()
    oracle.truth = truth = dealer.shuffle(told.match.now.deal.table, dice)
    first = told.last
    while told.match.now.deal.outcome is None and told.last < first + 400:
        deal = told.match.now.deal
        act = dealer.breach(deal, truth, dice) if dice.random() < often else None
        if act is not None and (act.seat is None or not any(e.seat == act.seat for e, _ in deal.early)):
            answer = told.tell(house.to_event_of(told, act))
            if not answer.verdict.taken:
                oracle.at_once.add(told.last)
            no_false_finding(told, oracle)
            if not answer.verdict.taken and (deal.waits(told.last) and dice.random() < 0.5):
                told.tell({"do": "take_back", "seat": told.match.now.names[act.seat or 0]})
            continue
        told.tell(house.to_event_of(told, dealer.next_act(deal, truth, dice)))
        no_false_finding(told, oracle)


def no_false_finding(told: Told, oracle: Oracle) -> None:
    """Everything that is found to have been played against the rules really was."""
    t = told.match.now.deal.table
    for finding in t.findings:
        if finding.about not in oracle.at_once and finding.seat is not None:
            events = finding.among or (finding.about,)
            assert finding.seat in [oracle.guilty.get(event) for event in events], (str(finding.text), finding)
    oracle.truth.follow(t) if oracle.truth is not None else None


def unfound(told: Told, oracle: Oracle) -> list[int]:
    """Breaches that no finding tells of though all cards of the guilty hand have come to light."""
    t = told.match.now.deal.table
    about = {finding.about for finding in t.findings if not finding.among}
    if any(t.unknown(place) for place in t.places if place == "trick" or place.startswith("taken")):
        return []  # (what was laid face down is never looked at)
    guilty = {n: seat for n, seat in oracle.guilty.items() if n not in oracle.excused}
    return [n for n, seat in guilty.items() if n not in about and not t.unknown(hand(seat))]


# One misread card ---------------------------------------------------------------------------------------------------

LOOKS_LIKE = {"S": "C", "C": "S", "H": "D", "D": "H"}


def alike(card: Card, dice: random.Random) -> Card:
    """A face that a reader may take a card for: the other suit of its colour, or a rank beside it."""
    if card.suit and dice.random() < 0.7:
        return Card(card.rank, LOOKS_LIKE[card.suit])
    at = RANKS.index(card.rank) if card.suit else 0
    return Card(RANKS[(at + dice.choice((1, -1))) % len(RANKS)], card.suit or "S")


@dataclass
class Misreading:
    """A legal deal told with one card misread, up to the first sign of it."""

    told: Told
    noticed: bool
    doubted: suspects.Misread | None
    event: int
    right: Card


def misread_deal(game: Game, seed: int) -> Misreading | None:
    """Tell a legal deal with one wrong card; None where the deal has no card to misread."""
    original = house.random_deal(game, seed)
    dice = random.Random(f"misread/{game.id}/{seed}")
    events = [item for item in original.log if isinstance(item, Event)]
    plays = [event for event in events if event.do == "play" and event.cards]
    if not plays:
        return None
    victim = dice.choice(plays)
    right = Card.parse((victim.cards or ())[0])
    wrong = alike(right, dice)
    if wrong not in original.match.now.faces:
        return None
    told, readings = Told(), {}
    for item in original.log:
        if isinstance(item, Header):
            told.begin(item)
            continue
        cards = item.cards
        if item.id == victim.id:
            cards = (str(wrong), *(item.cards or ())[1:])
        answer = told.tell(to_event(to_data(item) | ({"cards": cards} if cards else {})))
        readings[told.last] = odds(item, cards or (), dice)
        if not answer.verdict.taken or told.match.now.deal.table.findings:
            return Misreading(told, True, suspects.doubt(told.match.now, readings), victim.id, right)
        if told.match.now.deal.outcome is not None:
            break
    return Misreading(told, False, None, victim.id, right)


def odds(event: Event, cards: tuple[str, ...], dice: random.Random) -> list[dict[str, float]]:
    """What a reader would tell of an event's cards: the truth is second where it erred."""
    found = []
    for real, read in zip(event.cards or (), cards, strict=True):
        other = str(alike(Card.parse(real), dice))
        found.append({read: 0.7, real: 0.25} if read != real else {real: 0.96, other: 0.03})
    return found
