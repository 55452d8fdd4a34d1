"""Žiletka: attack the next player with one card or two; a Zbor takes the pot, six cards in the hand put you out.

The rules are told in the order they happen at the table: ``deal`` with the Zbors in the deal, the attacks, the pot.
What beats what is in ``ziletka_asks``. Turn order goes to the right.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Card, Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import deal_hands
from companion.events import BadRecord, Event
from companion.games.ziletka_asks import (
    RANKS,
    Attack,
    Beat,
    NoZbor,
    ShowZbor,
    TakeUp,
    defence,
    pretty,
    words,
    zbor_strength,
)
from companion.rules.drawing import Draw
from companion.rules.forms import Form, to_cards, whole
from companion.rules.requests import AnyOf, Request
from companion.rules.spoken import Say
from companion.rules.stakes import paid, pay
from companion.rules.sums import listed
from companion.rules.turning import Turn
from companion.table.outcome import How, Outcome
from companion.table.table import Laid, Lying, Seat, Table, hand
from companion.texts import Text

HANDS, OUT_AT, STAKE, DEALS = 3, 6, 1, 12
WON = {"zbor": words("by Zbor"), "deadlock": words("by deadlock"), "last": words("by being the last")}
DEADLOCK = {"deadlock": words("nobody can be beaten: the pot is divided")}

# The deal -----------------------------------------------------------------------------------------------------------


@dataclass
class Taking:
    """Somebody took cards: by which event, what he could not beat, and which cards of his hand are known since."""

    event: int
    attack: tuple[Card, ...]
    cards: Cards


@dataclass
class Round:
    """What is remembered of a deal: who attacks whom, who is out, who has taken what, and who has won."""

    t: Table
    attacker: Seat
    target: Seat
    out: set[Seat] = field(default_factory=set)
    takings: dict[Seat, Taking] = field(default_factory=dict)
    fresh: set[Seat] = field(default_factory=set)
    """whose hands have just changed"""
    agreed: set[Seat] = field(default_factory=set)
    been: set[Any] = field(default_factory=set)
    """situations since a card was drawn or beaten off"""
    again: bool = False
    """the situation is one of them (then random players agree that nobody can be beaten)"""
    winners: tuple[Seat, ...] = ()
    how: str = ""

    def shown(self, seat: Seat, new: Cards) -> None:
        """Cards have come to light from a hand that took before and has not drawn since: could it have beaten?"""
        if (taking := self.takings.get(seat)) is not None:
            taking.cards += new
            self.judge(seat, taking)

    def judge(self, seat: Seat, taking: Taking) -> None:
        """Whether the known cards of the hand would have beaten what was taken."""
        proof = defence(self.t, taking.cards.elements(), taking.attack)
        if proof is None or self.t.rules["must_beat"] != "must":
            return
        said = words("{name} took {attack}, but had {cards}, which beat it", name=self.t.names[seat],
                     attack=pretty(taking.attack), cards=pretty(proof))  # fmt: skip
        self.t.find("must_beat", seat, said, proof, about=taking.event)
        del self.takings[seat]

    def next_in(self, seat: Seat, *without: Seat) -> Seat:
        """The next player still in, to the right of this one."""
        order = self.t.round_from(self.t.after(seat))
        return next((other for other in order if other not in self.out and other not in without), seat)


async def deal(t: Table) -> Outcome:
    """A Zbor in the deal, or attack after attack until somebody has the pot."""
    first = t.to_act if t.to_act is not None else t.after(t.dealer)
    it = Round(t, first, t.after(first))
    await turned_card(t)
    number, it.fresh = 0, set(range(t.seats))
    while not it.winners:
        number += 1
        t.stage = f"attack {number}"
        if not deadlocked(t, it):
            await one_attack(t, it, number)
    return settle(t, it.winners, WON[it.how])


async def turned_card(t: Table) -> None:
    """It fixes the trump and lies open under the stock, to be drawn last (or never, as a house rule)."""
    t.stage = "turned card"
    if not t.trump:
        turned = await Turn(t.dealer, "stock", "turned", 1)
        t.trump = turned[0].suit if turned else ""


async def answered(t: Table, it: Round, *asks: Request[Any], first: bool = False) -> tuple[Any, Any] | None:
    """What is done next; None when a Zbor was shown, or all have agreed that nobody can be beaten."""
    while True:
        playing = [seat for seat in range(t.seats) if seat not in it.out]
        may = [seat for seat in playing if t.size(hand(seat)) == HANDS]
        may = [seat for seat in may if t.rules["zbor_show"] == "optional" or seat in it.fresh]
        says = [Say(seat, DEADLOCK, often=float(it.again)) for seat in playing if seat not in it.agreed and not first]
        asked, answer = await AnyOf(*asks, *(ShowZbor(seat, it.shown) for seat in may), *says)
        it.fresh = set()
        if isinstance(asked, ShowZbor):
            await zbor(t, it, asked.seat, answer, first)
            return None
        if not isinstance(asked, Say):
            it.agreed.clear()
            return asked, answer
        it.agreed.add(asked.seat)
        if len(it.agreed) == len(playing):
            it.winners, it.how = tuple(playing), "deadlock"
            return None


async def zbor(t: Table, it: Round, seat: Seat, cards: tuple[Card, ...], first: bool) -> None:
    """A Zbor takes the pot; in the deal the others may show better ones, and the best takes it."""
    shown = {seat: zbor_strength(t, cards)}
    waiting = [other for other in t.round_from(seat)[1:] if first and t.size(hand(other)) == HANDS]
    while waiting:
        asks = [ask for other in waiting for ask in (NoZbor(other), ShowZbor(other, it.shown))]
        asked, answer = await AnyOf(*asks)
        waiting.remove(asked.seat)
        if isinstance(asked, ShowZbor):
            shown[asked.seat] = zbor_strength(t, answer)
    if t.rules["zbor_ties"] == "split":
        shown = {other: strength[:1] for other, strength in shown.items()}
    best = [other for other in t.round_from(t.after(t.dealer)) if shown.get(other) == max(shown.values())]
    it.winners, it.how = tuple(best if t.rules["zbor_ties"] == "split" else best[:1]), "zbor"


async def one_attack(t: Table, it: Round, number: int) -> None:
    """An attack, beaten off or taken; who draws, who is out, who attacks next."""
    attacker, target = it.attacker, it.target
    told = await answered(t, it, Attack(attacker, target, it.shown), first=number == 1 and t.to_act is None)
    if told is None:
        return
    attack: tuple[Card, ...] = told[1]
    t.trick = [Laid(attacker, attack, t.event)]
    it.fresh = {attacker}
    asks = (Beat(target, target, it.shown, attack=attack), TakeUp(target, attack))
    told = await answered(t, it, *asks)
    if told is None:
        return
    it.fresh = {target}
    if isinstance(told[0], Beat):
        t.trick = [*t.trick, Laid(target, told[1], t.event)]  # (both lie there until the next attack)
        it.been.clear()
        if await draw_up(t, it, target) and await draw_up(t, it, attacker):
            it.attacker, it.target = target, it.next_in(target)
        return
    t.trick = []
    took(t, it, target, Taking(t.event, attack, told[1]))
    if not it.winners and await draw_up(t, it, attacker):
        it.target = it.next_in(target, attacker)


def took(t: Table, it: Round, target: Seat, taking: Taking) -> None:
    """What a taken attack proves, and whether its taker has too many cards now."""
    it.takings[target] = taking
    it.judge(target, taking)
    held = t.size(hand(target))
    if held == OUT_AT or (held > OUT_AT and t.rules["out_at"] == "six_or_more"):
        leave(t, it, target)


def leave(t: Table, it: Round, seat: Seat) -> None:
    """A player is out; his cards stay with him and are in the game no more. The last one has the pot."""
    it.out.add(seat)
    it.been.clear()
    t.marks.setdefault(seat, {})["out"] = words("out")
    left = [other for other in range(t.seats) if other not in it.out]
    if len(left) == 1:
        it.winners, it.how = tuple(left), "last"


async def draw_up(t: Table, it: Round, seat: Seat) -> bool:
    """Draw up to three cards; whether the deal goes on (a Zbor may end it before)."""
    stock = ("stock", "turned") if t.rules["turned_card"] == "last" else ("stock",)
    number = min(HANDS - t.size(hand(seat)), t.size(*stock))
    if number <= 0 or seat in it.out:
        return True
    if number > t.size("stock"):
        t.move_all("turned", "stock")
    if await answered(t, it, Draw(seat, number, "stock")) is None:
        return False
    it.takings.pop(seat, None)  # (cards drawn unseen may be what he shows later)
    it.been.clear()
    it.fresh.add(seat)
    return True


def deadlocked(t: Table, it: Round) -> bool:
    """Who has no cards cannot attack; the pot is divided if nobody has any, or if everything is as it was before."""
    for seat in [seat for seat in range(t.seats) if not t.size(hand(seat)) and seat not in it.out]:
        if t.rules["empty_hand"] == "out" and not it.winners:
            leave(t, it, seat)
    if it.winners:
        return True
    playing = [seat for seat in t.round_from(it.attacker) if seat not in it.out]
    able = [seat for seat in playing if t.size(hand(seat))]
    if able and it.attacker != able[0]:
        it.attacker, it.target = able[0], it.next_in(able[0])
    if it.target in it.out or it.target == it.attacker:
        it.target = it.next_in(it.attacker)
    now = (it.attacker, it.target, tuple(frozenset(c.number for c in t.places[hand(s)]) for s in range(t.seats)))
    it.again = now in it.been
    it.been.add(now)
    if not able or (it.again and t.rules["deadlock"] == "agree_or_repeat"):
        it.winners, it.how = tuple(playing), "deadlock"
    return bool(it.winners)


# The pot ------------------------------------------------------------------------------------------------------------


def settle(t: Table, winners: tuple[Seat, ...], how: Text) -> Outcome:
    """One winner has the whole pot; several divide it equally, and the rest stays for the next pot."""
    share = t.pot // len(winners)
    for seat in winners:
        pay(t, None, seat, share, words("pot"))
    points = dict(t.chips)
    told = {seat: listed(how if seat in winners else words("not the winner"), paid(t, seat)) for seat in points}
    cards = {seat: tuple(sorted(t.cards(hand(seat)))) for seat in points}
    return Outcome(points, {seat: How(cards[seat], {"chips": n, "won": share * (seat in winners)}, told[seat])
                            for seat, n in points.items()}, carry={"pot": t.pot})  # fmt: skip


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Three cards each, the stakes in the pot; or hands, stock and trump as a position gives them."""
    playing = "hands" in start.fields
    most = OUT_AT - 1 if start.fields.get("hands") else HANDS
    deal_hands(t, start, most, {"attack": 0, "turned": 0}, stock="" if playing else "stock")
    t.places.setdefault("stock", [])
    t.chips = dict.fromkeys(range(t.seats), 0)
    t.pot = t.carried.get("pot", 0)
    for seat in range(t.seats):
        pay(t, seat, None, STAKE, words("stake"))
    if playing and not t.trump:
        raise BadRecord("start: a position with hands needs its trump")
    if not playing and t.trump:
        raise BadRecord("start: the trump of the usual deal is turned up")
    if playing:
        turned = to_cards(start.fields.get("stock_end", ()))
        number = whole(start.fields.get("stock", 0), "stock", 0, t.unknown("aside"))
        for _ in range(number):
            t.places["aside"].remove(Lying())
        t.places["stock"] = [Lying()] * (number - len(turned))
        t.places["turned"] = [Lying(card) for card in turned]
        if len(turned) > min(1, number) or t.known() - t.pack:
            raise BadRecord("start: stock_end is the turned card, the last one of the stock")


