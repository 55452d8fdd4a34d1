"""Žiao-Pengju: two to four packs, everybody for himself; each deal a Leader with friends whom he does not know yet.

The rules are told in the order they happen at the table: drawing and making trumps (``drawn``), the exchange, calling
friends, the tricks (``ziao_pengju_tricks``, the leads in ``ziao_pengju_leads``), the scoring and the table of packs
(``ziao_pengju_score``). Turn order goes to the right; the Starter, who draws first, sits to the dealer's right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.cards import Cards
from companion.deal.game import Game, Option, Start, Verb
from companion.deal.positions import TRICK_GAME_START, deal_hands, named
from companion.events import BadRecord
from companion.games.ziao_pengju_score import (
    FIRST_LEVEL,
    ROWS,
    TARGET,
    cards_of,
    fewest,
    lost_by,
    result,
    row,
    score,
    settle,
    winners,
)
from companion.games.ziao_pengju_tricks import CallFriend, Ended, Playing, callable_faces
from companion.rules.drawn import STOCK, draw_all, exchange
from companion.rules.forms import to_cards, whole
from companion.rules.levels import Trumps, rank_of
from companion.rules.plays import SUIT_NAMES
from companion.rules.tricks import lay_down, play_trick, take_rest
from companion.rules.turning import Show
from companion.table.outcome import How, Outcome
from companion.table.table import Seat, Table, hand, taken
from companion.texts import Text


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/ziao_pengju")


# The deal -----------------------------------------------------------------------------------------------------------


async def deal(t: Table) -> Outcome:
    """Drawing, trumps, the exchange, friends, the tricks."""
    it = position(t) if t.said else await make_trumps(t)
    if it is None:
        return again(t, "no_trumps", {key: value for key, value in t.carried.items() if key != "active"})
    if t.places["talon"]:
        await exchange(t, it.leader, t.size("talon"))
    await call_friends(t, it)
    leader = t.to_act if t.to_act is not None else it.leader
    number = row(t.seats, t.rules).each - t.size(hand(leader))
    try:
        while t.size(hand(leader)):
            number += 1
            trick = await play_trick(t, number, leader, it.card_for, offers=it.offers, heard=it.heard, seen=it.watch)
            if trick.claimed is not None:
                await lay_down(t)
                it.leads.watch(t)
                it.last = trick.claimed
                take_rest(t, trick.claimed, t.size(hand(leader)))
                break
            leader = it.finish(t, trick)
    except Ended:
        if it.now is None:
            return again(t, "no_trump_hand", t.carried)
        await open_hand(t, it, it.now.seat)
        return score(t, it.leader, it.attackers, lost_by(t, it, it.now.seat))
    return settle(t, it)


def again(t: Table, note: str, carry: Mapping[str, Any]) -> Outcome:
    """The cards are drawn again, the same Starter first; when nobody has made trumps all may."""
    zeros, how = dict.fromkeys(range(t.seats), 0), How((), {}, words("the cards are drawn again"))
    return Outcome(zeros, dict.fromkeys(zeros, how), void=True, note=note, next_dealer=t.dealer, carry=dict(carry))


async def open_hand(t: Table, it: Playing, seat: Seat) -> None:
    """As a house rule a false leader opens his hand: who holds a called card that is still to fall is an Attacker."""
    if t.rules["false_lead_team"] != "opened" or seat in it.attackers:
        return
    t.stage = "hand opened"
    while t.unknown(hand(seat)):
        await Show(seat)
    held = t.known(hand(seat))
    if any(held[one.card] and it.fallen[one.card] < one.ordinal for one in it.called):
        it.attackers.append(seat)
        it.show(t)


# Trumps and friends -------------------------------------------------------------------------------------------------


async def make_trumps(t: Table) -> Playing | None:
    """An active player who shows a card of his own level is Leader; its suit is trump."""
    active = t.carried.get("active", range(t.seats))
    may = {seat: level_of(t, seat) for seat in active}
    for seat, level in may.items():
        t.marks.setdefault(seat, {})["level"] = words("makes trumps with {rank}", rank=level.replace("T", "10"))
    this, more = row(t.seats, t.rules), t.rules["override_trump"] == "more_cards"
    most = this.packs if more else 1
    declared = await draw_all(t, t.after(t.dealer), this.each, may, last_passes=True, most=most)
    return None if declared is None else playing(t, declared.seat, declared.card.suit)


def level_of(t: Table, seat: Seat) -> str:
    """The rank of a player's level: that of his score."""
    return rank_of(t.scores.get(seat, FIRST_LEVEL))


