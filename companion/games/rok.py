"""Rok, for two (``rok2``) and for four (``rok4``): name trumps from a few cards, win seven of thirteen tricks.

The rules are told in the order they happen at the table. In Rok for two the hand is built card by card from the stock
after six cards; in Rok for four partners sit opposite. Turn order goes to the right; the dealer is last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.cards import RANKS, Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import TRICK_GAME_START, deal_hands
from companion.events import BadRecord, Event
from companion.referee import Doubtful, Illegal
from companion.rules.drawing import LayOff
from companion.rules.forms import Form
from companion.rules.plays import SUIT_NAMES, Play, follow
from companion.rules.requests import Act, each_of
from companion.rules.spoken import Choose
from companion.rules.tricks import Trick, breaches, play_trick, take_rest, take_trick
from companion.table.outcome import How, Outcome
from companion.table.sides import by_seat, members, side
from companion.table.table import Seat, Table, hand
from companion.table.truth import Dice, Truth
from companion.texts import Text

TRICKS, WINS, HAND, FIRST, LAID_OFF = 13, 7, 13, {2: 6, 4: 5}, 3
TARGET = {2: 5, 4: 7}


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/rok")


def several(english: str, plural: str, n: int) -> Text:
    """A sentence of this game that counts something."""
    return Text(english, {"n": n}, "games/rok", plural)


KEEP = {"keep": words("keep it: the next is laid away"), "reject": words("lay it away: the next must be taken")}


# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """Trumps, the rest of the hand, then tricks until a side has seven."""
    caller = t.after(t.dealer)
    t.reasons["choose"] = words("trumps are named once, by the player after the dealer")
    if not t.trump:
        t.stage = "trumps"
        t.trump = await Choose(caller, SUIT_NAMES)
    t.board["trump"] = SUIT_NAMES[t.trump]
    if t.size("stock"):
        await (build(t, caller) if t.seats == 2 else second_packets(t, caller))
    leader = t.to_act if t.to_act is not None else caller
    for number in range(TRICKS - t.size(hand(leader)) + 1, TRICKS + 1):
        trick = await play_trick(t, number, leader, card_for, stops=lost)
        if lost(t):
            break
        if trick.claimed is not None:
            take_rest(t, trick.claimed, TRICKS - number + 1)
        else:
            leader = trick.best([t.trump, trick.led.suit], lambda card: RANKS.index(card.rank))
            take_trick(t, leader)
        if max(tricks_of(t)) >= WINS:
            break
    return settle(t, tricks_of(t))


def lost(t: Table) -> bool:
    """As a house rule a proven revoke loses the deal, which stops there."""
    return t.rules["revoke_penalty"] != "report" and bool(breaches(t, "follow_suit"))


async def build(t: Table, caller: Seat) -> None:
    """Rok for two: both lay off three of six; then of each two cards of the stock one is taken, one laid away."""
    t.stage = "laying off"
    await each_of(*(LayOff(seat, LAID_OFF, face_up=t.rules["layoff"] == "face_up") for seat in t.round_from(caller)))
    t.reasons["play"] = words("the hands are not full yet")
    seat, number = caller, 0
    while t.size("stock"):
        number += 1
        t.stage = f"draw {number}"
        await KeepOne(seat, KEEP, face_up=t.rules["rejected_cards"] == "face_up")
        seat = t.after(seat)
    del t.reasons["play"]


async def second_packets(t: Table, caller: Seat) -> None:
    """Rok for four: eight more cards each, dealt as soon as trumps are named."""
    for seat in t.round_from(caller):
        t.move("stock", hand(seat), unknown=HAND - FIRST[4])


@dataclass(frozen=True)
class KeepOne(Choose):
    """Of the next two cards one is taken into the hand unseen: the first (``keep``) or the second (``reject``)."""

    face_up: bool = False
    verbs: ClassVar[tuple[str, ...]] = ("choose", "draw")

    def apply(self, t: Table, act: Act, force: bool = False) -> str:
        if act.do == "draw":  # told by the number of cards that have gone into the hand
            taken = len(act.cards) + act.count
            if taken != 1:
                said = words("{name} takes one of the two cards, not {n}", name=t.names[self.seat], n=taken)
                raise Illegal("wrong_number", said)
            raise Doubtful("which", words("Did {name} take the first card or the second?", name=t.names[self.seat]))
        word = super().apply(t, act)
        first, second = ("stock", hand(self.seat)), ("stock", "aside")
        away = 1 if word == "keep" else 0  # which of the two is laid away
        if self.face_up:
            if len(act.cards) != 1:
                raise Doubtful("no_cards", words("Which card was laid away?"))
            t.check_new("stock", act.cards)
            pile = t.places["stock"]
            if pile[away].card is None:
                pile[0], pile[away] = pile[away], pile[0]
                t.reveal("stock", act.cards)
                pile[0], pile[away] = pile[away], pile[0]
        for target in (first[1], second[1]) if word == "keep" else (second[1], first[1]):
            lying = t.places["stock"][0]
            t.move("stock", target, [lying.card] if lying.card else (), unknown=lying.card is None)
        return word

    def at_random(self, t: Table, truth: Truth, dice: Dice) -> Act:
        word = dice.choice(sorted(self.options))
        cards = truth.next_cards(t, "stock", 2)
        away = (cards[1 if word == "keep" else 0],) if self.face_up else ()
        return Act("choose", self.seat, away, word=word)


def card_for(t: Table, trick: Trick, seat: Seat) -> Play:
    """Follow suit if able; void, anything; trumping is free."""
    duties = (follow(t.faces, trick.led.suit),) if trick.laid else ()
    return Play(seat, duties, lead=not trick.laid)


def tricks_of(t: Table) -> list[int]:
    """Tricks won by each side (for two players: by each)."""
    return [sum(n for seat, n in t.tricks.items() if side(seat) == one) for one in (0, 1)]


# Scoring ------------------------------------------------------------------------------------------------------------


def settle(t: Table, won: list[int]) -> Outcome:
    """One point, or two against a side without a trick; as a house rule a proven revoke loses the deal."""
    if lost(t):
        offender = side(next(iter(breaches(t, "follow_suit").values())))
        return score(t, 1 - offender, 2 if t.rules["revoke_penalty"] == "lose_two" else 1, won)
    winner = won.index(max(won))
    points = 1
    if not won[1 - winner]:
        against_caller = t.rules["whitewash"] == "three_against_caller" and winner != side(t.after(t.dealer))
        points = 3 if against_caller else 2
    return score(t, winner, points, won)


def told(won: Sequence[int], seat: Seat) -> Text:
    """A side's tricks, and those of the other: who has none loses two points."""
    mine = several("{n} trick", "{n} tricks", won[side(seat)])
    return words("{tricks} against {n}", tricks=mine, n=won[1 - side(seat)])