def result(t: Table, event: Event) -> Outcome:
    """Score only: who won the pot; several divide it."""
    form = Form(t, event, ("winners",))
    winners = tuple(form.seats("winners"))
    if not winners:
        raise BadRecord("a result needs 'winners', a list of players' names")
    return settle(t, winners, words("won"))


OPTIONS = (
    Option("beat_trump", words("An attacking trump is beaten"), {
        "higher_trump": words("only by a higher trump"),
        "any_higher_or_trump": words("by any higher rank or any trump")}),
    Option("cross_suit", words("A higher rank beats"), {
        "any": words("in any suit"), "same": words("in the same suit only")}),
    Option("must_beat", words("Who can beat"), {"must": words("must beat"), "may_take": words("may take instead")}),
    Option("zbor_ties", words("Equal kinds of Zbor"), {
        "higher": words("the higher one wins, then the earlier in turn"), "split": words("divide the pot")}),
    Option("zbor_show", words("A Zbor is shown"), {
        "optional": words("whenever its holder likes"), "at_once": words("at once or not at all")}),
    Option("turned_card", words("The turned card"), {
        "last": words("is the last of the stock"), "never": words("is never drawn")}),
    Option("out_at", words("A player is out"), {
        "six_or_more": words("with six cards or more"), "exactly_six": words("with exactly six")}),
    Option("empty_hand", words("Who has no cards when the stock is empty"), {
        "stays": words("stays in, but cannot attack"), "out": words("is out")}),
    Option("deadlock", words("When nobody can be beaten"), {
        "agree_or_repeat": words("the pot is divided, by agreement or when all is as it was"),
        "play_on": words("only an agreement ends it")}),
)  # fmt: skip

