"""Lu (Loo): three cards, three tricks, chips from a bank; who wins no trick fills it again.

The rules are told in the order they happen at the table. A deal *for the bank* begins with an empty bank: all play, and
trumps are turned only when somebody cannot follow. A deal for the *increased bank* has trumps at once, and who does not
like his cards stays out. Turn order goes to the right; the dealer is last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.cards import RANKS, Cards, pack
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import TRICK_GAME_START, deal_hands
from companion.events import BadRecord, Event
from companion.games.lu_asks import HAND, Buy, CannotFollow, MustPlay, PlayFirst
from companion.rules.forms import Form, whole
from companion.rules.plays import SUIT_NAMES, Play, follow, of_suit
from companion.rules.requests import AnyOf, Request
from companion.rules.spoken import Choose
from companion.rules.stakes import dues, paid, pay
from companion.rules.sums import listed
from companion.rules.tricks import Trick, breaches, play_trick, take_rest, take_trick
from companion.rules.turning import Turn
from companion.table.claims import Duty
from companion.table.outcome import How, Outcome
from companion.table.table import Seat, Table, hand
from companion.texts import Text

TRICKS, STAKE, ROUNDS = 3, 3, 2


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/lu")


def several(english: str, plural: str, n: int) -> Text:
    """A sentence of this game that counts something."""
    return Text(english, {"n": n}, "games/lu", plural)


IN_OR_OUT = {"in": words("plays"), "out": words("stays out")}
PAID = {"stake": words("stake"), "rounded": words("bank rounded up"), "bank": words("bank"),
        "no trick": words("no trick"), "revoke": words("revoke")}  # fmt: skip
FOR_WHOM = {"self": words("plays for himself"), "honour": words("plays for the honour of the bank")}


# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """The dealer's stake, then one of the two kinds of deal."""
    t.reasons["exchange"] = words("the Kupovina is exchanged once, before the first lead")
    t.reasons["turn"] = words("a trump is turned up when somebody cannot follow and there is none yet")
    t.due = {}
    pay(t, t.dealer, None, STAKE, PAID["stake"])
    return await (for_the_bank(t) if t.size("kupovina") else for_the_increased_bank(t))


async def for_the_bank(t: Table) -> Outcome:
    """The Kupovina, then three tricks of all players; each trick is worth one chip."""
    t.board["kind"] = words("for the bank")
    t.reasons["choose"] = words("nobody may stay out of a deal for the bank")
    if t.to_act is None:
        await kupovina(t)
    t.move_all("kupovina", "aside")
    order = t.round_from(t.after(t.dealer))
    it = Played(order, increased=False)
    await three_tricks(t, it)
    return settle(t, it)


async def kupovina(t: Table) -> None:
    """From the right of the dealer on, one player may change all his cards for the spare hand."""
    order = t.round_from(t.after(t.dealer))
    for seat in order if t.rules["kupovina_to_dealer"] == "yes" else order[:-1]:
        t.stage = f"kupovina {seat}"
        if await answer(t, Buy(seat)):
            return


async def answer(t: Table, ask: Request[Any]) -> Any:
    """An answer to this; payments may be told before it."""
    while True:
        asked, told = await AnyOf(ask, *dues(t))
        if asked is ask:
            t.due = {}
            return told


async def for_the_increased_bank(t: Table) -> Outcome:
    """Trumps are turned up, everybody says whether he plays; the bank is divided by the tricks."""
    t.board["kind"] = words("for the increased bank")
    if t.rules["bank_remainder"] == "dealer_rounds_up":
        pay(t, t.dealer, None, -t.pot % TRICKS, PAID["rounded"])
    if not t.trump:
        t.stage = "trump"
        t.trump = (await Turn(t.dealer, "stock", "turned", 1, plain=True))[0].suit
    t.board["trump"] = SUIT_NAMES[t.trump]
    order = t.round_from(t.after(t.dealer))
    it = Played(order)
    if t.to_act is None:
        await in_or_out(t, it)
    t.reasons["choose"] = words("everybody says once, before the first lead, whether he plays")
    if it.players in ([], [t.dealer]):
        return nobody_in(t)
    await three_tricks(t, it)
    return settle(t, it)


