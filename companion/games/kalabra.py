"""Kalabra: a fishing game; a card takes one of its rank, or cards that add up to it. Most cards, TD and 2S count.

The rules are told in the order they happen at the table: ``deal`` with its turns, the scoring. What a player is
asked stands in ``kalabra_asks``, what a card takes in ``kalabra_takes``. Turn order goes to the right; the dealer is
the last to play.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Card, Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import deal_hands
from companion.events import BadRecord, Event
from companion.games.kalabra_asks import Capture, Leave, LeaveLast, PlayCard, several, words
from companion.games.kalabra_takes import sets_for
from companion.rules.drawing import Draw
from companion.rules.forms import Form, to_cards, whole
from companion.rules.requests import AnyOf, Request
from companion.rules.spoken import Say
from companion.rules.sums import item, listed
from companion.rules.turning import Turn
from companion.table.outcome import How, Outcome
from companion.table.table import Lying, Seat, Table, hand, taken
from companion.texts import Text

HANDS, TALON, TARGET = 3, 5, 11
PRIZES = (Card("T", "D"), Card("2", "S"))
WORTH, MOST = {PRIZES[0]: 1, PRIZES[1]: 2}, 1
LAST = {"last_deal": words("this is the last deal: who has enough wins at once")}


# The deal -----------------------------------------------------------------------------------------------------------


@dataclass
class Deal:
    """Points counted so far, whether the most cards have been counted, and whether somebody has won on the spot.

    ``last``: it is played "na dosta", so that somebody can.
    """

    points: dict[Seat, int]
    last: bool
    most: bool = False
    over: bool = False
    told: defaultdict[Seat, list[Text]] = field(default_factory=lambda: defaultdict(list))

    def give(self, seat: Seat, prize: Card | None = None) -> None:
        """The points of a prize, or the one for most cards."""
        points = WORTH[prize] if prize else MOST
        what = prize.pretty if prize else words("most cards")
        self.points[seat] += points
        self.told[seat].append(item(what, points))


def begin(t: Table) -> Deal:
    """Nothing is counted yet."""
    return Deal(dict.fromkeys(range(t.seats), 0), t.rules["last_deal"] == "checked")


async def deal(t: Table) -> Outcome:
    """Play a card, take what it takes, draw; at the end the talon is the dealer's."""
    it, laid, number = begin(t), None, 0
    seat = t.to_act if t.to_act is not None else t.after(t.dealer)
    t.stage = "talon"
    if t.unknown("lot"):
        await turn_talon(t, it)
    while not it.over and (laid or any(t.size(hand(other)) for other in range(t.seats)) or await refill(t)):
        number += 1
        t.stage = f"turn {number}"
        if laid or t.size(hand(seat)):
            laid = await one_turn(t, it, seat, laid)
        seat = t.after(seat)
    if not it.over:
        count(t, it, t.dealer, t.cards("lot"))
        t.move_all("lot", taken(t.dealer))
        majority(t, it)
    return Outcome(it.points, {seat: explain(t, it, seat) for seat in it.points})


async def turn_talon(t: Table, it: Deal) -> None:
    """The talon is turned up; until then anybody may declare the last deal, where only that is played "na dosta"."""
    while True:
        may_say = [] if it.last else [Say(seat, LAST) for seat in range(t.seats)]
        asked, _ = await AnyOf(Turn(t.dealer, "lot", "lot", t.unknown("lot")), *may_say)
        if isinstance(asked, Turn):
            return
        it.last, t.board["last_deal"] = True, LAST["last_deal"]


async def refill(t: Table) -> bool:
    """As a house rule hands are filled with three cards when all are empty; whether they were."""
    if t.rules["refill"] != "three" or not t.size("stock"):
        return False
    for seat in t.round_from(t.after(t.dealer)):
        if t.size("stock"):
            await Draw(seat, min(HANDS, t.size("stock")), "stock")
    return True


async def one_turn(t: Table, it: Deal, seat: Seat, laid: Card | None) -> Card | None:
    """A card of the hand, what it takes, a card of the stock.

    Who goes on without taking has left the card there. Then the next player may already have laid his: it comes back.
    """
    card = laid or await PlayCard(seat)
    event, draws = t.event, t.size("stock") > 0 and t.rules["refill"] == "one"
    able = next(sets_for(card, t.cards("lot")[:-1]), ())
    if not able:
        if draws:
            await Draw(seat, 1, "stock")
        return None
    after = next((other for other in t.round_from(t.after(seat)) if t.size(hand(other))), None)
    on: Request[Any] = LeaveLast(seat) if after is None else PlayCard(after, True)
    t.stage += " taking"
    asked, answer = await AnyOf(Capture(seat, card), Leave(seat, 1, "stock") if draws else on)
    if isinstance(asked, Capture):
        count(t, it, seat, [*answer, card])
        for one in (*answer, card):
            t.move("lot", taken(seat), [one])
        majority(t, it)
        if draws and not it.over:
            await Draw(seat, 1, "stock")
        return None
    if t.rules["must_capture"] != "free":
        cards = " ".join(other.pretty for other in able)
        said = words("{name} laid {card} though it takes {cards}", name=t.names[seat], card=card.pretty, cards=cards)
        t.find("must_capture", seat, said, able, about=None if draws else event)
    return answer if isinstance(asked, PlayCard) else None


