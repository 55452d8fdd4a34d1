"""Scoring Rikken: what a made or defeated contract pays, and a deal entered by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.events import BadRecord, Event
from companion.games.rikken_bids import BIDS, Contract, pays
from companion.rules.forms import Form
from companion.table.outcome import How, Outcome
from companion.table.table import Seat, Table
from companion.texts import Text

TRICKS = 13


def words(english: str, **values: object) -> Text:
    """A sentence of the scoring."""
    return Text(english, values, "games/rikken_score")


def several(english: str, plural: str, n: int) -> Text:
    """A sentence of the scoring that counts something."""
    return Text(english, {"n": n}, "games/rikken_score", plural)


def score(
    t: Table,
    holders: Mapping[Seat, Contract],
    partner: Seat | None,
    tricks: Mapping[Seat, int],
    guilty: set[Seat],
) -> Outcome:
    """The side scores if it has made its contract, else each opponent; several contracts are settled one by one."""
    points = dict.fromkeys(range(t.seats), 0)
    for bidder, one in holders.items():
        side = {bidder} if partner is None or not one.partner else {bidder, partner}
        revoked = "" if bool(guilty & side) == bool(guilty - side) else "side" if guilty & side else "others"
        made, worth = pays(t.rules, one, base_of(t, one), sum(tricks[seat] for seat in side), revoked)
        for seat in points:
            if made == (seat in side) and (made or opposes(t, holders, seat)):
                points[seat] += worth
    if t.rules["fail_score"] == "money":
        points = {seat: 4 * mine - sum(points.values()) for seat, mine in points.items()}
    bids = {seat: one.title for seat, one in holders.items()}
    how = {seat: explain(tricks[seat], bids.get(seat), seat == partner) for seat in points}
    return Outcome(points, how, carry={"bid_table": t.carried.get("bid_table", {})})


def opposes(t: Table, holders: Mapping[Seat, Contract], seat: Seat) -> bool:
    """Whether a player is paid for a defeated contract that is not his: as a house rule not if he has one himself."""
    return t.rules["co_bidder_paid"] == "all_others" or seat not in holders


def base_of(t: Table, one: Contract) -> int:
    """What a contract is worth: by the table of bids, or as this table has its own."""
    own = t.carried.get("bid_table", {}) if t.rules["bid_table"] == "local" else {}
    return int(own.get(next(word for word, contract in BIDS.items() if contract == one), one.base))


def explain(tricks: int, bid: Text | None, partner: bool) -> How:
    """How a player's points came about."""
    parts, mine = {"tricks": tricks}, several("{n} trick", "{n} tricks", tricks)
    if bid is not None:
        return How((), parts, words("{bid}: {tricks}", bid=bid, tricks=mine))
    return How((), parts, words("{tricks} as partner", tricks=mine) if partner else mine)


def bid_named(word: Any) -> str:
    """A bid of a record; raises BadRecord."""
    if not isinstance(word, str) or word not in BIDS:
        raise BadRecord(f"there is no bid {word!r:.40}; the bids are {', '.join(BIDS)}")
    return word


def result(t: Table, event: Event) -> Outcome:
    """Score only: who has bid what, the partner if there is one, and everybody's tricks; or nothing, if all passed."""
    form = Form(t, event, ("bids", "partner", "tricks"))
    holders = {seat: BIDS[bid_named(word)] for seat, word in form.by_seat("bids").items()}
    if not holders:
        if form.facts.get("partner") or form.facts.get("tricks"):
            raise BadRecord("if all have passed there is neither a partner nor are there tricks to enter")
        return Outcome(dict.fromkeys(range(t.seats), 0), void=True, note="all_pass", next_dealer=t.after(t.dealer))
    first = next(iter(holders.values()))
    if len({one.level for one in holders.values()}) > 1 or (len(holders) > 1 and not first.exact):
        raise BadRecord("only bids of the levels 4, 9 and 11 are played at once, all of the same level")
    partner = form.seat("partner")
    if partner in holders or (partner is not None and not first.partner):
        raise BadRecord("a partner is somebody else than the bidder, in Rich, Rich Better and Troela")
    tricks = form.numbers("tricks", TRICKS)
    if sum(tricks.values()) != TRICKS:
        raise BadRecord(f"the tricks of all players make {TRICKS}, not {sum(tricks.values())}")
    return score(t, holders, partner, tricks, set())