def playing(t: Table, leader: Seat, suit: str) -> Playing:
    """The Leader and his trumps, as everybody sees them."""
    it = Playing(leader, Trumps(level_of(t, leader), suit), t.rules["niz_length"] == "two_or_more",
                 t.rules["tops_test"] == "by_pairs", attackers=[leader])  # fmt: skip
    t.trump = suit
    t.board["trump"] = SUIT_NAMES[suit]
    t.board["level"] = words("level {rank}", rank=it.trumps.level.replace("T", "10"))
    for seat in range(t.seats):
        t.marks.setdefault(seat, {}).pop("level", None)
    it.show(t)
    return it


async def call_friends(t: Table, it: Playing) -> None:
    """The Leader names the cards of his friends, each as the so many-th copy, before he leads."""
    this = row(t.seats, t.rules)
    t.reasons["play"] = words("first the Leader calls his friends")
    while len(it.called) < this.attackers - 1:
        t.stage = f"friend {len(it.called) + 1}"
        faces, before = callable_faces(t, it.trumps), tuple(it.called)
        it.called.append(await CallFriend(it.leader, faces, this.packs, before=before))
        t.board["friends"] = words("called: {cards}", cards=", ".join(f"{c.ordinal}. {c.card.pretty}"
                                                                      for c in it.called))  # fmt: skip
    del t.reasons["play"]


# Setting up ----------------------------------------------------------------------------------------------------------


def set_up(t: Table, start: Start) -> None:
    """All cards in the middle; a position may say who is active, or who leads which trumps with the hands dealt."""
    leader = start.fields.get("leader")
    each = row(t.seats, t.rules).each
    deal_hands(t, start, 0 if leader is None else each, stock=STOCK if leader is None else "gone")
    for place in (STOCK, "gone", "talon"):
        t.places.setdefault(place, [])
    for seat, codes in start.by_seat("taken").items():
        cards = to_cards(codes)
        if len(cards) > t.size("gone") or Cards(cards) - t.unseen():
            raise BadRecord(f"start: {t.names[seat]} cannot have taken these cards")
        t.reveal("gone", cards)
        t.move("gone", taken(seat), cards)
    if leader is not None:
        if not t.trump:
            raise BadRecord("start: a leader needs trump, one of S, H, D, C")
        t.said.append((named(start, leader, "leader"), "leader"))
    t.carried = dict(t.carried) | carried_of(start)


def carried_of(start: Start) -> dict[str, Any]:
    """Who is active, and in which deal each was last Leader, as a position says."""
    found: dict[str, Any] = {}
    if "active" in start.fields:
        names = start.fields["active"]
        if not isinstance(names, list | tuple) or not names:
            raise BadRecord("start: active is a list of players")
        found["active"] = found["won"] = sorted(named(start, name, "active") for name in names)
    if "led" in start.fields:
        found["led"] = {seat: whole(number, "led", 0) for seat, number in start.by_seat("led").items()}
    return found


def position(t: Table) -> Playing:
    """A position with its Leader and trumps."""
    leader = t.said.pop()[0]
    return playing(t, leader, t.trump)


# What the product needs to know -------------------------------------------------------------------------------------