@dataclass
class Played:
    """Who plays, who took each trick, whether the dealer plays for the honour of the bank, who led first."""

    players: list[Seat]
    took: list[Seat] = field(default_factory=list)
    honour: bool = False
    leader: Seat | None = None
    increased: bool = True

    def tricks(self, seat: Seat) -> int:
        """How many tricks somebody has."""
        return self.took.count(seat)


async def in_or_out(t: Table, it: Played) -> None:
    """In turn; against a single player the dealer must play, for himself or for the honour of the bank."""
    for seat in list(it.players):
        t.stage = f"in {seat}"
        others = [other for other in it.players if other != t.dealer]
        if seat != t.dealer or len(others) > 1:
            word = await answer(t, Choose(seat, IN_OR_OUT))
        elif others:
            word = await answer(t, MustPlay(seat, FOR_WHOM))
            it.honour = word == "honour"
        else:
            return
        t.marks[seat] = {"plays": {**IN_OR_OUT, **FOR_WHOM}[word]}
        if word == "out":
            it.players.remove(seat)
            t.move_all(hand(seat), "aside")


async def three_tricks(t: Table, it: Played) -> None:
    """The first player in leads; the winner leads next."""
    leader, talk = t.to_act if t.to_act is not None else it.players[0], Talk()
    for number in range(TRICKS - t.size(hand(leader)) + 1, TRICKS + 1):
        trick = await play_trick(t, number, leader, talk.card_for, offers=offers, heard=talk.hear, players=it.players)
        it.leader = trick.leader if it.leader is None else it.leader
        if trick.claimed is not None:
            left = TRICKS - number + 1
            take_rest(t, trick.claimed, left)
            it.took += [trick.claimed] * left
            break
        leader = trick.best([t.trump, trick.led.suit], lambda card: RANKS.index(card.rank))
        take_trick(t, leader)
        it.took.append(leader)


# Following, trumping, turning a trump up ----------------------------------------------------------------------------


@dataclass
class Talk:
    """Who has said that he cannot follow, and in which trick: so that trumps were turned up."""

    turner: tuple[Seat, int] | None = None

    def card_for(self, t: Table, trick: Trick, seat: Seat) -> Play:
        """Follow suit if able; else a trump if able, once there are trumps."""
        if not trick.laid:
            return Play(seat, lead=True)
        following = follow(t.faces, trick.led.suit)
        if not t.trump:
            return PlayFirst(seat, (following,), suit=trick.led.suit)
        trumping = Duty("trump", of_suit(t.faces, t.trump), words("a trump had to be played"))
        duties: tuple[Duty, ...] = (following, trumping) if t.trump != trick.led.suit else (following,)
        if self.turner == (seat, trick.number):  # what he said about the suit led is claimed already
            duties = duties[1:] if t.rules["turner_trumps"] == "must" else ()
        return Play(seat, duties)

    def hear(self, t: Table, asked: Request[Any], told: Any) -> None:
        """A trump was turned up: from now on there are trumps."""
        if isinstance(asked, CannotFollow):
            t.trump = told[0].suit
            t.board["trump"] = SUIT_NAMES[t.trump]
            self.turner = asked.seat, t.trick_number


def offers(t: Table, trick: Trick) -> Sequence[Request[Any]]:
    """Who is to follow may say that he cannot, while there are no trumps; payments may be told."""
    if t.trump or not trick.laid:
        return dues(t)
    seat = trick.players[len(trick.laid)]
    return [CannotFollow(seat, "stock", "turned", 1, plain=True, suit=trick.led.suit), *dues(t)]


# Payments -----------------------------------------------------------------------------------------------------------


def nobody_in(t: Table) -> Outcome:
    """Nobody plays before the dealer: he takes the bank, or as a house rule it stays."""
    if t.rules["nobody_in"] == "dealer_takes":
        pay(t, None, t.dealer, t.pot, PAID["bank"])
        return finish(t, Played([t.dealer]), "bank")
    return finish(t, Played([]), "increased")


