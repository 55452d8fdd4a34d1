"""The tables of Žiao-Pengju: packs and friends by the number of players, and what the points of the Defence bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from companion.cards import Card, Cards, pack
from companion.events import BadRecord, Event
from companion.games.ziao_pengju_tricks import FINE, Playing, TakenBack
from companion.rules.forms import Form, whole
from companion.rules.levels import worth
from companion.rules.tricks import breaches
from companion.table.outcome import How, Outcome
from companion.table.table import Seat, Table
from companion.texts import Text

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
FIVE = Row(2, 2, 2, 20, 2)
"""as a house rule five play: then eight cards are left for the talon"""


def words(english: str, **values: object) -> Text:
    """A sentence of the scoring."""
    return Text(english, values, "games/ziao_pengju_score")


# Packs and friends --------------------------------------------------------------------------------------------------


def row(players: int, rules: Mapping[str, str]) -> Row:
    """By number of players; as a house rule every pack keeps its two jokers and what is left over is the talon."""
    found = ROWS.get(players, FIVE)
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


def fewest(rules: Mapping[str, str]) -> int:
    """Six players, as a house rule five."""
    return 5 if rules["five_players"] == "on" else min(ROWS)


# The points of the Defence ------------------------------------------------------------------------------------------


def lost_by(t: Table, it: Playing, seat: Seat) -> int:
    """The points of the Defence when this player's team has lost the deal: as if it had taken no trick."""
    return 100 * row(t.seats, t.rules).packs if seat in it.attackers else 0


def settle(t: Table, it: Playing) -> Outcome:
    """The points before the Defence, the discards twice if it has won the last trick, and false leads taken back."""
    t.infer("aside")
    it.leads.watch(t)
    points = it.defence(t)
    if it.last not in it.attackers:
        points += 2 * worth(t.known("aside"))
    points += false_leads(t, it)
    rules = ["follow_suit", "follow_group"] if t.rules["revoke_penalty"] == "deal_lost" else []
    if t.rules["false_lead_late"] == "retroactive" and t.rules["false_lead_penalty"] == "deal_lost":
        rules.append("false_lead")
    lost = {lost_by(t, it, seat) for seat in breaches(t, *rules).values()}
    return score(t, it.leader, it.attackers, lost.pop() if len(lost) == 1 else max(0, points))


def false_leads(t: Table, it: Playing) -> int:
    """As a house rule each card that a false lead takes back moves the points of the Defence.

    Where a false leader may be a hidden friend nobody opens his hand while the deal goes on: at its end all friends are
    known. A lead that proved false too late moves as many, if the table will have it so.
    """
    if t.rules["false_lead_penalty"] != "take_back":
        return 0
    points = 0
    for event, seat in breaches(t, "false_lead").items():
        one = it.taken_back.get(event)
        if one is None and t.rules["false_lead_late"] == "retroactive":
            one = TakenBack(seat, it.led[event], seat in it.attackers)
        if one is not None:
            joined = t.rules["false_lead_team"] == "opened" and seat in it.attackers
            points += replace(one, attacks=one.attacks or joined).points
    return points


# What they bring ----------------------------------------------------------------------------------------------------


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
    friends = ", ".join(t.names[seat] for seat in attackers if seat != leader) or "-"
    active, found, how = t.carried.get("won"), {}, {}
    for seat in range(t.seats):
        mine = attack if seat in attackers else defence
        if t.rules["passive_point"] == "activates" and active is not None and seat not in active:
            mine = max(0, mine - 1)
        found[seat] = mine
        role = words("Attackers") if seat in attackers else words("Defence")
        named = {"leader": t.names[leader], "friends": friends}
        role = words("{role}; {leader} was Leader, friends: {friends}", role=role, **named)
        parts = {"defence": points, "attackers": len(attackers), "points": mine}
        how[seat] = How((), parts, words("{role}; the Defence has {points}", role=role, points=points))
    led = {**t.carried.get("led", {}), leader: t.deals_before + 1}
    return Outcome(found, how, winners=first(t, found, led), next_dealer=(starter - 1) % t.seats,
                   carry={"active": sorted(winning), "won": sorted(winning), "led": led})  # fmt: skip


# The end of the match -----------------------------------------------------------------------------------------------


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


# A deal entered by hand ---------------------------------------------------------------------------------------------


def most_points(t: Table) -> int:
    """The most that the Defence can have: all points of the packs, the discards twice; and fines for cards."""
    this = row(t.seats, t.rules)
    talon = cards_of(t.seats, t.rules).total() - this.each * t.seats
    fines = FINE * this.each * t.seats if t.rules["false_lead_penalty"] == "take_back" else 0
    return 100 * this.packs + 10 * talon + fines


def result(t: Table, event: Event) -> Outcome:
    """Score only: the Leader, the friends who joined him, and the points of the Defence with the discards it won."""
    form, this = Form(t, event, ("leader", "friends", "defence")), row(t.seats, t.rules)
    leader, friends = form.must("leader"), form.seats("friends")
    points = whole(form.facts.get("defence"), "defence", 0, most_points(t))
    if leader in friends or len(friends) >= this.attackers:
        raise BadRecord(f"a Leader has up to {this.attackers - 1} friends, other players")
    if points % 5:
        raise BadRecord(f"the points of the Defence are a multiple of 5, not {points}")
    if leader not in t.carried.get("active", range(t.seats)):
        raise BadRecord(f"{t.names[leader]} cannot be Leader: who lost the deal before may not make trumps")
    return score(t, leader, [leader, *friends], points)
