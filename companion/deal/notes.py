"""The interruptions of life, which every game has: a misdeal, somebody who gives up, a penalty by the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.referee import Doubtful, Illegal, Verdict
from companion.rules.requests import Act
from companion.table.outcome import Outcome
from companion.texts import text

if TYPE_CHECKING:
    from companion.deal.deal import Deal

VOIDING = {"misdeal", "redeal", "void"}


def noted(deal: Deal, act: Act) -> Verdict:
    """The interruptions of life. ``act.word`` says which; seat, amount and points come with it."""
    what = act.word
    if what in VOIDING and deal.outcome is not None and deal.outcome.void:
        raise Illegal("void_already", text("This deal does not count already"))
    if what == "concede" and act.seat is None:
        raise Doubtful("concede", text("Who gives up?"))
    if what == "penalty" and (act.seat is None or act.amount is None):
        raise Doubtful("penalty", text("Whose penalty is it, and how many points are added to the score?"))
    if what in VOIDING:
        ends = deal.outcome is not None and deal.outcome.ends_match
        deal.finish(Outcome(void=True, note=what, ends_match=ends), anew=True)
    elif what in ("concede", "end") and deal.outcome is None:
        deal.finish(Outcome(void=True, note=what, ends_match=True, conceded=act.seat))
    elif what in ("concede", "end"):
        assert deal.outcome is not None
        conceded = act.seat if what == "concede" else deal.outcome.conceded  # (who has given up stays so)
        deal.outcome = replace(deal.outcome, ends_match=True, conceded=conceded)
    elif what == "penalty":
        assert act.seat is not None and act.amount is not None
        deal.penalties[act.seat] = deal.penalties.get(act.seat, 0) + act.amount
    return Verdict("ok")


def check_rest_mine(deal: Deal, act: Act) -> None:
    """Whether somebody may claim what is left to play; raises Illegal or Doubtful."""
    if not any("rest_mine" in r.verbs for r in deal.asking):
        if "trick" in deal.table.places:
            raise Illegal("rest_mine", text("There are no tricks to claim now"))
        raise Illegal("rest_mine", text("There are no tricks to claim in this game"))
    if act.seat is None:
        raise Doubtful("rest_mine", text("Who claims the rest?"))