def settle(t: Table, it: Played) -> Outcome:
    """Each trick gets its share of the bank; then who is in without a trick pays three.

    Who has revoked or not trumped gets nothing and pays three, where the table plays so.
    """
    bank, loose = t.pot, set(breaches(t, "follow_suit", "trump").values())
    looed = loose if t.rules["revoke_penalty"] == "looed" else set()
    for number, seat in enumerate(it.took, 1):
        share = bank // TRICKS if it.increased else 1
        if it.increased and number == TRICKS and t.rules["bank_remainder"] != "stays":
            share += bank % TRICKS
        if seat not in looed and not (it.honour and seat == t.dealer):
            pay(t, None, seat, share, PAID["bank"])
    for seat in it.players:
        spared = it.honour and seat == t.dealer
        if seat in looed or (not it.tricks(seat) and not spared):
            pay(t, seat, None, STAKE, PAID["revoke" if seat in looed else "no trick"])
    everybody = all(it.tricks(seat) for seat in it.players)
    if t.rules["next_kind"] == "all_have_tricks":
        return finish(t, it, "bank" if everybody else "increased")
    return finish(t, it, "increased" if t.pot else "bank")


def finish(t: Table, it: Played, kind: str) -> Outcome:
    """A deal's points are the chips won and lost; the bank and its kind go on; after two rounds an empty bank ends."""
    gained = {seat: t.chips[seat] - t.scores.get(seat, 0) for seat in range(t.seats)}
    how = {}
    for seat, chips in gained.items():
        told = listed(played(t, it, seat), paid(t, seat))
        how[seat] = How((), {"tricks": it.tricks(seat), "chips": chips, "bank": t.pot}, told)
    full = t.rules["session"] == "two_rounds" and t.deals_before + 1 >= ROUNDS * t.seats
    leads = t.rules["next_dealer_u"] == "first_leader" and it.increased
    return Outcome(gained, how, ends_match=full and not t.pot, next_dealer=it.leader if leads else None,
                   carry={"bank": t.pot, "kind": kind})  # fmt: skip


def played(t: Table, it: Played, seat: Seat) -> Text:
    """What somebody did in a deal, in words."""
    if seat not in it.players:
        return words("not in")
    if not it.took:
        return words("nobody else plays")
    tricks = several("{n} trick", "{n} tricks", it.tricks(seat))
    return words("{tricks} for the honour of the bank", tricks=tricks) if it.honour and seat == t.dealer else tricks


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """Three cards each; with an empty bank three more for the Kupovina. ``to_act``: the play has begun, all are in."""
    t.pot = whole(start.fields.get("bank", t.carried.get("bank", 0)), "bank", 0)
    kind = start.fields.get("kind", t.carried.get("kind", "") if "bank" not in start.fields else "")
    if kind not in ("", "bank", "increased"):
        raise BadRecord(f"start: kind is bank or increased, not {kind!r:.40}")
    alone = kind == "bank" or (not kind and not t.pot)
    deal_hands(t, start, HAND, {"turned": 0, "kupovina": HAND if alone else 0}, stock="stock")
    t.chips = {seat: t.scores.get(seat, 0) for seat in range(t.seats)}


def result(t: Table, event: Event) -> Outcome:
    """Score only: the tricks of each, who took the last; for the increased bank who is in, and for whom the dealer."""
    form = Form(t, event, ("tricks", "last", "in", "honour"))
    pay(t, t.dealer, None, STAKE, PAID["stake"])
    increased = not t.size("kupovina")
    if increased and t.rules["bank_remainder"] == "dealer_rounds_up":
        pay(t, t.dealer, None, -t.pot % TRICKS, PAID["rounded"])
    if not increased:
        form.not_now(("in", "honour"), "in a deal for the bank alone everybody plays, for himself")
    players = those_in(t, form) if increased else t.round_from(t.after(t.dealer))
    if players in ([], [t.dealer]):
        form.not_now(("tricks", "last", "honour"), "nobody but the dealer is in, so there are no tricks")
        return nobody_in(t)
    honour = form.yes("honour")
    if len(players) == 1 or (honour and (len(players) != 2 or t.dealer not in players)):
        raise BadRecord("against a single player the dealer must play, and only then for the honour of the bank")
    tricks = form.numbers("tricks", TRICKS)
    if sum(tricks.values()) != TRICKS or any(n and seat not in players for seat, n in tricks.items()):
        raise BadRecord(f"the players who are in have {TRICKS} tricks together")
    told = form.must("last") if t.pot % TRICKS and increased else form.seat("last")
    last = max(tricks, key=lambda seat: tricks[seat]) if told is None else told
    form.need_trick("last", {last: 1}, tricks)
    took = [seat for seat, n in tricks.items() for _ in range(n)]
    took.remove(last)
    return settle(t, Played(players, [*took, last], honour, players[0], increased))


