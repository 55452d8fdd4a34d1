"""Velika budala: beat the top card of the pile or take it; who is left with cards is the big fool.

The rules are told in the order they happen at the table: ``deal`` with its rukas, who goes out, who has lost. Which
card beats which is in ``velika_budala_asks``. Turn order goes to the right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.cards import Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import deal_hands
from companion.events import BadRecord, Event
from companion.games.velika_budala_asks import RANKS, SAME_COLOUR, Beat, Lead, TakeUp, words
from companion.rules.drawing import Draw
from companion.rules.forms import Form, to_cards, whole
from companion.rules.plays import SUIT_NAMES
from companion.rules.requests import AnyOf
from companion.rules.spoken import Say
from companion.rules.turning import Turn
from companion.table.outcome import How, Outcome
from companion.table.table import Lying, Seat, Table, hand

HANDS, DEALS = 5, 5
ENDLESS = {"endless": words("the deal does not end: nobody has lost")}

# The deal -----------------------------------------------------------------------------------------------------------


@dataclass
class Ruka:
    """What is remembered of a deal: whose turn, the cards played in this ruka and how many make it complete."""

    seat: Seat
    played: int = 0
    complete: int = 0
    leads: bool = False
    """the next card begins a ruka"""
    turns: int = 0
    agreed: set[Seat] = field(default_factory=set)
    """who has said that the deal does not end"""
    quiet: list[tuple[int, ...]] = field(default_factory=list)
    """the sizes of the hands before the last turns that were only leads and takes, and after each of them"""
    before: tuple[int, ...] = ()
    """the sizes of the hands before this turn"""
    saved: bool = False
    """the last card beat the last one: nobody has lost"""


async def deal(t: Table) -> Outcome:
    """Rukas until one player is left with cards and there is nothing to draw."""
    it = Ruka(t.to_act if t.to_act is not None else t.after(t.dealer))
    await turned_card(t, it)
    show_trumps(t)
    while going_on(t, it):
        it.turns += 1
        t.stage, it.before = f"turn {it.turns}", sizes(t)
        await one_turn(t, it)
    return settle(t, None if it.saved else loser(t, it))


async def turned_card(t: Table, it: Ruka) -> None:
    """The first card of the stock begins the pile and fixes the trumps; it is nobody's."""
    t.stage, it.complete = "turned card", len(holding(t))
    if not t.trump:
        await Turn(t.dealer, "stock", "pile", 1)
        t.trump = t.cards("pile")[0].suit if t.cards("pile") else t.trump
        it.leads = t.rules["turned_card"] == "free_lead"
    else:
        it.played = t.size("pile")
    it.leads = it.leads or not t.size("pile")
    it.seat = next_in(t, it.seat)


async def one_turn(t: Table, it: Ruka) -> None:
    """Lead, or beat the top card, and draw; or take it and end the ruka."""
    if it.leads:
        more = 1 if t.rules["complete_ruka"] == "leader_again" else 0
        it.leads, it.played, it.complete = False, 0, len(holding(t)) + more
        answer, led = await or_agree(t, it, Lead(it.seat)), True
        for lying in t.places["pile"][:-1]:  # the last ruka lies there to be seen until the next is led
            t.move_this("pile", "aside", lying)
    else:
        answer, led = await or_agree(t, it, Beat(it.seat), TakeUp(it.seat)), False
    if answer == "endless":
        return
    await turn_over(t, it, took=answer == "take", led=led)


async def or_agree(t: Table, it: Ruka, *asks: Lead | TakeUp) -> str:
    """What the player does; or, when nothing can be drawn any more, all agree that the deal does not end."""
    while True:
        may = t.rules["endless_deal"] == "agree" and not t.size("stock") and len(holding(t)) > 1
        says = [Say(seat, ENDLESS, often=0.0) for seat in holding(t) if may and seat not in it.agreed]
        asked, answer = await AnyOf(*asks, *says)
        if not isinstance(asked, Say):
            it.agreed.clear()
            return str(answer)
        it.agreed.add(asked.seat)
        if len(it.agreed) == len(holding(t)):
            it.saved = True
            return "endless"


