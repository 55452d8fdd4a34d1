"""Póker, the Hungarian five-card game: bet on five hidden cards, exchange some, bet again, and the best hand wins.

The rules are told in the order they happen at the table: ``deal``, ``betting``, ``exchange``, ``showdown``. What a
player is asked stands in ``poker_asks``, what is remembered of a deal in ``poker_play``, how the pot is divided in
``poker_score``; what a hand is worth in ``companion.rules.poker_hands``. Turn order goes to the left.
"""

from __future__ import annotations

from typing import Any

from companion.cards import Cards, pack
from companion.deal.game import Game, Option, Verb
from companion.games.poker_asks import ANSWERS, BETS, Answer, Drawn, Exchange, Open, Raise, Said, words
from companion.games.poker_play import DEALS_EACH, UNCOUNTED, Play
from companion.games.poker_score import HELD, carry, dead, result, set_up, settle, too_poor
from companion.rules.requests import Request
from companion.rules.tricks import LAID_DOWN
from companion.rules.turning import Show
from companion.table.outcome import Outcome
from companion.table.table import Seat, Table, hand

EXCHANGES = {"otlapos": 0, "egyhuzasos": 1, "haromcseres": 3}
MOST_PLAYERS = {"otlapos": 10, "egyhuzasos": 6, "haromcseres": 4}
FIXED_ANTES, MOST_RAISES = 5, 3


# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """Antes, then betting rounds with exchanges between them, until one player is left or the last round is over."""
    it = Play(t, [seat for seat in t.round_from(t.after(t.dealer)) if t.size(hand(seat))])
    if len(it.inside) < 2:
        return Outcome(dict.fromkeys(range(t.seats), 0), too_poor(t), ends_match=True, carry=carry(t))
    batch = {"one": words("five cards each, one at a time"), "five": words("five cards each, all at once")}
    t.board["deal"] = batch[t.rules["deal_batch"]]
    t.reasons["bid"] = words("no betting round is going on")
    t.reasons["choose"] = words("one calls or folds only when a bet stands")
    for seat in it.inside:
        it.pays(seat, int(t.rules["ante"]))
    exchanges = EXCHANGES[t.rules["variant"]]
    t.reasons["discard"] = words("cards are exchanged once between two betting rounds")
    if not exchanges:
        t.reasons["discard"] = words("no cards are exchanged in this variant")
    for number in range(exchanges + 1):
        if number and len(it.inside) > 1:
            await exchange(it, number)
        spoke = await betting(it, number + 1)
        if not number and spoke and it.opener is None and len(it.inside) > 1:
            return dead(it)
    return await showdown(it)


async def betting(it: Play, number: int) -> bool:
    """Everybody speaks until all have called the last bet; whether anybody had to speak at all."""
    t = it.t
    it.in_round, it.standing, it.raises, t.bids = {}, 0, 0, {}
    waiting = [seat for seat in it.order() if it.speaks(seat)]
    if len(waiting) < 2:
        return False
    t.stage = f"round {number}"
    t.reasons["pass"] = words("a bet stands, and nobody passes any more")
    while waiting and len(it.inside) > 1:
        seat = waiting[0]
        _, said = await it.ask(*questions(it, seat))
        waiting = [other for other in waiting if other != said.seat]
        passed_out = said.what == "pass" and t.rules["pass_before_bet"] == "out"
        if said.what in ("fold", "forced") or passed_out:
            it.fold(said.seat)
        elif said.what == "call":
            it.pays(seat, said.amount)
        elif said.what in ("bet", "raise"):
            bet(it, said)
            waiting = [other for other in t.round_from(t.after(seat)) if other in it.inside and it.speaks(other)]
            waiting = [other for other in waiting if other != seat]
            t.stage = f"round {number} bet {it.raises}"
    t.board.pop("bet", None)
    return True


def bet(it: Play, said: Said) -> None:
    """A bet, or a raise by so much, stands now."""
    seat, t = said.seat, it.t
    if it.opener is None:
        it.opener, it.opened = seat, t.event
    it.pays(seat, it.standing - it.in_round.get(seat, 0) + said.amount)
    it.standing += said.amount
    it.bettor, it.raises = seat, it.raises + 1
    t.board["bet"] = words("{n}, by {name}", n=it.standing, name=t.names[seat])