VERBS = (
    Verb("turn", words("the turned card, which fixes the trump"), {"id": 1, "do": "turn", "cards": ["9H"]}),
    Verb("play", words("an attack with one card or two, or the cards that beat it"),
         {"id": 2, "seat": "Boris", "do": "play", "cards": ["KC", "9C"]}),
    Verb("take", words("the attack is taken"), {"id": 3, "seat": "Vera", "do": "take"}),
    Verb("draw", words("cards of the stock, unseen, up to three"),
         {"id": 4, "seat": "Boris", "do": "draw", "count": 2}),
    Verb("show", words("a Zbor"), {"id": 5, "seat": "Ana", "do": "show", "cards": ["8S", "JS", "AS"]}),
    Verb("pass", words("no Zbor, or a worse one than was shown"), {"id": 6, "seat": "Vera", "do": "pass"}),
    Verb("say", words("nobody can be beaten (counts when all who are in agree)"),
         {"id": 60, "seat": "Vera", "do": "say", "word": "deadlock"}, DEADLOCK),
    Verb("result", words("a deal scored by hand: who won the pot, several if they divide it"),
         {"id": 1, "do": "result", "facts": {"winners": ["Ana"]}}),
)  # fmt: skip

GAME = Game(
    id="ziletka",
    title=words("Žiletka"),
    players=(2, 3, 4, 5, 6),
    direction="right",
    target=0,
    options=OPTIONS,
    pack=lambda players, rules: pack(RANKS),
    money_pack=lambda players: Counter(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=lambda scores, rules: (),
    verbs=VERBS,
    start_keys=("scores", "dealer", "hands", "stock", "stock_end", "trump", "aside", "to_act"),
    sees=words("the attacking and the beating cards, what is taken up, and the draws"),
    deck=words("36 cards: sixes and higher"),
    summary=words("rules.summary"),
    looks_back=True,
    length=lambda players, rules: DEALS,
)