# Scoring ------------------------------------------------------------------------------------------------------------


def add(t: Table, it: Deal, seat: Seat, prize: Card | None = None) -> None:
    """A prize, or most cards, count at once; who has enough has won on the spot ("na dosta")."""
    if not it.over:
        it.give(seat, prize)
        it.over = it.last and t.scores.get(seat, 0) + it.points[seat] >= TARGET


def count(t: Table, it: Deal, seat: Seat, cards: list[Card]) -> None:
    """The ten of diamonds, then the two of spades, count when they are taken."""
    for prize in PRIZES:
        if prize in cards:
            add(t, it, seat, prize)


def majority(t: Table, it: Deal) -> None:
    """Most cards: counted as soon as nobody can catch up, or at the end; equal ones get nothing, or all the point."""
    piles = {seat: t.size(taken(seat)) for seat in range(t.seats)}
    left = t.pack.total() - sum(piles.values())
    if it.most or (left and (t.rules["majority_early"] == "no" or not it.last)):
        return
    top = max(piles.values())
    first = [seat for seat, size in piles.items() if size == top]
    if len(first) == 1 and all(top > size + left for seat, size in piles.items() if seat != first[0]):
        it.most = True
        add(t, it, first[0])
    elif not left and t.rules["tie_most"] == "all":
        it.most = True
        for seat in first:
            it.give(seat)