async def turn_over(t: Table, it: Ruka, *, took: bool, led: bool) -> None:
    """The player draws if he has played; a ruka ends with a take, or when all have played to it."""
    seat = it.seat
    if not took:
        it.played += 1
        if number := to_draw(t, seat):
            await Draw(seat, number, "stock")
        if not t.size(hand(seat)):
            t.marks.setdefault(seat, {})["out"] = words("out")
    quiet = took or (led and t.size(hand(seat)) > 0)
    it.quiet = [*(it.quiet or [it.before]), sizes(t)] if quiet else []
    it.seat = next_in(t, t.after(seat))
    if took:
        it.leads = True
    elif it.played >= it.complete:
        it.leads, it.seat = True, next_in(t, seat)


def to_draw(t: Table, seat: Seat) -> int:
    """How many cards are drawn after a play."""
    wanted = 1 if t.rules["drawing"] == "one_per_play" else max(0, HANDS - t.size(hand(seat)))
    return min(wanted, t.size("stock"))


def sizes(t: Table) -> tuple[int, ...]:
    """How many cards each holds."""
    return tuple(t.size(hand(seat)) for seat in range(t.seats))


def holding(t: Table) -> list[Seat]:
    """Who still holds cards."""
    return [seat for seat in range(t.seats) if t.size(hand(seat))]


def next_in(t: Table, seat: Seat) -> Seat:
    """This seat, or the next one that still holds cards."""
    return next((other for other in t.round_from(seat) if t.size(hand(other))), seat)


def going_on(t: Table, it: Ruka) -> bool:
    """Until one player holds cards and the stock is empty; as a house rule his last card may beat the last one."""
    left = holding(t)
    if it.saved or endless(t, it):
        return False
    if t.size("stock") or len(left) > 1:
        return True
    may = t.rules["last_holder"] == "may_beat_last" and not it.leads
    return may and [t.size(hand(seat)) for seat in left] == [1]


def endless(t: Table, it: Ruka) -> bool:
    """As a house rule a deal ends after four rounds of leads and takes in which no hand has become smaller."""
    number = 4 * len(holding(t))
    return t.rules["endless_deal"] == "most_cards_loses" and not t.size("stock") and len(it.quiet) > number and all(
        now >= before for now, before in zip(it.quiet[-1], it.quiet[-1 - number], strict=True)
    )  # fmt: skip


# Who has lost -------------------------------------------------------------------------------------------------------


def loser(t: Table, it: Ruka) -> Seat | None:
    """Who is left with cards; after an endless deal who holds most of them, nobody if several do."""
    left = holding(t)
    most = max((t.size(hand(seat)) for seat in left), default=0)
    worst = [seat for seat in left if t.size(hand(seat)) == most]
    return worst[0] if len(worst) == 1 else None


def settle(t: Table, fool: Seat | None) -> Outcome:
    """A loss for the big fool, who deals next; if nobody has lost the dealer's neighbour does."""
    points = {seat: int(seat == fool) for seat in range(t.seats)}
    said = {1: words("Velika budala"), 0: words("not the fool")}
    how = {seat: How((), {"losses": n}, said[n]) for seat, n in points.items()}
    return Outcome(points, how, next_dealer=fool if t.rules["next_dealer"] == "loser" else None)


