"""What is awaited, in words and for programs; and why something else may not be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.referee import Illegal, Refusal
from companion.rules.requests import Act, Request
from companion.table.table import Table
from companion.texts import Text, text

Asking = Sequence[Request[Any]]

NOT_NOW = {
    "turn": text("{name} may not turn up cards now: {what}"),
    "bid": text("{name} may not bid now: {what}"),
    "pass": text("{name} may not say Dalje now: {what}"),
    "discard": text("{name} may not discard now: {what}"),
    "show": text("{name} need not show cards now: {what}"),
    "take": text("{name} may not take cards now: {what}"),
    "say": text("{name} may not say that now: {what}"),
    "choose": text("{name} may not choose now: {what}"),
    "draw": text("{name} may not draw now: {what}"),
}


def not_now(t: Table, asking: Asking, act: Act) -> Text:
    """Why nobody may do that now, and who is to do what."""
    what = describe(t, asking)
    why = t.reasons.get(f"{act.do} {act.word}", t.reasons.get(act.do))
    if why is not None:
        what = text("{why}; {what}", why=why, what=what)
    if act.seat is None or act.do not in NOT_NOW:
        return text("That is not awaited now: {what}", what=what)
    return Text(NOT_NOW[act.do].english, {"name": t.names[act.seat], "what": what})


def out_of_turn(t: Table, request: Request[Any], act: Act) -> Refusal:
    """What to say to somebody who does what another is asked to do."""
    seat = act.seat
    assert seat is not None
    if (refusal := request.wrong_seat(t, act)) is not None:
        return refusal
    words = text(
        "{name} is not to act: {what}",
        name=t.names[seat],
        what=t.barred.get(seat) or request.describe(t),
    )
    if seat in t.barred:
        words = text("{why}; {what}", why=t.barred[seat], what=request.describe(t))
    return Illegal("out_of_turn", words, may_stand=request.anyones, early=request.early)


def misplaced(t: Table, asking: Asking, act: Act) -> Text:
    """Why what happened in another part of the deal has no place in this one."""
    same = [request for request in asking if act.do in request.verbs]
    if same and act.seat is not None and all(request.seat != act.seat for request in same):
        return out_of_turn(t, same[0], act).text
    if same:
        return text("it belongs to another part of the deal; now {what}", what=describe(t, asking))
    return not_now(t, asking, act)


def describe(t: Table, asking: Asking) -> Text:
    """In words: who is to do what."""
    waited = [r for r in asking if not r.silent and not r.optional]
    if not waited:
        return text("the deal is over")
    words = waited[0].describe(t)
    for request in waited[1:]:
        words = text("{one}; {other}", one=words, other=request.describe(t))
    return words


def told(t: Table, asking: Asking) -> dict[str, Any]:
    """For programs: the verbs, the seats, and what each request tells."""
    waited = [r for r in asking if not r.silent and not r.optional]
    found: dict[str, Any] = {}
    if waited:
        found["do"] = list(dict.fromkeys(verb for r in waited for verb in r.verbs))
        found["seats"] = list(dict.fromkeys(t.names[r.seat] for r in waited))
    if offered := [r for r in asking if r.optional]:
        found["may"] = [{"do": list(r.verbs), "seat": t.names[r.seat]} | r.awaited(t) for r in offered]
    if not waited:
        return found
    if len({r.verbs for r in waited}) == 1:
        return found | waited[0].awaited(t)
    if len({r.seat for r in waited}) == 1:  # one player, who may do one thing or another
        for request in waited:
            found |= request.awaited(t)
    return found
