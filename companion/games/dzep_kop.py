"""Džep-Kop: a fishing game; a card takes one other, and the black cards that are taken count.

The rules are told in the order they happen at the table: ``deal`` with its turns, the talon, the scoring. What a card
takes is in ``dzep_kop_takes``. Turn order goes to the right; the dealer is the first to play, and the last is the
Cutter, who has the reserve.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from companion.cards import BadCard, Card, Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import deal_hands
from companion.events import BadRecord, Event
from companion.games.dzep_kop_takes import (
    Capture,
    Flip,
    PlayCard,
    Triple,
    captures,
    gather,
    pretty,
    several,
    triples,
    words,
    worth,
)  # fmt: skip
from companion.rules.forms import Form, to_cards
from companion.rules.requests import AnyOf, Request
from companion.rules.spoken import Say
from companion.rules.stakes import pay
from companion.rules.sums import item, listed
from companion.rules.turning import Turn
from companion.table.outcome import How, Outcome
from companion.table.table import Lying, Seat, Table, hand, taken
from companion.texts import Text

T = TypeVar("T")

HANDS, TALON, DEALS = {3: 7, 4: 5}, {3: 10, 4: 12}, 12
TOTAL, OVER, EACH = 240, 40, 10
PAIRS = {"kings": (Card("K", "S"), Card("K", "C")), "aces": (Card("A", "S"), Card("A", "C"))}
AWARDS = {"base": words("against the average"), "ke": words("KE"), "kings": words("black kings"),
          "aces": words("black aces"), "reserve": words("reserve")}  # fmt: skip
"""what chips are won and lost for"""
RED_RESERVE = {Card("8", "H"): 8, Card("3", "H"): 3}
RESERVE = {"bottom": words("the reserve is the bottom card"), "top": words("the reserve is the top card of the stock")}

# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """Each turn is a card of the hand and one of the stock; the Cutter's last one is the reserve."""
    t.reasons["play"] = t.reasons["turn"] = words("a turn is a card of the hand, then the top card of the stock")
    ahead = await talon(t)  # (a card that was laid while something else was still to be done)
    seat, number = next_seat(t, t.to_act if t.to_act is not None else t.dealer), 1
    reserve: tuple[Card, ...] = ()
    while t.size("reserve"):
        t.stage = f"turn {number}"
        card = ahead or await PlayCard(seat)
        last = not t.size("stock")
        turned = await second_card(t, seat, card)
        number += 1
        t.stage, ahead = f"turn {number}", None  # (what is taken now is told from the next turn by whose it is)
        right = next_seat(t, t.after(seat))  # (before he lays what may be his last card)
        if last:
            reserve = turned
        elif turned and captures(t, turned[0]):
            ahead = await took(t, seat, turned[0], PlayCard(right, hasty=True))
        seat = right
    gather(t, cutter(t), t.cards("lot"))
    return settle(t, reserve[0] if reserve else None)


def cutter(t: Table) -> Seat:
    """Who cuts: the last in the order of play."""
    return (t.dealer - 1) % t.seats


def next_seat(t: Table, seat: Seat) -> Seat:
    """This seat, or the next one that holds cards."""
    return next((other for other in t.round_from(seat) if t.size(hand(other))), seat)


async def talon(t: Table) -> Card | None:
    """The open cards; of three equal pictures or tens two are the Cutter's, before the first card is played."""
    t.stage = "talon"
    t.reasons["say"] = words("the Cutter says where the reserve is from before the talon is turned up")
    while t.unknown("lot"):
        asked, answer = await AnyOf(Turn(t.dealer, "lot", "lot", t.unknown("lot")), Say(cutter(t), RESERVE))
        if isinstance(asked, Turn):
            break
        t.marks.setdefault(cutter(t), {})["reserve"] = RESERVE[answer]
    t.stage = "turn 1"
    if t.to_act is not None:
        return None
    if t.rules["four_on_talon"] == "to_cutter":
        pictures = [[card for card in t.cards("lot") if card.rank == rank] for rank in "TJQK"]
        gather(t, cutter(t), [card for four in pictures if len(four) == 4 for card in four])
    while left := triples(t):
        asked, answer = await AnyOf(Triple(cutter(t)), PlayCard(t.dealer, left=next(iter(left))))
        if isinstance(asked, PlayCard):
            first: Card = answer
            return first
        gather(t, cutter(t), answer)
    return None