def show_trumps(t: Table) -> None:
    """Which suits are trumps, for everybody to see."""
    if t.trump:
        great, small = SUIT_NAMES[t.trump], SUIT_NAMES[SAME_COLOUR[t.trump]]
        t.board["trumps"] = words("great trump {great}, small trump {small}", great=great, small=small)


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Five cards each and a stock; or hands, pile, stock and trump as a position gives them."""
    playing, pile = "hands" in start.fields, to_cards(start.fields.get("pile", ()))
    stock = "" if playing else "stock"
    deal_hands(t, start, t.pack.total() if playing else HANDS, {"pile": len(pile)}, stock=stock)
    t.places.setdefault("stock", [])
    if playing != bool(t.trump) or (pile and not playing):
        raise BadRecord("start: a position has hands and a trump, and its pile; the usual deal has none of them")
    if playing:
        number = whole(start.fields.get("stock", 0), "stock", 0, t.unknown("aside"))
        for _ in range(number):
            t.places["aside"].remove(Lying())
        t.places["stock"] = [Lying()] * number


def result(t: Table, event: Event) -> Outcome:
    """Score only: who was the fool, nobody if none is named."""
    return settle(t, Form(t, event, ("loser",)).seat("loser"))


OPTIONS = (
    Option("take", words("Who does not beat takes"), {
        "top": words("only the top card, the rest goes out"), "pile": words("the whole pile")}),
    Option("complete_ruka", words("A ruka is complete"), {
        "one_card": words("when each player has put one card"),
        "leader_again": words("when its leader has beaten once more")}),
    Option("last_holder", words("Who alone is left with cards"), {
        "loses_at_once": words("loses at once"),
        "may_beat_last": words("may beat with his only card, and nobody loses")}),
    Option("drawing", words("After each own card"), {
        "one_per_play": words("one card is drawn"), "refill_to_5": words("the hand is filled up to five")}),
    Option("match_length", words("Match"), {
        "five_each": words("five deals for each player"), "single_deals": words("a single deal")}),
    Option("next_dealer", words("The next deal is dealt by"), {
        "loser": words("the loser"), "right": words("the dealer's neighbour to the right")}),
    Option("illegal_beat", words("A card that does not beat"), {
        "taken_back": words("goes back"), "counts_as_take": words("goes back and counts as a take")}),
    Option("turned_card", words("The turned card"), {
        "pile": words("lies on the pile, to be beaten or taken"), "free_lead": words("only fixes the trumps")}),
    Option("endless_deal", words("When leads and takes go round and round"), {
        "agree": words("nobody loses, if all agree"),
        "most_cards_loses": words("after four rounds who holds most cards loses")}),
)  # fmt: skip

VERBS = (
    Verb("turn", words("the turned card, which fixes the trumps"), {"id": 1, "do": "turn", "cards": ["9H"]}),
    Verb("play", words("a card of the hand to the pile"), {"id": 2, "seat": "Boris", "do": "play", "cards": ["JH"]}),
    Verb("draw", words("a card of the stock, unseen"), {"id": 3, "seat": "Boris", "do": "draw", "count": 1}),
    Verb("take", words("the top card is taken instead of beaten"), {"id": 4, "seat": "Vera", "do": "take"}),
    Verb("say", words("the deal does not end (counts when all who hold cards agree)"),
         {"id": 60, "seat": "Vera", "do": "say", "word": "endless"}, ENDLESS),
    Verb("result", words("a deal scored by hand: who was the fool, or nobody"),
         {"id": 1, "do": "result", "facts": {"loser": "Ana"}}),
)  # fmt: skip


def length(players: int, rules: Mapping[str, str]) -> int:
    """How many deals a match has."""
    return DEALS * players if rules["match_length"] == "five_each" else 1


GAME = Game(
    id="velika_budala",
    title=words("Velika budala"),
    players=(2, 3, 4, 5),
    direction="right",
    target=0,
    options=OPTIONS,
    pack=lambda players, rules: pack(RANKS),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=lambda scores, rules: (),
    verbs=VERBS,
    start_keys=("scores", "dealer", "hands", "pile", "stock", "trump", "aside", "to_act"),
    sees=words("the pile, the cards put on it, and the cards drawn and taken up"),
    deck=words("36 cards: sixes and higher"),
    summary=words("rules.summary"),
    length=length,
    lowest_wins=True,
)
