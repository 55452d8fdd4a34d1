"""What deals come to: the points of each, the totals after it, and whether the match is decided by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.match.played import Played
from companion.referee import Finding
from companion.table.outcome import Outcome
from companion.table.table import Seat


@dataclass(frozen=True)
class DealEnd:
    """A deal that ended: points by seat, totals after it, and whether the match is decided by them."""

    number: int
    outcome: Outcome
    scores: Mapping[Seat, int]
    findings: tuple[Finding, ...]
    match_over: bool
    winners: tuple[Seat, ...]
    open: tuple[int, ...] = ()
    """events that no longer fit; then the deal has no points until they are settled"""
    counted: int = 0
    """deals of the match that count, this one included"""
    begun: Mapping[Seat, int] = field(default_factory=dict)
    """the totals before it"""


def deal_ends(deals: Sequence[Played]) -> list[DealEnd]:
    """Every deal so far with the totals after it (unfinished deals have an empty outcome)."""
    found: list[DealEnd] = []
    scores: dict[Seat, int] = {}
    settled = True  # no match is won while an earlier deal is a question
    counted = 0
    for i, played in enumerate(deals):
        scores = begun_with(deals, i, scores, found)
        if played.new_match:
            settled, counted = True, 0
        begun = dict(scores)
        outcome = outcome_of(played)
        for seat in scores:
            fines = sum(points for who, points in played.deal.penalties.items() if seat in side_of(played, who))
            scores[seat] += outcome.points.get(seat, 0) + fines
        done = outcome.note != "open"
        settled = settled and (done or not played.ended)
        counted += done and not outcome.void
        won = (outcome.winners or played.game.winners(scores, played.rules)) if done and settled else ()
        length = played.game.length(len(played.names), played.rules) if played.game.length else None
        full = done and settled and length is not None and counted >= length
        over = bool(won) or outcome.ends_match or full
        if outcome.ends_match and played.game.last_share:
            shares = played.game.last_share(left_by(deals, i), scores, played.dealer)
            scores = {seat: points + shares.get(seat, 0) for seat, points in scores.items()}
            points = {seat: outcome.points.get(seat, 0) + shares.get(seat, 0) for seat in scores}
            outcome = replace(outcome, points=points)
        if over and not won:
            lost = frozenset() if outcome.conceded is None else side_of(played, outcome.conceded)
            won = leaders(scores, lost, lowest=played.game.lowest(played.rules))
        findings = tuple(played.deal.table.findings)
        told = (played.number, outcome, dict(scores), findings, over, won, played.misfits)
        found.append(DealEnd(*told, counted=counted, begun=begun))
    return found


def begun_with(
    deals: Sequence[Played], index: int, scores: Mapping[Seat, int], ends: Sequence[DealEnd]
) -> dict[Seat, int]:
    """The totals that a deal begins with: ``scores`` are those after the deal before, ``ends`` all deals before."""
    played = deals[index]
    seats = range(len(played.names))
    if played.changed:
        return {seat: total_of(deals, index, played.first_names[seat], ends) for seat in seats} | (played.base or {})
    if played.base is not None:
        return dict(played.base)
    if played.new_match and not (played.follows and played.game.surplus):
        return dict.fromkeys(seats, played.game.first_score)
    then = {seat: seat_before(deals[index - 1], played, seat) for seat in seats}
    if played.new_match and played.game.surplus and ends:
        last = ends[-1]
        left = played.game.surplus(last.scores, last.winners, last.outcome, played.rules)
        return {seat: left.get(then[seat], 0) for seat in seats}
    return {seat: scores[then[seat]] for seat in seats}


def total_of(deals: Sequence[Played], index: int, name: str, ends: Sequence[DealEnd]) -> int:
    """Somebody's total of this match before a deal: from the last deal in which he played."""
    for i in range(index - 1, -1, -1):
        if name in deals[i].aliases:
            return ends[i].scores[deals[i].aliases[name]]
        if deals[i].new_match:
            break
    return deals[index].game.first_score


def left_by(deals: Sequence[Played], index: int) -> Mapping[str, Any]:
    """What a deal leaves to the next one; a deal that does not count leaves what it has found."""
    outcome = outcome_of(deals[index])
    return outcome.carry or (deals[index].entry.carried if outcome.void else {})


def seat_before(last: Played, played: Played, seat: Seat) -> Seat:
    """The number that a player had in the deal before (headers may list the players from another one)."""
    return last.aliases.get(played.first_names[seat], last.heard.get(played.first_names[seat], seat))


def outcome_of(played: Played) -> Outcome:
    """How a deal ended; ``open``, and without points, while it is played or something no longer fits."""
    outcome = played.deal.outcome
    if outcome is None or (played.misfits and outcome.points):
        ends = outcome is not None and outcome.ends_match
        return Outcome(note="open", ends_match=ends, conceded=outcome.conceded if outcome else None)
    return outcome


def changed_ends(was: Sequence[DealEnd], now: Sequence[DealEnd]) -> tuple[DealEnd, ...]:
    """The deals to tell anew: those from the first that changed on, as far as they have (or had) ended.

    ``was`` is empty for a deal that was being played.
    """
    if list(was) == list(now):
        return ()
    over = [old.outcome.note != "open" for old in was] or [False]
    return tuple(new for old, new in zip(over, now, strict=True) if old or new.outcome.note != "open")


def side_of(played: Played, seat: Seat) -> frozenset[Seat]:
    """Who shares a player's score through the whole match: his partner where partners are fixed, else nobody."""
    return next((side for side in played.new_table().partners if seat in side), frozenset({seat}))


def leaders(scores: Mapping[Seat, int], lost: frozenset[Seat], lowest: bool = False) -> tuple[Seat, ...]:
    """Who leads when a match ends early or after its last deal; a side that gave up cannot."""
    others = {seat: points for seat, points in scores.items() if seat not in lost}
    top = min(others.values()) if lowest else max(others.values())
    return tuple(seat for seat, points in others.items() if points == top)