def explain(t: Table, it: Deal, seat: Seat) -> How:
    """How a player's points came about: each of the prizes that he has, and most cards."""
    won, size = t.cards(taken(seat)), t.size(taken(seat))
    prizes = tuple(card for card in PRIZES if card in won)
    told = listed(several("{n} card", "{n} cards", n=size), it.told[seat])
    return How(prizes, {"points": it.points[seat], "pile": size}, told)


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """Who has 11; the most points if several have."""
    there = [seat for seat, points in scores.items() if points >= TARGET]
    return tuple(seat for seat in there if scores[seat] == max(scores[other] for other in there))


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Three cards each, five open on the talon; or hands, talon and stock as a position gives them."""
    talon = to_cards(start.fields.get("lot", ()))
    playing = "hands" in start.fields
    deal_hands(t, start, HANDS, {"lot": len(talon) or (0 if playing else TALON)}, stock="" if playing else "stock")
    t.places.setdefault("stock", [])
    for seat, number in start.by_seat("piles").items():
        number = whole(number, "piles", 0, t.size("aside"))
        t.places[taken(seat)] += [t.places["aside"].pop() for _ in range(number)]
    stock = whole(start.fields.get("stock", t.size("stock")), "stock", 0, t.size("aside") + t.size("stock"))
    while t.size("stock") < stock:
        t.places["stock"].append(t.places["aside"].pop())


def result(t: Table, event: Event) -> Outcome:
    """Score only: the cards in each pile, and who took the ten of diamonds and the two of spades.

    Or, of a deal that was broken off, who had eleven first, and what he and the others had taken by then.
    """
    form, it = Form(t, event, ("cards", "TD", "2S", "winner")), begin(t)
    if "winner" in form.facts:
        form.not_now(("cards",), "of a deal that was broken off only the 'winner' and who took TD and 2S are told")
        return broken_off(t, form)
    took = [form.must(str(prize)) for prize in PRIZES]
    for seat, prize in zip(took, PRIZES, strict=True):
        add(t, it, seat, prize)
    piles = form.numbers("cards", t.pack.total())
    if sum(piles.values()) != t.pack.total():
        raise BadRecord(f"the piles hold {t.pack.total()} cards together, not {sum(piles.values())}")
    for seat in took:
        if piles[seat] < took.count(seat):
            raise BadRecord(f"{t.names[seat]} cannot have taken that with {piles[seat]} cards in his pile")
    for place in t.places:
        t.places[place] = [Lying()] * piles.get(next((s for s in piles if place == taken(s)), -1), 0)
    majority(t, it)
    if it.over and it.last and len(wins := in_reach(t, took, piles)) > 1:
        names = ", ".join(t.names[seat] for seat in wins)
        raise BadRecord(f"several have {TARGET} with that: {names}; tell the 'winner', who had it first")
    return Outcome(it.points, {seat: explain(t, it, seat) for seat in it.points})


def in_reach(t: Table, took: list[Seat], piles: Mapping[Seat, int]) -> list[Seat]:
    """Who would have enough if everything of a deal entered by hand were counted: the order is not known."""
    points = Counter({seat: t.scores.get(seat, 0) for seat in range(t.seats)})
    for seat, prize in zip(took, PRIZES, strict=True):
        points[seat] += WORTH[prize]
    top = [seat for seat, size in piles.items() if size == max(piles.values())]
    points.update(top if len(top) == 1 or t.rules["tie_most"] == "all" else [])
    return [seat for seat in range(t.seats) if points[seat] >= TARGET]


def broken_off(t: Table, form: Form) -> Outcome:
    """Somebody had eleven on the spot: what was taken by then; if one point is missing it was for most cards."""
    winner, it = form.must("winner"), begin(t)
    for prize in PRIZES:
        if str(prize) in form.facts:
            it.give(form.must(str(prize)), prize)
    totals = {seat: t.scores.get(seat, 0) + points for seat, points in it.points.items()}
    if totals[winner] == TARGET - MOST:
        it.give(winner)
    elif totals[winner] < TARGET:
        raise BadRecord(f"{t.names[winner]} has not won on the spot: that makes {totals[winner]} points, not {TARGET}")
    if any(total >= TARGET for seat, total in totals.items() if seat != winner):
        raise BadRecord(f"only one has {TARGET} when a deal is broken off")
    told = {seat: listed(words("broken off"), it.told[seat]) for seat in it.points}
    return Outcome(it.points, {seat: How((), {"points": n}, told[seat]) for seat, n in it.points.items()})


OPTIONS = (
    Option("must_capture", words("Who can take something"), {
        "hand": words("must play a card that takes"), "card": words("must take if the card he plays does"),
        "free": words("may leave it")}),
    Option("rank_and_sum", words("A card takes"), {
        "one": words("one combination"), "all": words("all combinations that share no card")}),
    Option("tie_most", words("Equal most cards"), {
        "nobody": words("count for nobody"), "all": words("count for all who have them")}),
    Option("refill", words("Hands are filled"), {
        "one": words("by one card after each play"), "three": words("by three when all are empty")}),
    Option("majority_early", words("Most cards count"), {
        "yes": words("as soon as nobody can catch up"), "no": words("at the end of the deal")}),
    Option("last_deal", words("Who has enough wins at once"), {
        "checked": words("in every deal"), "declared": words("only in a deal that was declared the last")}),
)  # fmt: skip

VERBS = (
    Verb("say", words("before the talon is turned up: this is the last deal"),
         {"id": 1, "seat": "Ana", "do": "say", "word": "last_deal"}, LAST),
    Verb("turn", words("the five cards of the talon"),
         {"id": 1, "do": "turn", "cards": ["5H", "8C", "KD", "3S", "AC"]}),
    Verb("play", words("a card of the hand to the talon"), {"id": 2, "seat": "Boris", "do": "play", "cards": ["KS"]}),
    Verb("take", words("the cards that it takes"), {"id": 3, "seat": "Boris", "do": "take", "cards": ["5H", "8C"]}),
    Verb("pass", words("the last card of all stays on the talon, though it takes something"),
         {"id": 90, "seat": "Ana", "do": "pass"}),
    Verb("draw", words("a card of the stock, unseen"), {"id": 4, "seat": "Boris", "do": "draw", "count": 1}),
    Verb("result", words("a deal scored by hand: cards in each pile, who took the ten of diamonds and two of spades; "
                         "if somebody has won on the spot: winner instead of cards, and what was taken by then"),
         {"id": 1, "do": "result", "facts": {
             "cards": {"Ana": 20, "Boris": 17, "Vera": 15}, "TD": "Boris", "2S": "Vera"}}),
)  # fmt: skip

GAME = Game(
    id="kalabra",
    title=words("Kalabra"),
    players=(2, 3, 4),
    direction="right",
    target=TARGET,
    options=OPTIONS,
    pack=lambda players, rules: pack(),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=winners,
    verbs=VERBS,
    start_keys=("scores", "dealer", "hands", "lot", "stock", "piles", "aside", "to_act"),
    sees=words("the talon, the card played, and the cards it takes"),
    deck=words("52 cards"),
    summary=words("rules.summary"),
    looks_back=True,
)