OPTIONS = (
    Option("composition", words("The packs"), {
        "table": words("jokers and cards each as the table of the rules says"),
        "per_pack": words("two jokers to each pack; what is left over is the talon")}),
    Option("score_table", words("What the points of the Defence bring"), {
        "classic": words("none: Attackers double; under 40 a pack: Attackers; then the Defence 1, from 80: 2, 100: 3"),
        "modern": words("none: Attackers 3; under 20 a pack: 2; under 40: 1; from 60: Defence 1; 80: 2; 100: 3")}),
    Option("passive_point", words("A winner who had lost the deal before"), {
        "scores": words("scores like all others"), "activates": words("gives up his first point")}),
    Option("jokers_when_one_kind", words("Where all jokers are of one kind"), {
        "black": words("they are the black ones"), "red": words("they are the red ones")}),
    Option("override_trump", words("Trumps that have been made"), {
        "none": words("stay: the first show is final"),
        "more_cards": words("are taken over by who shows more equal cards of his level, until the exchange")}),
    Option("called_trump", words("Trumps may be called for friends"), {
        "not_allowed": words("no"), "allowed": words("yes")}),
    Option("five_players", words("Five players"), {
        "off": words("are too few"), "on": words("play with 20 cards each, talon of eight, and one friend")}),
    Option("no_trump_hand", words("A hand without a trump"), {
        "plays_on": words("is played"),
        "redeal": words("may be shown before the first lead: the cards are drawn again")}),
    Option("tops_test", words("A lead of top pairs is false"), {
        "any": words("where a single higher card is in another hand"),
        "by_pairs": words("only where a higher pair is in another hand")}),
    Option("false_lead_penalty", words("A lead of top cards that is beaten in its trick"), {
        "deal_lost": words("loses the deal at once"),
        "take_back": words("is taken back but for its lowest card or pair; 10 points for each card to the others")}),
    Option("false_lead_team", words("Who led false top cards belongs to"), {
        "revealed": words("the Defence unless he has joined the Attackers by then"),
        "opened": words("the Attackers too if he still holds a called card")}),
    Option("niz_length", words("A sequence"), {
        "two": words("is two groups"), "two_or_more": words("is two groups or more")}),
    Option("false_lead_late", words("A lead of top cards that proves false after its trick"), {
        "record": words("is told and counts no further"), "retroactive": words("costs as much as in its trick")}),
    Option("equal_top_tie", words("Several reach 15 and none of them has been Leader"), {
        "shared": words("the highest score wins, equal ones share"), "another_deal": words("equal ones play on")}),
    Option("revoke_penalty", words("A proven revoke"), {
        "report": words("is told and counts no further"), "deal_lost": words("loses the deal")}),
)  # fmt: skip

VERBS = (
    Verb("draw", words("one card, or all draw on until this player has drawn so many more; the Leader the talon"),
         {"id": 1, "seat": "Boris", "do": "draw", "count": 9}),
    Verb("show", words("a card of one's level: its suit is trump; a card that beats a lead; a hand without a trump"),
         {"id": 2, "seat": "Boris", "do": "show", "cards": ["2H"]}),
    Verb("pass", words("the last player does not make trumps either"), {"id": 3, "seat": "Ana", "do": "pass"}),
    Verb("discard", words("six cards laid away face down"), {"id": 5, "seat": "Boris", "do": "discard", "count": 6}),
    Verb("call", words("the so many-th copy of a card: who plays it is a friend"),
         {"id": 6, "seat": "Boris", "do": "call", "cards": ["9S"], "ordinal": 2}),
    Verb("play", words("a card to the trick, or several at once"),
         {"id": 8, "seat": "Boris", "do": "play", "cards": ["9S", "9S"]}),
    Verb("result", words("a deal scored by hand: the Leader, his friends, the points of the Defence"),
         {"id": 1, "do": "result", "facts": {"leader": "Boris", "friends": ["Ana"], "defence": 35}}),
)  # fmt: skip

GAME = Game(
    id="ziao_pengju",
    title=words("Žiao-Pengju"),
    players=tuple(ROWS),
    direction="right",
    target=TARGET,
    options=OPTIONS,
    pack=cards_of,
    money_pack=lambda players: Cards(),
    set_up=set_up,
    deal=deal,
    result=result,
    winners=winners,
    verbs=VERBS,
    start_keys=(*TRICK_GAME_START, "leader", "active", "led", "taken"),
    together=4,
    sees=words("the level card shown, and the cards of each trick before their players; called cards are told"),
    deck=words("two packs for 6 or 7 players, three for 8 to 11, four for 12; jokers as the rules say"),
    summary=words("rules.summary"),
    first_score=FIRST_LEVEL,
    min_players=fewest,
    looks_back=True,
)