def those_in(t: Table, form: Form) -> list[Seat]:
    """The players who are in, in the order of play."""
    if "in" not in form.facts:
        raise BadRecord("'in' lists the players who are in by name")
    told = form.seats("in")
    return [seat for seat in t.round_from(t.after(t.dealer)) if seat in told]


OPTIONS = (
    Option("turner_trumps", words("Whose suit is missing when a trump is turned up"), {
        "must": words("must trump if he can"), "may": words("may trump")}),
    Option("session", words("A session lasts"), {
        "two_rounds": words("two rounds of deals, and on until the bank is empty"),
        "open_ended": words("until the players stop")}),
    Option("next_kind", words("The next deal is for the bank alone"), {
        "bank_empty": words("if the bank is empty"), "all_have_tricks": words("if everybody who was in has a trick")}),
    Option("bank_remainder", words("What the bank does not divide by three"), {
        "last_trick": words("goes with the third trick"), "stays": words("stays in the bank"),
        "dealer_rounds_up": words("does not arise: the dealer adds a chip or two")}),
    Option("nobody_in", words("Nobody but the dealer plays"), {
        "dealer_takes": words("he takes the bank"), "redeal": words("the bank stays, the next player deals")}),
    Option("kupovina_to_dealer", words("Is the Kupovina offered to the dealer too?"), {
        "yes": words("yes"), "no": words("no")}),
    Option("next_dealer_u", words("After a deal for the increased bank deals"), {
        "right": words("the next to the right"), "first_leader": words("who led to the first trick")}),
    Option("revoke_penalty", words("A proven revoke, or not trumping"), {
        "report": words("is told and counts no further"),
        "looed": words("gets nothing for its tricks and pays three")}),
)  # fmt: skip

VERBS = (
    Verb("exchange", words("the Kupovina taken for all three cards"),
         {"id": 1, "seat": "Boris", "do": "exchange", "count": 3}),
    Verb("pass", words("the Kupovina passed on"), {"id": 1, "seat": "Boris", "do": "pass"}),
    Verb("turn", words("the trump card; in a deal for the bank when somebody cannot follow"),
         {"id": 9, "seat": "Vera", "do": "turn", "cards": ["4S"]}),
    Verb("choose", words("in or out, and for whom the dealer plays"),
         {"id": 2, "seat": "Boris", "do": "choose", "option": "in"}, {**IN_OR_OUT, **FOR_WHOM}),
    Verb("play", words("a card to the trick"), {"id": 12, "seat": "Boris", "do": "play", "cards": ["9D"]}),
    Verb("pay", words("a payment that has just fallen due (may be left out)"),
         {"id": 1, "seat": "Ana", "do": "pay", "amount": 3}),
    Verb("result", words("a deal scored by hand: tricks of each; for the increased bank also last: who took the third "
                         "trick, in: who played, honour: true if the dealer played for the bank"),
         {"id": 1, "do": "result", "facts": {"tricks": {"Boris": 2, "Vera": 1}}}),
)  # fmt: skip

GAME = Game(
    id="lu",
    title=words("Lu"),
    players=(5, 6, 7, 8),
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
    start_keys=(*TRICK_GAME_START, "bank", "kind"),
    sees=words("the cards of each trick before their players, the trump card, and the Kupovina when it is taken"),
    deck=words("52 cards; chips"),
    summary=words("rules.summary"),
    looks_back=True,
)
