"""Čuhna: build up by rank from the stock, then get rid of the cards that have come to your hand.

The rules are told in the order they happen at the table: ``part_one`` while the stock has cards, ``part_two`` with the
hands alone. A card goes on a pile whose top is one rank lower; an ace clears the pile. Turn order goes to the right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import deal_hands
from companion.events import BadRecord, Event
from companion.games.cuhna_asks import (
    DrawOne,
    Lead,
    PlayOn,
    TakeTop,
    clear_below,
    open_to_lead,
    several,
    successors,
    words,
)
from companion.rules.forms import Form, to_cards
from companion.rules.requests import AnyOf, Request
from companion.rules.spoken import Say
from companion.rules.turning import Turn
from companion.table.outcome import How, Outcome
from companion.table.table import Seat, Table, hand

DEADLOCK = {"deadlock": words("nobody can get rid of his cards")}


# The deal -----------------------------------------------------------------------------------------------------------


@dataclass
class Play:
    """What is remembered of a deal: whose turn, how many turns there were, who went out and what he scored."""

    seat: Seat
    turns: int = 0
    points: dict[Seat, int] = field(default_factory=dict)
    agreed: set[Seat] = field(default_factory=set)
    """who has said that the deal is deadlocked"""
    quiet: list[tuple[int, ...]] = field(default_factory=list)
    """the sizes of the hands before the last turns that were only leads and takes, and after each of them"""
    before: tuple[int, ...] = ()
    """the sizes of the hands before this turn"""
    been: dict[Any, int] = field(default_factory=dict)
    """the positions since the last turn that was something else, and after how many turns"""
    had: set[Seat] = field(default_factory=set)
    """who has had a turn in part one"""

    def begin_turn(self, t: Table) -> None:
        """A new turn: events are pinned to it."""
        self.turns += 1
        self.before = sizes(t)
        t.stage = f"turn {self.turns}"


async def deal(t: Table) -> Outcome:
    """Part one until the stock is empty, part two until one player holds cards."""
    t.reasons["play"] = words("from the hand one plays on the second turn at the earliest, and instead of drawing")
    it = Play(t.to_act if t.to_act is not None else t.after(t.dealer))
    if t.size("stock"):
        await part_one(t, it)
    t.reasons["draw"] = words("there is nothing left to draw")
    await part_two(t, it)
    return settle(t, it)


async def part_one(t: Table, it: Play) -> None:
    """Draw, and put on what fits; or play from the hand instead, from one's second turn on."""
    await new_pile(t, t.dealer)
    start = it.turns
    while t.size("stock"):
        it.begin_turn(t)
        ask: list[Request[Any]] = [DrawOne(it.seat)]
        own_second, a_round_over = it.seat in it.had, it.turns - start > t.seats
        second = own_second if t.rules["hand_play_from"] == "own_second_turn" else a_round_over
        if second and t.size(hand(it.seat)) and successors(t):
            ask.append(PlayOn(it.seat))
        await AnyOf(*ask)
        it.had.add(it.seat)
        await new_pile(t, it.seat)
        it.seat = t.after(it.seat)


async def new_pile(t: Table, seat: Seat) -> None:
    """An ace takes the pile out of play; then, and at the start, the next card of the stock is turned up."""
    while open_to_lead(t) and t.size("stock"):
        t.stage += " turned"
        await Turn(seat, "stock", "pile", 1)
        clear_below(t)


async def part_two(t: Table, it: Play) -> None:
    """Whoever holds the next higher card must play it; else he takes the top one and the next leads."""
    everybody = t.round_from(it.seat)
    for seat in [seat for seat in everybody if not t.size(hand(seat))]:
        out(t, it, seat)
    if it.points:
        it.seat = next_in(t, it, it.seat)
    while len(it.points) < t.seats - 1 and not deadlock(t, it):
        it.begin_turn(t)
        lead = open_to_lead(t)
        asks: list[Request[Any]] = [Lead(it.seat)] if lead else [TakeTop(it.seat)]
        if not lead and successors(t):
            asks.append(PlayOn(it.seat, beats=True))
        asked, answer = await AnyOf(*asks, *agreement(t, it))
        if isinstance(asked, Say):
            it.turns -= 1
            it.agreed.add(asked.seat)
            continue
        it.agreed.clear()
        turn_over(t, it, took=isinstance(asked, TakeTop) or answer == "take", lead=lead)


def turn_over(t: Table, it: Play, *, took: bool, lead: bool) -> None:
    """Who goes out, whose turn is next, and whether an ace has cleared the pile."""
    seat, ace = it.seat, not took and open_to_lead(t)
    if not t.size(hand(seat)):
        out(t, it, seat)
    again = ace and t.rules["ace_part_two"] == "same_leads" and seat not in it.points
    it.seat = seat if again else next_in(t, it, t.after(seat))
    quiet = took or (lead and not ace and seat not in it.points)
    it.quiet = [*(it.quiet or [it.before]), sizes(t)] if quiet else []


def next_in(t: Table, it: Play, seat: Seat) -> Seat:
    """This seat, or the next one that is still in."""
    return next((other for other in t.round_from(seat) if other not in it.points), seat)


def out(t: Table, it: Play, seat: Seat) -> None:
    """Who has no cards left scores the cards that the players still in hold."""
    it.points[seat] = sum(t.size(hand(other)) for other in range(t.seats) if other not in it.points)
    t.marks.setdefault(seat, {})["out"] = words("out: {n} points", n=it.points[seat])


