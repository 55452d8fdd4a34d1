"""Trolistak: three cards each; three of a rank or suit (Hljust) win the pot, else it takes all three tricks.

The rules are told in the order they happen at the table: stakes and trump, the Hljust, the exchange, three tricks in
which losing cards are laid face down, the payments. Turn order goes to the right; the dealer is the last of the four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Card, Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import TRICK_GAME_START, deal_hands
from companion.events import BadRecord, Event
from companion.games.trolistak_asks import (
    HAND,
    VALUE,
    Bonus,
    Compare,
    Exchange,
    MayShow,
    Put,
    Shown,
    Swap,
    beats,
    in_trump,
    is_hljust,
    several,
    strongest,
    value,
    winners_of,
    words,
)
from companion.rules.forms import Form, to_cards, whole
from companion.rules.plays import SUIT_NAMES, Play
from companion.rules.requests import AnyOf, Request
from companion.rules.stakes import dues, paid, pay
from companion.rules.sums import listed
from companion.rules.tricks import Trick, play_trick, take_rest, take_trick
from companion.rules.turning import Turn
from companion.table.claims import Duty
from companion.table.outcome import How, Outcome
from companion.table.table import Laid, Seat, Table, hand
from companion.texts import Text

TRICKS, STAKE, DEALS = 3, 2, 12


# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """Stakes, trump, the Hljust, the exchange, the Hljust again, three tricks."""
    t.reasons["exchange"] = words("cards are exchanged once, in turn, before the first lead")
    t.reasons["take"] = words("only the dealer may take the turned card, when all have exchanged")
    t.reasons["show"] = words("a Hljust is shown before the first exchange or before the first lead")
    ante(t)
    order = t.round_from(t.after(t.dealer))
    if not t.trump:
        t.stage = "trump"
        t.trump = (await Turn(t.dealer, "stock", "turned", 1, plain=True))[0].suit
    t.board["trump"] = SUIT_NAMES[t.trump]
    if t.to_act is None and (shown := await exchange(t, order)):
        return await hljust(t, shown, bonus=True)
    leader, laid = t.to_act if t.to_act is not None else order[0], Laying()
    for number in range(TRICKS - t.size(hand(leader)) + 1, TRICKS + 1):
        trick = await play_trick(t, number, leader, card_for, offers=offers, heard=laid.hear)
        if laid.shown:
            return await hljust(t, laid.shown, bonus=t.rules["bonus_after_exchange"] == "yes")
        if trick.claimed is not None:
            take_rest(t, trick.claimed, TRICKS - number + 1)
            break
        laid.cards += trick.laid
        leader = strongest(trick.laid, t.trump).seat
        take_trick(t, leader)
    if t.rules["hljust_optional"] == "must_show":
        kept_back(t, laid.cards)
    return settle(t, t.tricks)


def ante(t: Table) -> None:
    """Everybody puts two chips into the pot."""
    t.due = {}
    for seat in range(t.seats):
        pay(t, seat, None, STAKE, words("stake"))


# The Hljust ---------------------------------------------------------------------------------------------------------


async def hljust(t: Table, shown: Shown, *, bonus: bool) -> Outcome:
    """All that are shown are compared; the best wins the pot, one of the trump suit is paid for besides."""
    t.stage, t.due = "hljust", {}
    waiting = [seat for seat in range(t.seats) if seat not in shown]
    while waiting:
        asked, cards = await AnyOf(*(Compare(seat) for seat in waiting))
        waiting.remove(asked.seat)
        if cards:
            shown[asked.seat] = cards
    for seat, cards in shown.items():
        told = words("{cards}: {n}", cards=" ".join(card.pretty for card in cards), n=sum(map(value, cards)))
        t.marks[seat] = {"hljust": told}
    best, drawn = winners_of(t, shown), {}
    if bonus and (trump := next((seat for seat in best if in_trump(t, shown[seat])), None)) is not None:
        for seat in t.round_from(t.after(t.dealer)):
            if seat != trump:
                t.stage = f"bonus {seat}"
                drawn[seat] = (await Bonus(seat, "stock", "lot", 1, plain=True))[0]
    return win(t, shown, drawn)


def win(t: Table, shown: Shown, drawn: Mapping[Seat, Card]) -> Outcome:
    """The pot goes to the best; what others have drawn is paid to the one of the trump suit."""
    best = winners_of(t, shown)
    for seat, chips in divide(t.pot, best, best[0]).items():
        pay(t, None, seat, chips, words("pot"))
    to = next((seat for seat in best if in_trump(t, shown[seat])), best[0])
    for seat, card in drawn.items():
        worth = value(card) if t.rules["bonus_value"] == "game" else VALUE[card.rank]
        pay(t, seat, to, worth, words("cards drawn for trumps"))
    return finish(t, {seat: {"hljust": sum(map(value, cards))} for seat, cards in shown.items()})


def kept_back(t: Table, laid: Sequence[Laid]) -> None:
    """As a house rule a Hljust must be shown: who has played one card by card, face up, had one."""
    for seat in range(t.seats):
        mine = [one for one in laid if one.seat == seat]
        cards = [card for one in mine for card in one.cards]
        if is_hljust(cards):
            said = words("{name} had a Hljust and did not show it", name=t.names[seat])
            t.find("must_show", seat, said, tuple(cards), about=mine[0].event)


# The exchange -------------------------------------------------------------------------------------------------------


async def exchange(t: Table, order: Sequence[Seat]) -> Shown:
    """In turn: the first player and the dealer one card or none, the others three or none; then the dealer's swap.

    A Hljust shown before ends it.
    """
    for seat in order:
        t.stage = f"exchange {seat}"
        first = seat == order[0]
        ask = Exchange(seat, 1 if first or seat == t.dealer else HAND)
        may = [MayShow(other) for other in order] if first else []
        asked: Request[Any] | None = None
        while asked is not ask:
            asked, answer = await AnyOf(ask, *may, *dues(t))
            if isinstance(asked, MayShow):
                return {asked.seat: answer}
        t.due = {}
    if t.places["turned"] and (t.rules["dealer_swap"] == "always" or not answer):
        t.stage = "swap"
        await Swap(t.dealer)
    return {}


# The tricks ---------------------------------------------------------------------------------------------------------


@dataclass
class Laying:
    """What was laid in the tricks so far, and a Hljust that was shown before the first lead."""

    cards: list[Laid] = field(default_factory=list)
    shown: Shown = field(default_factory=dict)

    def hear(self, t: Table, asked: Request[Any], answer: Any) -> bool:
        """A Hljust breaks the trick off."""
        if isinstance(asked, MayShow):
            self.shown[asked.seat] = answer
        return bool(self.shown)


def offers(t: Table, trick: Trick) -> Sequence[Request[Any]]:
    """A Hljust may be shown till the first lead; payments may be told."""
    may = trick.number == 1 and not trick.laid
    return [*([MayShow(seat) for seat in range(t.seats)] if may else []), *dues(t)]


def card_for(t: Table, trick: Trick, seat: Seat) -> Play:
    """The leader plays face up; the next ones face up what beats the strongest, anything else face down."""
    if not trick.laid:
        return Put(seat, lead=True)
    best = strongest(trick.laid, t.trump).card
    stronger = frozenset(card for card in t.pack if beats(card, best, t.trump))
    duty = Duty("must_beat", stronger, words("{card} had to be beaten", card=best.pretty))
    return Put(seat, (duty,) if t.rules["face_down_strong_card"] == "must_beat" else (), stronger=stronger)


# Payments -----------------------------------------------------------------------------------------------------------


def settle(t: Table, tricks: Mapping[Seat, int]) -> Outcome:
    """Who has no trick pays one into the pot; all three win it; two get one from everybody, and the pot stays."""
    for seat in range(t.seats):
        if not tricks.get(seat):
            pay(t, seat, None, 1, words("no trick"))
    for seat, number in tricks.items():
        if number == TRICKS:
            pay(t, None, seat, t.pot, words("pot"))
        for other in range(t.seats) if number == 2 else ():
            if other != seat:
                pay(t, other, seat, 1, words("two tricks of {name}", name=t.names[seat]))
    return finish(t, {seat: {"tricks": tricks.get(seat, 0)} for seat in range(t.seats)},
                  two=next((seat for seat, number in tricks.items() if number == 2), None))  # fmt: skip


def finish(t: Table, parts: Mapping[Seat, Mapping[str, int]], two: Seat | None = None) -> Outcome:
    """A deal's points are the chips won and lost; after the last one the pot is divided, or the match goes on."""
    two = t.carried.get("two") if two is None else two
    last, agreed = t.deals_before + 1 >= DEALS, t.rules["match_end"] == "agreed_deals"
    if last and agreed:
        for seat, chips in divide(t.pot, range(t.seats), t.dealer if two is None else two).items():
            pay(t, None, seat, chips, words("the pot divided after the last deal"))
    gained = {seat: t.chips[seat] - t.scores.get(seat, 0) for seat in range(t.seats)}
    how = {}
    for seat, chips in gained.items():
        mine = parts.get(seat, {})
        how[seat] = How((), {**mine, "chips": chips}, listed(explain(mine), paid(t, seat)))
    return Outcome(gained, how, ends_match=last and not agreed and not t.pot, carry={"pot": t.pot, "two": two})