def score(t: Table, winner: int, points: int, won: list[int]) -> Outcome:
    """The winner's points; who deals next."""
    values = [points if one == winner else 0 for one in (0, 1)]
    how = {}
    for seat in range(t.seats):
        parts = {"tricks": won[side(seat)], "points": values[side(seat)]}
        how[seat] = How((), parts, told(won, seat))
    again = t.rules["next_dealer"] == "winner_calls" and winner == side(t.after(t.dealer))
    next_dealer = t.dealer if again else None
    return Outcome(by_seat(values, t.seats), how, next_dealer=next_dealer, anew=lambda: settle(t, won))


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """The first side to five (for two players) or seven."""
    return tuple(seat for seat, points in scores.items() if points >= TARGET[len(scores)])


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Six cards each for two, five for four; the rest is the stock."""
    playing = "hands" in start.fields and bool(start.fields.get("trump"))
    deal_hands(t, start, HAND if playing else FIRST[t.seats], stock="" if playing else "stock")
    t.places.setdefault("stock", [])
    t.partners = members(t.seats) if t.seats == 4 else ()


def result(t: Table, event: Event) -> Outcome:
    """Score only: the tricks of each side, up to the seventh of the winners."""
    form = Form(t, event, ("tricks",))
    won = [0, 0]
    for seat, number in form.numbers("tricks", WINS).items():
        won[side(seat)] += number
    if max(won) != WINS or min(won) >= WINS:
        raise BadRecord(f"one side wins {WINS} tricks, the other fewer, not {won[0]} and {won[1]}")
    return settle(t, won)


# What the product needs to know -------------------------------------------------------------------------------------

SHARED = (
    Option("whitewash", words("Seven tricks to none"), {
        "two": words("two points"), "three_against_caller": words("three points against the caller's side")}),
    Option("next_dealer", words("Who deals next"), {
        "right": words("the next to the right"),
        "winner_calls": words("the same dealer, if the caller's side has won")}),
    Option("revoke_penalty", words("A proven revoke"), {
        "report": words("is told and counts no further"), "lose_one": words("loses the deal by one point"),
        "lose_two": words("loses the deal by two points")}),
)  # fmt: skip
FOR_TWO = (
    Option("layoff", words("The three cards laid off"), {
        "face_down": words("go away face down"), "face_up": words("are shown")}),
    Option("rejected_cards", words("Cards of the stock that are laid away"), {
        "face_down": words("go away face down"), "face_up": words("are shown")}),
    *SHARED,
)  # fmt: skip
FOR_FOUR = (
    Option("look_at_five", words("May the others look at their first five cards before trumps are named?"), {
        "yes": words("yes"), "no": words("no")}),
    Option("packets", words("The cards are dealt"), {
        "5_8": words("five, then eight"), "5_4_4": words("five, four and four")}),
    *SHARED,
)  # fmt: skip

VERBS = (
    Verb("choose", words("the trump suit"), {"id": 1, "seat": "Boris", "do": "choose", "option": "H"}, SUIT_NAMES),
    Verb("play", words("a card to the trick"), {"id": 9, "seat": "Boris", "do": "play", "cards": ["9S"]}),
    Verb("show", words("the cards left in a hand, when it is demanded after the deal"),
         {"id": 40, "seat": "Boris", "do": "show", "cards": ["QS", "3H"]}),
    Verb("result", words("a deal scored by hand: the tricks of each side when one has seven"),
         {"id": 1, "do": "result", "facts": {"tricks": {"Ana": 7, "Boris": 3}}}),
)  # fmt: skip
VERBS_FOR_TWO = (
    Verb("discard", words("three cards laid off face down"), {"id": 2, "seat": "Boris", "do": "discard", "count": 3}),
    Verb("choose", words("the first of two cards of the stock"),
         {"id": 4, "seat": "Boris", "do": "choose", "option": "keep"}, KEEP),
    *VERBS,
)  # fmt: skip

GAME_FOR_TWO = Game(
    id="rok2",
    title=words("Rok for two"),
    players=(2,),
    direction="right",
    target=TARGET[2],
    options=FOR_TWO,
    pack=lambda players, rules: pack(),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=winners,
    verbs=VERBS_FOR_TWO,
    start_keys=TRICK_GAME_START,
    sees=words("the cards of each trick before their players, and how many cards are laid away"),
    deck=words("52 cards"),
    summary=words("rules.summary"),
)
GAME = (
    GAME_FOR_TWO,
    replace(
        GAME_FOR_TWO, id="rok4", title=words("Rok for four"), players=(4,), target=TARGET[4], options=FOR_FOUR,
        verbs=VERBS,
    ),
)  # fmt: skip
