"""Plays a tiny position in every legal way, through the product, and counts the ways (the leaves of the game tree).

What may be done is asked of the requests and tried on the referee: an act counts as legal if he takes it and finds
nothing. What only the hidden hand shows (a suit not followed, a lead that is not the highest) the request tells of a
known hand (``Request.against``). How a request can be answered at all stands in ``answers``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.cards import Card, parse_cards
from companion.deal.deal import Deal
from companion.match.match import Match
from companion.match.record import to_header
from companion.rules.requests import Act
from companion.rules.turning import Show
from companion.table.truth import Truth
from tests.companion.answers import Step, answers, at_once

# The tree -----------------------------------------------------------------------------------------------------------


@dataclass
class Walk:
    """A deal on its way: what was done so far, and what lies face down."""

    deal: Deal
    truth: Truth
    path: tuple[Act, ...] = ()

    def take(self, step: Step) -> bool | None:
        """Do one thing; whether it was legal. None: it was not, and has left something behind."""
        deal, fed, act = self.deal, len(self.deal._fed), replace(step.act, id=len(self.path) + 1)
        verdict = deal.offer(act)
        if verdict.kind != "ok" or verdict.findings:
            return None if deal.pending or len(deal._fed) > fed else False
        self.path = (*self.path, act)
        if step.secret:
            self._swap(step.secret)
        self.truth.follow(deal.table)
        return True

    def _swap(self, secret: Iterable[Card]) -> None:
        """The cards that have just gone away unseen are these, whichever the truth had thought."""
        faces = self.truth.faces
        gone = [lying.number for lying in self.deal.table.moved if lying.card is None]
        free = {number for number, place in self.truth.at.items() if place == self.truth.at[gone[0]]}
        for number, card in zip(gone, secret, strict=True):
            other = next(one for one in free if faces[one] == card)
            faces[number], faces[other] = faces[other], faces[number]
            free.remove(number)

    def again(self) -> Walk:
        """The same deal played anew up to here; what lies face down is known already."""
        deal = Deal(self.deal._script, self.deal._new_table)
        for act in self.path:
            assert deal.offer(act).kind == "ok", act
        return Walk(deal, Truth(dict(self.truth.faces), dict(self.truth.at)), self.path)


def begin(position: Mapping[str, Any]) -> Walk:
    """The position with its hidden cards laid as it says; what it tells first is done."""
    deal = Match().begin(to_header(position["header"])).deal
    t, faces = deal.table, {}
    hidden = {place: parse_cards(codes) for place, codes in position.get("hidden", {}).items()}
    left = sorted((t.unseen() - Counter(card for cards in hidden.values() for card in cards)).elements())
    for place, pile in t.places.items():
        told = list(hidden.get(place, ()))
        for lying in pile:
            faces[lying.number] = lying.card or (told.pop(0) if told else left.pop())
        assert not told, f"{place} has no room for {told}"
    walk = Walk(deal, Truth(faces))
    walk.truth.follow(t)
    for told in position.get("told", ()):
        act = Act(told["do"], told["seat"], parse_cards(told.get("cards", ())), ordinal=told.get("ordinal"))
        assert walk.take(Step(act)), told
    return walk


def leaves(position: Mapping[str, Any]) -> int:
    """In how many ways the deal can be played to its end (or until the hands are shown)."""
    return count(begin(position))


def count(walk: Walk) -> int:
    """The leaves from here on; the walk is used up."""
    waited = [request for request in walk.deal.asking if not (request.silent or request.optional)]
    if walk.deal.outcome is not None or all(type(request) is Show for request in waited):
        return 1
    steps, total = list(every_step(walk.deal, walk.truth)), 0
    start = Walk(walk.deal, Truth(dict(walk.truth.faces), dict(walk.truth.at)), walk.path)
    for number, step in enumerate(steps):
        taken = walk.take(step)
        total += count(walk) if taken else 0
        if taken is not False and number + 1 < len(steps):
            walk = start.again()
    assert total, (walk.deal.describe(), walk.path)
    return total


def every_step(deal: Deal, truth: Truth) -> Iterator[Step]:
    """What may be tried now: all that the hand of who does it allows."""
    t = deal.table
    for request in at_once(t, deal.asking, truth):
        held = truth.hand(t, request.seat)
        yield from (step for step in answers(request, t, truth) if not request.against(t, step.act, held, truth))