def questions(it: Play, seat: Seat) -> list[Request[Any]]:
    """What a seat may do: bet or pass while nobody has bet; else call, raise or fold."""
    due = it.standing - it.in_round.get(seat, 0)
    low, high = limits(it, seat, due)
    if not it.standing:
        return [Open(seat, low, high, low, opening=it.opener is None)]
    found: list[Request[Any]] = [Answer(seat, due, it.money(seat), it.t.rules["short_money"] == "side_pots")]
    if low <= high:
        found.append(Raise(seat, low, high, low))
    return found


def limits(it: Play, seat: Seat, due: int) -> tuple[int, int]:
    """The least and the greatest bet, or raise above the call, by the money and by the limit of the table."""
    t, money = it.t, it.money(seat)
    left = UNCOUNTED if money is None else money - due
    match t.rules["bet_limit"]:
        case "fixed":
            size = FIXED_ANTES * int(t.rules["ante"])
            if t.rules["short_money"] == "side_pots":  # (who has less may go all in)
                size = max(1, min(size, left))
            return size, min(size, left)
        case "pot":
            return 1, min(t.pot + due, left)
        case "max_raises":
            return 1, left if it.raises <= MOST_RAISES else 0
    return 1, left


# Exchanging cards ---------------------------------------------------------------------------------------------------


async def exchange(it: Play, number: int) -> None:
    """In speaking order each lays off up to five cards and takes as many."""
    t = it.t
    for place, seat in enumerate(it.order()):
        t.stage = f"exchange {number} place {place}"
        laid = 0
        while seat in it.inside and len(it.inside) > 1:
            most = min(HELD, t.size("stock")) if t.rules["short_stock"] == "what_is_left" else HELD
            _, laid = await it.ask(Exchange(seat, most))
            if not isinstance(laid, Said):
                break
            it.fold(laid.seat)
            laid = 0
        if laid:
            it.laid.setdefault(seat, set()).update(lying.number for lying in t.moved)
            it.opened = None if seat == it.opener else it.opened  # (what he was dealt can no longer be seen)
            await draw(it, seat, laid)


async def draw(it: Play, seat: Seat, number: int) -> None:
    """As many cards from the stock; when it is too short, what the others have laid off is shuffled to be a new one.

    Folded hands are never needed: of the 52 cards less five a player at most 15 are the drawer's own discards.
    """
    t = it.t
    first = min(number, t.size("stock"))
    t.stage += " draws"
    if first:
        await it.ask(Drawn(seat, first, "stock"))
    if number == first:
        return
    own = it.laid[seat]
    for lying in [lying for lying in t.places["aside"] if lying.number not in own]:
        t.move_this("aside", "stock", lying)
    t.forget("stock")
    t.stage += " again"
    await it.ask(Drawn(seat, number - first, "stock"))


# The end of the deal ------------------------------------------------------------------------------------------------


async def showdown(it: Play) -> Outcome:
    """Who is left alone wins unseen; else all who are in lay their cards open."""
    t = it.t
    t.reasons["pass"] = words("no betting round is going on")
    must_prove = t.rules["openers"] == "strict" and it.opener in it.inside
    while waiting := [Show(s) for s in it.inside if t.unknown(hand(s)) and (len(it.inside) > 1 or must_prove)]:
        t.stage = LAID_DOWN
        await it.ask(*waiting)
    it.look_at_opener()
    hands = {seat: t.cards(hand(seat)) for seat in it.inside} if len(it.inside) > 1 else {}
    guilty = it.opener if it.disproved and t.rules["openers"] == "strict" else None
    return settle(t, it.put, it.inside, hands, guilty)


