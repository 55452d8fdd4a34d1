"""What is said beside the play: a card is taken back, a breach let stand, a rule said to be broken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.referee import Illegal, Verdict
from companion.rules.requests import Act
from companion.table import claims
from companion.texts import text

if TYPE_CHECKING:
    from companion.deal.deal import Deal


def take_back(deal: Deal, act: Act) -> Verdict:
    """Who lays a card down takes it back; raises Illegal where nothing lies there that does not count yet."""
    mine = [one for one in deal.early if act.seat in (None, one[0].seat)]
    if mine:
        early, _ = mine[-1]
        deal.early.remove(mine[-1])
        if deal.pending and deal.pending[0].id == early.id:
            deal.pending = None
        return Verdict("ok")
    if deal.pending is None:
        if any("bid" in r.verbs for r in deal.asking):
            raise Illegal("take_back_money", text("What was thrown into the pot cannot be taken back"))
        raise Illegal("nothing_to_take_back", text("There is nothing to take back; what counts can be undone"))
    deal.pending = None
    return Verdict("ok")


def accept(deal: Deal, act: Act) -> Verdict:
    """The table lets a breach stand; raises Illegal where nothing was found."""
    if deal.pending and act.about in (None, deal.pending[0].id) and deal.let_pending_stand():
        deal.table.findings[-1] = replace(deal.table.findings[-1], accepted=True)
        return Verdict("ok")
    about = [i for i, finding in enumerate(deal.table.findings) if act.about in (None, finding.about)]
    if about:
        deal.table.findings[about[-1]] = replace(deal.table.findings[about[-1]], accepted=True)
        return Verdict("ok")
    raise Illegal("nothing_to_accept", text("There is no finding to let stand"))


def claim(deal: Deal, act: Act) -> Verdict:
    """Somebody says that a rule was broken: whether what was seen proves it."""
    found = tuple(f for f in deal.table.findings if act.against in (None, f.seat))
    if not found and deal.table.claims and claims.somebody(deal.table):
        return Verdict("ok", (), text("Somebody broke a rule: no deal fits all plays. Who it was is not known yet"))
    if not found:
        return Verdict("ok", (), text("Nothing that was seen proves it"))
    return Verdict("ok", found, text("That was found already, at event {n}", n=found[-1].about))


SAID: Mapping[str, Callable[[Deal, Act], Verdict]] = {"take_back": take_back, "accept": accept, "claim": claim}
"""by verb what it means"""