async def second_card(t: Table, seat: Seat, card: Card) -> tuple[Card, ...]:
    """The card of the hand takes one, or not; then the top card of the stock, at the very last the reserve."""
    source, able = "stock" if t.size("stock") else "reserve", tuple(captures(t, card))
    if able:
        turned = await took(t, seat, card, Flip(seat, source, "lot", 1, leaves=able))
        if turned is not None:
            return turned
    return await Flip(seat, source, "lot", 1)


async def took(t: Table, seat: Seat, card: Card, then: Request[T]) -> T | None:
    """The card just laid takes one, if its player likes; else what comes next is done already: its answer."""
    able, played = captures(t, card), t.event
    asked, answer = await AnyOf(Capture(seat, card), then)
    if isinstance(asked, Capture):
        gather(t, seat, [answer, card])
        return None
    if t.rules["must_capture"] == "yes":
        said = words("{name} laid {card} though it takes {cards}", name=t.names[seat], card=card.pretty,
                     cards=pretty(able))  # fmt: skip
        t.find("must_capture", seat, said, tuple(able), about=t.event if asked.seat == seat else played)
    done: T = answer
    return done


# Scoring ------------------------------------------------------------------------------------------------------------


def settle(t: Table, reserve: Card | None) -> Outcome:
    """The captured points, and who holds both black kings or aces."""
    won = {seat: t.cards(taken(seat)) for seat in range(t.seats)}
    points = {seat: sum(map(worth, cards)) for seat, cards in won.items()}
    pairs = {name: next((seat for seat in won if all(card in won[seat] for card in two)), None)
             for name, two in PAIRS.items()}  # fmt: skip
    return score(t, points, pairs, reserve)


def score(t: Table, points: Mapping[Seat, int], pairs: Mapping[str, Seat | None], reserve: Card | None) -> Outcome:
    """Points over or under the average; from each opponent 10 for KE, kings and aces, and the Cutter's reserve."""
    average = TOTAL // t.seats
    least = OVER if t.rules["ke_limit"] == "at_least_40" else OVER + 1
    awards = [("ke", seat, EACH) for seat, number in points.items() if number - average >= least]
    awards += [(name, seat, EACH) for name, seat in pairs.items() if seat is not None]
    if reserve is not None:
        red = RED_RESERVE.get(reserve, 0) if t.rules["red_reserve"] == "eight_three" else 0
        awards.append(("reserve", cutter(t), worth(reserve) or red))
    chips = {seat: {"points": number, "base": number - average} for seat, number in points.items()}
    for name, winner, each in awards:
        for seat, parts in chips.items():
            parts[name] = parts.get(name, 0) + (each * (t.seats - 1) if seat == winner else -each)
    net = {seat: sum(parts.values()) - parts["points"] for seat, parts in chips.items()}
    if t.rules["score_form"] == "chips":
        for seat, number in net.items():
            pay(t, seat, None, -number)
    blacks = {seat: tuple(sorted(card for card in t.cards(taken(seat)) if not card.red)) for seat in points}
    how = {seat: How(blacks[seat], parts, explain(parts)) for seat, parts in chips.items()}
    return Outcome(net, how)