def explain(parts: Mapping[str, int]) -> Text:
    """How a player's chips came about."""
    if "hljust" in parts:
        return words("Hljust {n}", n=parts["hljust"])
    return several("{n} trick", "{n} tricks", parts["tricks"]) if "tricks" in parts else words("no Hljust")


def divide(pot: int, among: Sequence[Seat], odd: Seat) -> dict[Seat, int]:
    """Equal shares, what is over to one of them."""
    shares = dict.fromkeys(among, pot // len(among))
    shares[odd] += pot % len(among)
    return shares


def last_share(carried: Mapping[str, Any], scores: Mapping[Seat, int], dealer: Seat) -> dict[Seat, int]:
    """The pot when people stop: divided equally, what is over to who last won two tricks, else to the dealer."""
    two = carried.get("two")
    return divide(carried.get("pot", 0), list(scores), dealer if two is None else two)


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Three cards each, the rest is the stock; ``to_act`` says that the exchange is over and who leads."""
    deal_hands(t, start, HAND, {"turned": 0, "lot": 0}, stock="stock")
    t.chips = {seat: t.scores.get(seat, 0) for seat in range(t.seats)}
    t.pot = whole(start.fields.get("pot", t.carried.get("pot", 0)), "pot", 0)


def result(t: Table, event: Event) -> Outcome:
    """Score only: the tricks of each; or the Hljusts shown, the trump suit, and the cards drawn for one in trumps."""
    form = Form(t, event, ("tricks", "hljust", "trump", "bonus"))
    ante(t)
    if "hljust" not in form.facts:
        form.not_now(("trump", "bonus"), "only a Hljust has them")
        tricks = form.numbers("tricks", TRICKS)
        if sum(tricks.values()) != TRICKS:
            raise BadRecord(f"there are {TRICKS} tricks in a deal, not {sum(tricks.values())}")
        return settle(t, tricks)
    form.not_now(("tricks",), "a Hljust ends the deal before the tricks")
    shown = {seat: to_cards(cards) for seat, cards in form.by_seat("hljust").items()}
    t.trump = str(form.facts.get("trump", t.trump))
    if t.trump not in SUIT_NAMES:
        raise BadRecord("'trump' is S, H, D or C")
    if not shown or not all(is_hljust(cards) for cards in shown.values()):
        raise BadRecord("a Hljust is three cards of one rank or of one suit")
    form.in_pack("hljust", [card for cards in shown.values() for card in cards])
    drawn = {seat: to_cards([card])[0] for seat, card in form.by_seat("bonus").items()}
    trump = [seat for seat in winners_of(t, shown) if in_trump(t, shown[seat])]
    drew = set(range(t.seats)) - set(trump[:1]) if trump else set()
    told = drawn or t.rules["bonus_after_exchange"] == "yes"  # else it may have been shown after the exchange
    if told and set(drawn) != drew:
        raise BadRecord("'bonus' names the card that each other player drew for a Hljust of the trump suit")
    form.in_pack("bonus", [*drawn.values(), *(card for cards in shown.values() for card in cards)])
    return win(t, shown, drawn)


OPTIONS = (
    Option("equal_hljust", words("Equal Hljusts"), {
        "trump_then_turn": words("trumps win, then the earlier in turn"), "split": words("split the pot")}),
    Option("three_of_kind_vs_suit", words("Three of a rank against three of a suit"), {
        "sum": words("only the sum counts"), "kind_first": words("three of a rank are better")}),
    Option("bonus_value", words("Cards drawn for a Hljust of trumps"), {
        "game": words("count as in this game (Bard 11, Faljka 10)"), "plain": words("count by their rank alone")}),
    Option("bonus_after_exchange", words("Are they drawn after the exchange too?"), {
        "yes": words("yes"), "no": words("no")}),
    Option("dealer_swap", words("The dealer may take the turned card"), {
        "always": words("always"), "only_if_not_exchanged": words("only if he has exchanged none")}),
    Option("face_down_strong_card", words("A card that could win"), {
        "allowed": words("may be laid face down"), "must_beat": words("must be played")}),
    Option("hljust_optional", words("Who holds a Hljust"), {
        "optional": words("may show it"), "must_show": words("must show it")}),
    Option("match_end", words("The match ends"), {
        "agreed_deals": words("after twelve deals; the pot is divided"),
        "until_pot_won": words("after twelve deals, when the pot has been won")}),
)  # fmt: skip

VERBS = (
    Verb("turn", words("the trump card, and cards drawn for a Hljust of trumps"),
         {"id": 1, "do": "turn", "cards": ["9H"]}),
    Verb("show", words("a Hljust"), {"id": 2, "seat": "Boris", "do": "show", "cards": ["KS", "KH", "KD"]}),
    Verb("exchange", words("cards exchanged for as many from the stock"),
         {"id": 2, "seat": "Boris", "do": "exchange", "count": 1}),
    Verb("pass", words("nothing to exchange, to take, or to show"), {"id": 3, "seat": "Vera", "do": "pass"}),
    Verb("take", words("the dealer takes the turned card for one of his own"), {"id": 6, "seat": "Ana", "do": "take"}),
    Verb("play", words("a card to the trick, face up"), {"id": 7, "seat": "Boris", "do": "play", "cards": ["QD"]}),
    Verb("play", words("a card to the trick, face down"), {"id": 8, "seat": "Vera", "do": "play", "count": 1}),
    Verb("pay", words("a payment that has just fallen due (may be left out)"),
         {"id": 2, "seat": "Vera", "do": "pay", "amount": 2}),
    Verb("result", words("a deal scored by hand: the tricks of each"),
         {"id": 1, "do": "result", "facts": {"tricks": {"Ana": 2, "Vera": 1}}}),
    Verb("result", words("the same: the Hljusts shown, the trump suit, and the cards drawn for one of trumps"),
         {"id": 1, "do": "result", "facts": {"hljust": {"Vera": ["AH", "KH", "8H"]}, "trump": "H",
                                             "bonus": {"Boris": "9S", "Goran": "QD", "Ana": "TC"}}}),
)  # fmt: skip

GAME = Game(
    id="trolistak",
    title=words("Trolistak"),
    players=(4,),
    direction="right",
    target=0,
    options=OPTIONS,
    pack=lambda players, rules: pack("89TJQKA"),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=lambda scores, rules: (),
    verbs=VERBS,
    start_keys=(*TRICK_GAME_START, "pot"),
    sees=words("the trump card, a Hljust shown, how many cards are exchanged, and who plays face up or face down"),
    deck=words("52 cards without the ranks from 2 to 7; chips"),
    summary=words("rules.summary"),
    length=lambda players, rules: DEALS if rules["match_end"] == "agreed_deals" else None,
    last_share=last_share,
    looks_back=True,
)