OPTIONS = (
    Option("variant", words("The game"), {
        "otlapos": words("Ötlapos: no exchange, one betting round"),
        "egyhuzasos": words("Egyhúzásos: one exchange, two betting rounds (2 to 6 players)"),
        "haromcseres": words("Háromcserés: three exchanges, four betting rounds (2 to 4 players)")}),
    Option("ante", words("What each puts in before the deal"), {
        "1": words("1 unit"), "2": words("2 units"), "5": words("5 units"), "10": words("10 units")}),
    Option("stack", words("The money that each sits down with"), {
        "open": words("is not counted"), "50": words("50 units"), "100": words("100 units"),
        "200": words("200 units"), "500": words("500 units")}),
    Option("flush", words("A flush needs"), {
        "five": words("five cards of a suit"), "four": words("four of a suit that are no sequence")}),
    Option("wheel", words("Is A-2-3-4-5 a straight?"), {"on": words("yes, five high"), "off": words("no")}),
    Option("pair_rest", words("Equal pairs are decided by"), {
        "sum": words("the sum of the other cards"), "kickers": words("the other cards, the highest first")}),
    Option("high_card_tie", words("Equal highest cards"), {
        "next_card": words("the next ones decide"), "share": words("share the pot")}),
    Option("pass_before_bet", words("Who passes before a bet"), {
        "stays_in": words("stays in"), "out": words("is out of the deal")}),
    Option("later_first", words("Later rounds are begun by"), {
        "dealers_left": words("the first player in to the left of the dealer"),
        "last_raiser": words("who bet or raised last"), "opener": words("who made the first bet")}),
    Option("openers", words("The first bet of a deal"), {
        "combination": words("needs a pair or better"), "none": words("needs nothing"),
        "strict": words("needs a pair or better: the opener shows his hand, and loses the pot if it is disproved")}),
    Option("folded_cards", words("Folded cards"), {"face_up": words("lie open"), "face_down": words("stay hidden")}),
    Option("short_money", words("Who cannot pay a call"), {
        "fold": words("must fold"), "side_pots": words("plays for what he has put in (side pots)")}),
    Option("all_pass", words("When all pass in the first round"), {
        "pot_stays": words("the pot stays, all pay a new ante, the next one deals"),
        "antes_returned": words("the antes go back"),
        "same_dealer": words("the pot stays, all pay a new ante, the same one deals")}),
    Option("short_stock", words("When the stock is too short"), {
        "reshuffle": words("the others' exchanged cards are shuffled"),
        "what_is_left": words("the last players may exchange only what is left")}),
    Option("deal_batch", words("Cards are dealt"), {"one": words("one at a time"), "five": words("five at once")}),
    Option("odd_unit", words("An odd unit of a shared pot"), {
        "dealers_left": words("goes to the sharer nearest the dealer's left"),
        "dealers_right": words("goes to the sharer nearest the dealer's right"), "stays": words("stays in the pot")}),
    Option("match_end", words("The match ends"), {
        "none": words("when the players like"), "deals": words("after three deals each"),
        "last_player": words("when one has everything")}),
    Option("illegal_action", words("An act against the rules"), {
        "void": words("is void and repeated"), "forced_fold": words("costs the hand")}),
    Option("bet_limit", words("Bets and raises"), {
        "none": words("have no limit"), "fixed": words("are five antes each"), "pot": words("are at most the pot"),
        "max_raises": words("have no limit, but there are three raises a round")}),
)  # fmt: skip

VERBS = (
    Verb("bid", words("a bet; or, when one stands, a raise by so much (the word may be left out)"),
         {"id": 1, "seat": "Ana", "do": "bid", "amount": 5, "word": "bet"}, BETS),
    Verb("pass", words("nothing while nobody has bet; at an exchange: keeps all cards"),
         {"id": 2, "seat": "Ana", "do": "pass"}),
    Verb("choose", words("the answer to a bet; cards thrown in face up may be named"),
         {"id": 3, "seat": "Boris", "do": "choose", "option": "call"}, ANSWERS),
    Verb("discard", words("an exchange: so many cards are laid off face down"),
         {"id": 4, "seat": "Ana", "do": "discard", "count": 3}),
    Verb("draw", words("as many are taken from the stock"), {"id": 5, "seat": "Ana", "do": "draw", "count": 3}),
    Verb("show", words("the hand at the showdown, or folded cards that lie open"),
         {"id": 6, "seat": "Ana", "do": "show", "cards": ["KD", "KC", "7S", "4H", "2D"]}),
    Verb("result", words("a deal scored by hand: units put in, and the hands shown, or winner: who was left, "
                         "or passed: true"),
         {"id": 1, "do": "result", "facts": {"put": {"Ana": 7, "Boris": 7, "Vera": 1}},
          "hands": {"Ana": ["KD", "KC", "7S", "4H", "2D"], "Boris": ["QD", "QC", "8S", "4S", "2C"]}}),
)  # fmt: skip

GAME = Game(
    id="poker",
    title=words("Póker"),
    players=tuple(range(2, 11)),
    direction="left",
    target=0,
    options=OPTIONS,
    pack=lambda players, rules: pack(),
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=lambda scores, rules: (),
    verbs=VERBS,
    start_keys=("scores", "dealer", "hands", "stack", "pot"),
    sees=words("the hands laid open at the end; bets and exchanges are told by touch"),
    deck=words("52 cards"),
    summary=words("rules.summary"),
    max_players=lambda rules: MOST_PLAYERS[rules["variant"]],
    length=lambda players, rules: DEALS_EACH * players if rules["match_end"] == "deals" else None,
    looks_back=True,
)