def explain(parts: Mapping[str, int]) -> Text:
    """How a player's chips came about: against the average, and each award."""
    items = [item(AWARDS[name], f"{n:+}") for name, n in parts.items() if name in AWARDS and (n or name == "base")]
    return listed(several("{n} point", "{n} points", parts["points"]), items)


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Hands, the open cards, the reserve; or a position, whose stock is one card less than there are turns."""
    playing, open_ = "hands" in start.fields, to_cards(start.fields.get("lot", ()))
    lot = len(open_) if playing or open_ else TALON[t.seats]
    deal_hands(t, start, HANDS[t.seats], {"lot": lot, "reserve": 1}, stock="" if playing else "stock")
    t.places.setdefault("stock", [])
    t.chips = dict.fromkeys(range(t.seats), 0)
    if not playing:
        return
    for seat, codes in start.by_seat("captured").items():
        t.places[taken(seat)] = [Lying(card) for card in to_cards(codes)]
    stock = sum(t.size(hand(seat)) for seat in range(t.seats)) - 1
    away = stock + sum(t.size(taken(seat)) for seat in range(t.seats))
    if stock < 0 or away > t.unknown("aside") or t.known() - t.pack:
        raise BadRecord("start: the hands hold a card at least, and no card is there more often than the pack has it")
    for _ in range(away):
        t.places["aside"].remove(Lying())
    t.places["stock"] = [Lying()] * stock


def result(t: Table, event: Event) -> Outcome:
    """Score only: the points of each, who has both black kings and aces, and the reserve."""
    form = Form(t, event, ("points", "kings", "aces", "reserve"))
    points = form.numbers("points", TOTAL)
    if sum(points.values()) != TOTAL:
        raise BadRecord(f"the points make {TOTAL} together, not {sum(points.values())}")
    pairs = {name: form.seat(name) for name in PAIRS}
    for name, seat in pairs.items():
        least = sum(worth(card) for held, two in PAIRS.items() if pairs[held] == seat for card in two)
        if seat is not None and points[seat] < least:
            raise BadRecord(f"who has both black {name} has {least} points at least, not {points[seat]}")
    code = form.facts.get("reserve")
    try:
        reserve = None if code is None else Card.parse(str(code))
    except BadCard as error:
        raise BadRecord(str(error)) from None
    if reserve is not None and reserve not in t.pack:
        raise BadRecord(f"{code!r:.20} is not in the pack of this game")
    for name, seat in pairs.items():
        if reserve in PAIRS[name] and seat not in (None, cutter(t)):
            raise BadRecord(f"the reserve {reserve} is the Cutter's: nobody else has both black {name}")
    return score(t, points, pairs, reserve)


OPTIONS = (
    Option("must_capture", words("A card that can take"), {
        "no": words("may take or be left"), "yes": words("must take")}),
    Option("triple_which_black", words("Of two black ones in a triple, if nobody tells"), {
        "spade_stays": words("the spade stays"), "club_stays": words("the club stays")}),
    Option("four_on_talon", words("Four equal pictures or tens on the talon"), {
        "stay": words("stay until the end"), "to_cutter": words("go to the Cutter at once")}),
    Option("triple_fives", words("The triple rule for fives"), {
        "no": words("does not hold"), "yes": words("holds too")}),
    Option("ke_limit", words("KE counts"), {
        "at_least_40": words("from 40 points over the average"), "over_40": words("from 41 points over the average")}),
    Option("red_reserve", words("A red reserve"), {
        "eight_three": words("brings 8 as the eight, 3 as the three of hearts"), "none": words("brings nothing")}),
    Option("deals", words("Match"), {"twelve": words("12 deals"), "open_end": words("as many deals as you like")}),
    Option("score_form", words("The score is kept"), {
        "chips": words("in chips, paid after each deal"),
        "written": words("on paper, all beginning with the same number")}),
)  # fmt: skip

VERBS = (
    Verb("say", words("where the Cutter took the reserve from (may be left out)"),
         {"id": 1, "seat": "Vera", "do": "say", "word": "bottom"}, RESERVE),
    Verb("turn", words("the open cards of the talon; later the top card of the stock, at last the reserve"),
         {"id": 2, "do": "turn", "cards": ["8S", "8D", "9C", "QH", "2D", "TS", "5C", "KD", "JC", "4H"]}),
    Verb("play", words("a card of the hand to the talon"), {"id": 3, "seat": "Ana", "do": "play", "cards": ["2H"]}),
    Verb("take", words("the card that it takes; before the first card two of three equal ones, for the Cutter "
                       "(four go to him untold)"),
         {"id": 4, "seat": "Ana", "do": "take", "cards": ["8S"]}),
    Verb("result", words("a deal scored by hand: points of each, who has both black kings and aces, the reserve"),
         {"id": 1, "do": "result", "facts": {
             "points": {"Ana": 125, "Boris": 60, "Vera": 55}, "kings": "Ana", "aces": "Boris", "reserve": "9S"}}),
)  # fmt: skip

GAME = Game(
    id="dzep_kop",
    title=words("Džep-Kop"),
    players=(3, 4),
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
    start_keys=("scores", "dealer", "hands", "lot", "captured", "reserve", "aside", "to_act"),
    sees=words("the talon, each card played, and the card that it takes"),
    deck=words("52 cards"),
    summary=words("rules.summary"),
    length=lambda players, rules: DEALS if rules["deals"] == "twelve" else None,
)
