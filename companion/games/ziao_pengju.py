"""Žiao-Pengju: two to four packs, everybody for himself; each deal a Leader with friends whom he does not know yet.

The rules are told in the order they happen at the table: drawing and making trumps (``drawn``), the exchange, calling
friends, the tricks (``ziao_pengju_tricks``, the leads in ``ziao_pengju_leads``), the scoring. Turn order goes to the
right; the Starter, who draws first, sits to the dealer's right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.cards import Card, Cards, pack
from companion.drawn import STOCK, draw_all, exchange
from companion.events import BadRecord, Event
from companion.game import Game, Option, Start, Verb
from companion.games.ziao_pengju_tricks import CallFriend, Ended, Playing, callable_faces
from companion.levels import Trumps, rank_of, worth
from companion.outcome import How, Outcome
from companion.plays import SUIT_NAMES
from companion.positions import TRICK_GAME_START, Form, deal_hands, named, to_cards, whole
from companion.requests import Show
from companion.table import Seat, Table, hand, taken
from companion.texts import Text
from companion.tricks import breaches, lay_down, play_trick, take_rest

TALON, FIRST_LEVEL, TARGET = 6, 2, 15


class Row(NamedTuple):
    """What so many players need: packs, jokers, cards each, and how large the Attackers may grow."""

    packs: int
    black: int
    red: int
    each: int
    attackers: int


ROWS = {
    6: Row(2, 2, 2, 17, 3), 7: Row(2, 0, 0, 14, 3), 8: Row(3, 2, 0, 19, 4), 9: Row(3, 3, 0, 17, 4),
    10: Row(3, 0, 0, 15, 5), 11: Row(3, 2, 2, 14, 5), 12: Row(4, 2, 0, 17, 6),
}  # fmt: skip


def words(english: str, **values: object) -> Text:
    """A sentence of this game."""
    return Text(english, values, "games/ziao_pengju")


def row(players: int, rules: Mapping[str, str]) -> Row:
    """By number of players; as a house rule every pack keeps its two jokers and what is left over is the talon."""
    found = ROWS[players]
    if rules["composition"] == "per_pack":
        return found._replace(black=found.packs, red=found.packs, each=(54 * found.packs - TALON) // players)
    if not found.red and rules["jokers_when_one_kind"] == "red":
        return found._replace(black=0, red=found.black)
    return found


def cards_of(players: int, rules: Mapping[str, str]) -> Cards:
    """The packs with their jokers."""
    this = row(players, rules)
    jokers = Cards({Card("XB", ""): this.black, Card("XR", ""): this.red})
    return pack(copies=this.packs) + jokers


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
            trick = await play_trick(t, number, leader, it.card_for, offers=it.offers, heard=it.heard)
            if trick.claimed is not None:
                it.watch(t, trick)
                await lay_down(t)
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
    declared = await draw_all(t, t.after(t.dealer), row(t.seats, t.rules).each, may, last_passes=True)
    return None if declared is None else playing(t, declared.seat, declared.card.suit)


def level_of(t: Table, seat: Seat) -> str:
    """The rank of a player's level: that of his score."""
    return rank_of(t.scores.get(seat, FIRST_LEVEL))


def playing(t: Table, leader: Seat, suit: str) -> Playing:
    """The Leader and his trumps, as everybody sees them."""
    it = Playing(leader, Trumps(level_of(t, leader), suit), t.rules["niz_length"] == "two_or_more", attackers=[leader])
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


# Scoring ------------------------------------------------------------------------------------------------------------


def lost_by(t: Table, it: Playing, seat: Seat) -> int:
    """The points of the Defence when this player's team has lost the deal: as if it had taken no trick."""
    return 100 * row(t.seats, t.rules).packs if seat in it.attackers else 0


def settle(t: Table, it: Playing) -> Outcome:
    """The points before the Defence, and the discards twice if it has won the last trick."""
    t.infer("aside")
    it.leads.watch(t)
    points = it.defence(t)
    if it.last not in it.attackers:
        points += 2 * worth(t.known("aside"))
    rules = ["follow_suit", "follow_group"] if t.rules["revoke_penalty"] == "deal_lost" else []
    rules += ["false_lead"] if t.rules["false_lead_late"] == "retroactive" else []
    lost = {lost_by(t, it, seat) for seat in breaches(t, *rules).values()}
    return score(t, it.leader, it.attackers, lost.pop() if len(lost) == 1 else points)


def shares(t: Table, size: int, points: int) -> tuple[int, int]:
    """What each Attacker and each of the Defence scores, by the size of the Attackers and the Defence's points."""
    this = row(t.seats, t.rules)
    alone, packs = 1 + this.attackers - size, this.packs
    defence = sum(points >= limit * packs for limit in (80, 100))
    if t.rules["score_table"] == "modern":
        attack = sum((points == 0, points < 20 * packs, points < 40 * packs)) * alone
        return attack, defence + (points >= 60 * packs)
    attack = (2 if points == 0 else int(points < 40 * packs)) * alone
    return attack, defence + (points >= 40 * packs)


