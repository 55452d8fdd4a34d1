"""Trojke-dvojke: put a card of the same suit or rank on the pile; twos, threes and jokers make the next one draw.

The rules are told in the order they happen at the table: ``deal`` with its turns, what a card does, the scoring. Which
card fits is in ``trojke_dvojke_asks``. Turn order goes to the right, always.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.cards import Card, Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import deal_hands
from companion.events import BadRecord, Event
from companion.games.trojke_dvojke_asks import EMPTY, JOKER, Dalje, DrawCards, GoOn, Put, Wanted, words, worth
from companion.rules.forms import Form, to_cards, whole
from companion.rules.plays import SUIT_NAMES
from companion.rules.requests import AnyOf
from companion.rules.spoken import Choose, Say
from companion.rules.tricks import lay_down
from companion.rules.turning import Turn
from companion.table.outcome import How, Outcome
from companion.table.sides import members, side
from companion.table.table import Lying, Seat, Table, hand

HANDS, TARGET, OUT = 10, 100, -10
EFFECT = {"2": 2, "3": 3, "X": 3}
ZADNJA = {"zadnja": words("one card is left")}


class StockEmpty(Exception):
    """There is nothing to draw, and the table ends the deal then."""


@dataclass
class Turns:
    """What is remembered of a deal: whose turn, what fits, what he owes, and who has to say Zadnja."""

    seat: Seat
    wanted: Wanted
    owed: int = 0
    skips: bool = False
    """who draws loses his turn (joker)"""
    zadnja: Seat | None = None
    since: int = 0
    """the event that left him with one card"""
    go_on: Seat | None = None
    """who drew a card after a seven and may still put it"""
    out: Seat | None = None


# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """Turns until somebody has no cards left; then the cards of the others are shown and counted."""
    it = Turns(t.to_act if t.to_act is not None else t.after(t.dealer), Wanted(""))
    await start_card(t, it)
    number = 0
    try:
        while it.out is None:
            number += 1
            t.stage = f"turn {number}"
            await one_turn(t, it)
            it.seat = t.after(it.seat)
    except StockEmpty:
        t.board["end"] = words("the stock is empty")
    await lay_down(t)
    return score(t, it.out, {seat: worth(t.cards(hand(seat))) for seat in range(t.seats)})


async def start_card(t: Table, it: Turns) -> None:
    """The first card of the pile: never a joker; its effect does not count, or falls on the first player."""
    t.stage = "start card"
    if t.size("pile"):
        it.wanted = Wanted(t.trump or t.cards("pile")[-1].suit, "" if t.trump else t.cards("pile")[-1].rank)
        t.trump = ""
        return
    top = await Turn(t.dealer, "stock", "pile", 1)
    while top == (JOKER,):
        t.move("pile", hand(t.dealer), [JOKER])
        t.stage += ", joker"
        if t.rules["start_joker"] == "turn_next":
            top = await Turn(t.dealer, "stock", "pile", 1)
        else:
            put = await Put(t.dealer, Wanted("", anything=True), free=True)
            top = (put,) if put is not None else ()
    it.wanted = Wanted(top[0].suit, top[0].rank) if top else Wanted("", anything=True)
    if top and t.rules["start_effect"] == "on_first":
        it.owed = EFFECT.get(top[0].rank, 0)
        if top[0].rank == "A":
            await name_suit(t, it)
        it.wanted = replace(it.wanted, seven=top[0].rank == "7", strict=strict(t))


async def one_turn(t: Table, it: Turns) -> None:
    """The forced draw; then a card, or a draw (after a forced one none), or Dalje."""
    seat, forced = it.seat, it.owed
    if it.owed and not DrawCards.skipped(t):
        stacks = [Put(seat, replace(it.wanted, stack=True))] if t.rules["stacking"] == "accumulate" else []
        card = await first_of(t, it, *([] if it.skips else stacks), DrawCards(seat, it.owed, "stock"))
        if isinstance(card, Card):
            await laid(t, it, card, more=forced)
            return
        if card == "back":
            await back(t, it)
            return
    it.owed, skips, it.skips = 0, it.skips, False
    if skips:
        return
    put = Put(seat, it.wanted)
    if it.wanted.seven:
        await after_seven(t, it)
        return
    no_draw = DrawCards.skipped(t) or (forced and t.rules["draw_after_forced"] == "no")
    answer = await first_of(t, it, put, Dalje(seat, put) if no_draw else DrawCards(seat, 1, "stock", it.wanted))
    if isinstance(answer, int):
        put = replace(put, drawn=True)
        answer = await first_of(t, it, put, Dalje(seat, put))
    if isinstance(answer, Card):
        await laid(t, it, answer)
    elif answer == "back":
        await back(t, it)


async def drawn(t: Table, seat: Seat, number: int) -> None:
    """So many cards of the stock, which have to be drawn."""
    if not DrawCards.skipped(t) and await DrawCards(seat, number, "stock") == EMPTY:
        raise StockEmpty


async def first_of(t: Table, it: Turns, *asks: Put | DrawCards | Dalje) -> Any:
    """What the player does. Until then who has one card left may say Zadnja, and a card drawn after a seven be put."""
    while True:
        late = it.zadnja
        more: list[Any] = [] if late is None else [Say(late, ZADNJA, often=1.0)]
        if it.go_on is not None:
            more.append(GoOn(it.go_on, replace(it.wanted, seven=True, strict=strict(t)), drawn=True, waits=bool(more)))
        held = [ask if isinstance(ask, Dalje) else replace(ask, waits=late is not None) for ask in asks]
        asked, answer = await AnyOf(*held, *more)
        if isinstance(asked, Say):
            it.zadnja = None
            t.marks[asked.seat]["zadnja"] = words("Zadnja")
            continue
        it.zadnja, it.go_on = None, None
        if late is not None and late != asked.seat:
            t.find("zadnja", late, words("{name} did not say Zadnja", name=t.names[late]), about=it.since)
            if t.rules["missing_zadnja"] == "draw_one":
                await drawn(t, late, 1)
        if isinstance(asked, GoOn):  # (the turn was not over yet)
            it.seat = asked.seat
            it.wanted = replace(it.wanted, seven=True, strict=strict(t))
        if answer == EMPTY:
            raise StockEmpty
        return answer


async def after_seven(t: Table, it: Turns) -> None:
    """The sequence goes on with another seven or ends with its suit; who cannot draws one."""
    seat = it.seat
    put, had = Put(seat, it.wanted), t.size(hand(seat))
    if not had or not DrawCards.skipped(t):  # (else he puts a card, or his turn is over)
        answer = await first_of(t, it, *([put] if had else []), DrawCards(seat, 1, "stock", it.wanted if had else None))
        if isinstance(answer, Card):
            await laid(t, it, answer)
            return
        if answer == "back":
            await back(t, it)
            return
    it.go_on, it.wanted = seat, replace(it.wanted, seven=False)
    one_left(t, it)


async def back(t: Table, it: Turns) -> None:
    """A card that did not fit has gone back: its player draws, and his turn is over."""
    it.wanted = replace(it.wanted, seven=False)
    await drawn(t, it.seat, 1 if t.rules["illegal_card"] == "draw_one" else 2)


async def laid(t: Table, it: Turns, card: Card, more: int = 0) -> None:
    """What a card does: draws for the next, a suit named, another card of one's own; and the end with the last one."""
    seat, before = it.seat, it.wanted
    it.owed, it.skips = (EFFECT[card.rank] + more, card == JOKER) if card.rank in EFFECT else (0, False)
    last = not t.size(hand(seat)) and card.rank != "7"
    if last:
        it.out = seat
        if it.owed and t.rules["last_card_effect"] == "next_draws":
            await drawn(t, t.after(seat), it.owed)
        return
    if card == JOKER:
        on_ace = len(t.places["pile"]) > 1 and [c.rank for c in t.cards("pile")[-2:-1]] == ["A"]
        free = before.anything or (on_ace and t.rules["joker_on_ace"] == "free")
        it.wanted = Wanted(before.suit, anything=free)
    elif card.rank == "A":
        await name_suit(t, it)
    else:
        it.wanted = Wanted(card.suit, card.rank, seven=card.rank == "7", strict=strict(t))
        t.board.pop("suit", None)
    if card.rank == "7":
        await after_seven(t, it)
    else:
        one_left(t, it)