def sizes(t: Table) -> tuple[int, ...]:
    """How many cards each holds."""
    return tuple(t.size(hand(seat)) for seat in range(t.seats))


def deadlock(t: Table, it: Play) -> bool:
    """All who are left agree; or nothing has got better for four rounds; or, as a house rule, all is as it was."""
    left = t.seats - len(it.points)
    if len(it.agreed) == left:
        return True
    if t.rules["deadlock"] == "repetition":
        held = tuple(tuple(sorted(t.known(hand(seat)).elements())) for seat in range(t.seats))
        position = (it.seat, tuple(t.cards("pile")), sizes(t), held)
        if not it.quiet:
            it.been = {}
        return it.been.setdefault(position, it.turns) < it.turns
    number = 4 * left
    return len(it.quiet) > number and all(
        now >= before for now, before in zip(it.quiet[-1], it.quiet[-1 - number], strict=True)
    )


def agreement(t: Table, it: Play) -> list[Say]:
    """Everybody who is still in may say that the deal is deadlocked; it is when all have."""
    return [
        Say(seat, DEADLOCK, often=0.0) for seat in range(t.seats) if seat not in it.points and seat not in it.agreed
    ]


# Scoring, setting up, and a deal entered by hand ----------------------------------------------------------------------


def settle(t: Table, it: Play) -> Outcome:
    """Who went out has his points, all others none."""
    points = {seat: it.points.get(seat, 0) for seat in range(t.seats)}
    told = {seat: several("{n} point", "{n} points", n) for seat, n in points.items()}
    return Outcome(points, {seat: How((), {"points": n}, told[seat]) for seat, n in points.items()})


def set_up(t: Table, start: Start) -> None:
    """All cards in the stock; or hands and a pile, from which part two goes on."""
    part_two, pile = "hands" in start.fields, to_cards(start.fields.get("pile", ()))
    deal_hands(t, start, t.pack.total() if part_two else 0, {"pile": len(pile)}, stock="" if part_two else "stock")
    t.places.setdefault("stock", [])


def result(t: Table, event: Event) -> Outcome:
    """Score only: for each player who went out, how many cards the others held then."""
    form = Form(t, event, ("out",))
    out = form.numbers("out", t.pack.total())
    if all(out.values()):
        raise BadRecord("the last one who holds cards does not go out: he scores nothing")
    return settle(t, Play(0, points=out))


OPTIONS = (
    Option("drawn_successor", words("A drawn card that fits"), {
        "must": words("must be put on the pile"), "may_keep": words("may be kept")}),
    Option("part_two_duty", words("In part two who holds the next higher card"), {
        "must": words("must play it"), "free": words("may take the top card instead")}),
    Option("ace_part_two", words("After an ace in part two"), {
        "same_leads": words("its player leads again"), "right_leads": words("the next to the right leads")}),
    Option("deadlock", words("A deal that does not end"), {
        "four_rounds": words("ends after four rounds without progress"),
        "repetition": words("ends when everything is as it was before")}),
    Option("hand_play_from", words("In part one cards of the hand may be played"), {
        "own_second_turn": words("from one's own second turn on"),
        "after_a_round": words("when as many turns are over as there are players")}),
    Option("max_players", words("Players"), {"ten": words("up to ten"), "unlimited": words("up to twenty")}),
    Option("illegal_card", words("A card that does not fit"), {
        "taken_back": words("goes back"), "counts_as_take": words("goes back and counts as a take in part two")}),
)  # fmt: skip

VERBS = (
    Verb("turn", words("the first card of a pile is turned up"), {"id": 1, "do": "turn", "cards": ["7D"]}),
    Verb("draw", words("a card drawn: named if it goes on the pile, else unseen"),
         {"id": 2, "seat": "Boris", "do": "draw", "cards": ["8C"]}),
    Verb("play", words("a card of the hand to the pile"), {"id": 9, "seat": "Vera", "do": "play", "cards": ["9S"]}),
    Verb("take", words("part two: the top card of the pile is taken"), {"id": 30, "seat": "Vera", "do": "take"}),
    Verb("say", words("nobody can get rid of his cards (counts when all who are in agree)"),
         {"id": 60, "seat": "Vera", "do": "say", "word": "deadlock"}, DEADLOCK),
    Verb("result", words("a deal scored by hand: cards held by the others when each went out"),
         {"id": 1, "do": "result", "facts": {"out": {"Ana": 8, "Boris": 5}}}),
)  # fmt: skip


def max_players(rules: Mapping[str, str]) -> int:
    """Ten, or as many as like."""
    return 10 if rules["max_players"] == "ten" else 20


GAME = Game(
    id="cuhna",
    title=words("Čuhna"),
    players=tuple(range(2, 11)),
    direction="right",
    target=0,
    options=OPTIONS,
    pack=lambda players, rules: pack(),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=lambda scores, rules: (),
    verbs=VERBS,
    start_keys=("scores", "dealer", "hands", "pile", "to_act"),
    sees=words("the pile, the cards put on it, and the cards drawn and taken up"),
    deck=words("52 cards"),
    summary=words("rules.summary"),
    max_players=max_players,
    length=lambda players, rules: 3 * players,
)