def score(t: Table, leader: Seat, attackers: list[Seat], points: int) -> Outcome:
    """By the points of the Defence; who draws first in the next deal, and who may make trumps then."""
    attack, defence = shares(t, len(attackers), points)
    others = [seat for seat in t.round_from(leader) if seat not in attackers]
    kept = points < 40 * row(t.seats, t.rules).packs
    starter, winning = (leader, list(attackers)) if kept else (others[0], others)
    active, found, how = t.carried.get("won"), {}, {}
    for seat in range(t.seats):
        mine = attack if seat in attackers else defence
        if t.rules["passive_point"] == "activates" and active is not None and seat not in active:
            mine = max(0, mine - 1)
        found[seat] = mine
        role = words("Attackers") if seat in attackers else words("Defence")
        parts = {"defence": points, "attackers": len(attackers), "points": mine}
        how[seat] = How((), parts, words("{role}; the Defence has {points}", role=role, points=points))
    led = {**t.carried.get("led", {}), leader: t.deals_before + 1}
    return Outcome(found, how, winners=first(t, found, led), next_dealer=(starter - 1) % t.seats,
                   carry={"active": sorted(winning), "won": sorted(winning), "led": led})  # fmt: skip


def first(t: Table, points: Mapping[Seat, int], led: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Who has won the match by this deal: of several with 15 who was Leader last, else who has most."""
    after = {seat: t.scores.get(seat, FIRST_LEVEL) + points[seat] for seat in range(t.seats)}
    there = [seat for seat, total in after.items() if total >= TARGET]
    leaders = [seat for seat in there if seat in led]
    if leaders:
        return (max(leaders, key=lambda seat: led[seat]),)
    most = tuple(seat for seat in there if after[seat] == max(after.values()))
    return () if len(most) > 1 and t.rules["equal_top_tie"] == "another_deal" else most


def winners(scores: Mapping[Seat, int], rules: Mapping[str, str]) -> tuple[Seat, ...]:
    """Scores alone do not tell who has won: the deal does (``first``)."""
    return ()


# Setting up, and a deal entered by hand -----------------------------------------------------------------------------


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


def result(t: Table, event: Event) -> Outcome:
    """Score only: the Leader, the friends who joined him, and the points of the Defence with the discards it won."""
    form, this = Form(t, event, ("leader", "friends", "defence")), row(t.seats, t.rules)
    leader, names = form.must("leader"), form.facts.get("friends", [])
    points = whole(form.facts.get("defence"), "defence", 0, 300 * this.packs)
    if not isinstance(names, list | tuple) or any(name not in t.names for name in names):
        raise BadRecord("friends is a list of players")
    friends = list(dict.fromkeys(t.names.index(name) for name in names))
    if leader in friends or len(friends) >= this.attackers or len(friends) != len(names):
        raise BadRecord(f"a Leader has up to {this.attackers - 1} friends, other players")
    if points % 5:
        raise BadRecord(f"the points of the Defence are a multiple of 5, not {points}")
    if leader not in t.carried.get("active", range(t.seats)):
        raise BadRecord(f"{t.names[leader]} cannot be Leader: who lost the deal before may not make trumps")
    return score(t, leader, [leader, *friends], points)


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
    Option("called_trump", words("Trumps may be called for friends"), {
        "not_allowed": words("no"), "allowed": words("yes")}),
    Option("no_trump_hand", words("A hand without a trump"), {
        "plays_on": words("is played"),
        "redeal": words("may be shown before the first lead: the cards are drawn again")}),
    Option("false_lead_team", words("Who led false top cards belongs to"), {
        "revealed": words("the Defence unless he has joined the Attackers by then"),
        "opened": words("the Attackers too if he still holds a called card")}),
    Option("niz_length", words("A sequence"), {
        "two": words("is two groups"), "two_or_more": words("is two groups or more")}),
    Option("false_lead_late", words("A lead of top cards that proves false after its trick"), {
        "record": words("is told and counts no further"), "retroactive": words("loses the deal")}),
    Option("equal_top_tie", words("Several reach 15 and none of them has been Leader"), {
        "shared": words("the highest score wins, equal ones share"), "another_deal": words("equal ones play on")}),
    Option("revoke_penalty", words("A proven revoke"), {
        "report": words("is told and counts no further"), "deal_lost": words("loses the deal")}),
)  # fmt: skip

VERBS = (
    Verb("draw", words("one card, or all draw on until this player has drawn so many more"),
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
    sees=words("the level card shown, and the cards of each trick before their players; called cards are told"),
    deck=words("two packs for 6 or 7 players, three for 8 to 11, four for 12; jokers as the rules say"),
    summary=words("rules.summary"),
    first_score=FIRST_LEVEL,
    looks_back=True,
)