def strict(t: Table) -> bool:
    """Whether a seven has to be followed by its suit, without ace and joker."""
    return t.rules["seven_end"] == "suit_only"


def one_left(t: Table, it: Turns) -> None:
    """Whose turn ends with one card in the hand has to say Zadnja."""
    t.marks.setdefault(it.seat, {}).pop("zadnja", None)
    if t.size(hand(it.seat)) == 1:
        it.zadnja, it.since = it.seat, t.event


async def name_suit(t: Table, it: Turns) -> None:
    """An ace: its player names the suit."""
    suit = await Choose(it.seat, SUIT_NAMES)
    it.wanted = Wanted(suit)
    t.board["suit"] = words("suit named: {suit}", suit=SUIT_NAMES[suit])


# Scoring ------------------------------------------------------------------------------------------------------------


def pairs(seats: int, rules: Mapping[str, str]) -> bool:
    """Whether partners sit opposite each other."""
    return seats == 4 and rules["four_players"] == "pairs"


def score(t: Table, out: Seat | None, left: Mapping[Seat, int]) -> Outcome:
    """Ten less for who is out, the cards left for the others; partners add theirs up."""
    own = {seat: OUT if seat == out else number for seat, number in left.items()}
    points = dict(own)
    if pairs(t.seats, t.rules):
        points = {seat: sum(own[other] for other in own if side(other) == side(seat)) for seat in own}
    how = {}
    for seat, mine in own.items():
        told = words("out: {n}", n=mine) if seat == out else words("cards left: {n}", n=mine)
        if pairs(t.seats, t.rules):
            told = words("{sum}; the partner {n}", sum=told, n=points[seat] - mine)
        how[seat] = How(tuple(sorted(t.cards(hand(seat)))), {"left": left[seat], "out": seat == out}, told)
    return Outcome(points, how)


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """When somebody has 100 the lowest total wins; equal ones play another deal, or share."""
    if max(scores.values()) < TARGET:
        return ()
    best = tuple(seat for seat, points in scores.items() if points == min(scores.values()))
    sides = {side(seat) if pairs(len(scores), rules) else seat for seat in best}
    return best if len(sides) == 1 or rules["lowest_tied"] == "shared" else ()


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Ten cards each and a stock; or hands, pile and stock, and the suit that was named (as trump)."""
    playing, pile = "hands" in start.fields, to_cards(start.fields.get("pile", ()))
    deal_hands(t, start, t.pack.total() if playing else HANDS, {"pile": len(pile)}, stock="" if playing else "stock")
    t.places.setdefault("stock", [])
    t.partners = members(t.seats) if pairs(t.seats, t.rules) else ()
    if playing != bool(pile):
        raise BadRecord("start: a position has hands and a pile; the usual deal has neither")
    if playing and not all(t.size(hand(seat)) for seat in range(t.seats)):
        raise BadRecord("start: everybody holds a card at least")
    if playing:
        number = whole(start.fields.get("stock", t.unknown("aside")), "stock", 0, t.unknown("aside"))
        for _ in range(number):
            t.places["aside"].remove(Lying())
        t.places["stock"] = [Lying()] * number


def result(t: Table, event: Event) -> Outcome:
    """Score only: who is out, and the cards left in the other hands (or what they count)."""
    form = Form(t, event, ("out", "left"))
    out, left = form.seat("out"), dict.fromkeys(range(t.seats), 0)
    everything: list[Card] = []
    for seat, cards in form.by_seat("left").items():
        if isinstance(cards, int):
            left[seat] = whole(cards, "left", 0, worth(t.pack.elements()))
        else:
            everything += (held := to_cards(cards))
            left[seat] = worth(held)
    form.in_pack("left", everything)
    if sum(left.values()) > worth(t.pack.elements()):
        raise BadRecord(f"the cards left count {worth(t.pack.elements())} at most, not {sum(left.values())}")
    if out is not None and left[out]:
        raise BadRecord("who is out has no cards left")
    if out is not None and (holds := next((seat for seat in left if seat != out and not left[seat]), None)) is not None:
        raise BadRecord(f"{t.names[out]} is out, so {t.names[holds]} has cards left: tell them in 'left'")
    if out is None and t.rules["stock_empty"] != "deal_ends":
        raise BadRecord("a result needs 'out', a player's name")
    return score(t, out, left)


OPTIONS = (
    Option("start_joker", words("A joker as the first card"), {
        "from_hand": words("is taken by the dealer, who puts another card"),
        "turn_next": words("is taken by the dealer, and the next card is turned up")}),
    Option("start_effect", words("The effect of the first card"), {
        "none": words("does not count"), "on_first": words("falls on the first player")}),
    Option("drawn_card", words("A drawn card that fits"), {
        "must": words("must be put by a player who had none"), "may_keep": words("may be kept")}),
    Option("draw_after_forced", words("After a forced draw"), {
        "no": words("nothing more is drawn"), "yes": words("one more may be drawn")}),
    Option("seven_end", words("A sequence of sevens ends with"), {
        "any_fitting": words("its suit, an ace or a joker"), "suit_only": words("its suit only")}),
    Option("stacking", words("Twos and threes"), {
        "none": words("do not add up"), "accumulate": words("may be answered by another, and add up")}),
    Option("last_card_effect", words("A last two, three or joker"), {
        "ignored": words("has no effect"), "next_draws": words("still makes the next player draw")}),
    Option("stock_empty", words("When the stock is empty"), {
        "reshuffle": words("the pile is shuffled"), "deal_ends": words("the deal ends, all count")}),
    Option("lowest_tied", words("Equal lowest totals"), {
        "another_deal": words("one more deal"), "shared": words("they share the win")}),
    Option("illegal_card", words("Who puts a card that does not fit"), {
        "draw_one": words("draws one, and his turn is over"), "draw_two": words("draws two, and his turn is over")}),
    Option("missing_zadnja", words("Who does not say Zadnja"), {
        "warning": words("is warned"), "draw_one": words("draws a card")}),
    Option("joker_on_ace", words("After a joker on an ace"), {
        "named_suit": words("the named suit holds"), "free": words("any card fits")}),
    Option("four_players", words("Four players"), {
        "pairs": words("two against two"), "singles": words("each for himself")}),
)  # fmt: skip

VERBS = (
    Verb("turn", words("the first card of the pile"), {"id": 1, "do": "turn", "cards": ["9H"]}),
    Verb("play", words("a card of the hand to the pile"), {"id": 2, "seat": "Boris", "do": "play", "cards": ["AC"]}),
    Verb("choose", words("the suit that an ace asks for"),
         {"id": 3, "seat": "Boris", "do": "choose", "option": "D"}, SUIT_NAMES),
    Verb("draw", words("cards of the stock, unseen"), {"id": 4, "seat": "Vera", "do": "draw", "count": 1}),
    Verb("pass", words("Dalje: the turn ends without a card"), {"id": 5, "seat": "Vera", "do": "pass"}),
    Verb("say", words("Zadnja: one card is left"), {"id": 50, "seat": "Ana", "do": "say", "word": "zadnja"}, ZADNJA),
    Verb("show", words("the cards left when somebody is out"),
         {"id": 60, "seat": "Vera", "do": "show", "cards": ["X", "3S"]}),
    Verb("result", words("a deal scored by hand: who is out, and the cards left (or what they count)"),
         {"id": 1, "do": "result", "facts": {"out": "Ana", "left": {"Boris": ["X", "3S", "KH"], "Vera": 30}}}),
)  # fmt: skip

GAME = Game(
    id="trojke_dvojke",
    title=words("Trojke-dvojke"),
    players=(2, 3, 4),
    direction="right",
    target=TARGET,
    options=OPTIONS,
    pack=lambda players, rules: pack(copies=2) + Counter({JOKER: 4}),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=winners,
    verbs=VERBS,
    start_keys=("scores", "dealer", "hands", "pile", "stock", "trump", "aside", "to_act"),
    sees=words("the pile, the cards put on it, and the cards drawn"),
    deck=words("two packs of 52 cards and four jokers"),
    summary=words("rules.summary"),
    lowest_wins=True,
)
