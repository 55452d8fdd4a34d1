"""Where each card of a physical table belongs, and how it lies there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.cards import Card
from companion.deal.deal import Deal
from companion.people.poses import Pose
from companion.table.table import Lying, Seat, Table, before, hand
from companion.table.truth import Truth

if TYPE_CHECKING:
    from companion.people.stage import Stage


def owner(place: str, *kinds: str) -> Seat | None:
    """The seat of a place of one of these kinds."""
    kind, _, number = place.partition(" ")
    return int(number) if kind in kinds and number else None


class Targets:
    """Where the cards of one table belong; ``read`` it before anything else."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.lying: dict[int, Lying] = {}
        self.places: dict[int, str] = {}
        self.truth = Truth({})

    def read(self, deal: Deal, truth: Truth) -> None:
        """Take note of the game's table and of the faces as they are."""
        self.truth, self.lying = truth, self.stage.lying(deal.table)
        self.places = {one.number: name for name, pile in deal.table.places.items() for one in pile}
        self._count_early()
        self.stage.wanted_now = self.stage.wanted(deal)
        for number, body in self.stage.timeline.bodies.items():
            if number in self.lying and number not in self.stage.early:
                body.code = self.code(number)

    def _count_early(self) -> None:
        """Cards that did not count have become plays: the game's card is the one that lies there already."""
        stage = self.stage
        for number, seat in list(stage.early.items()):
            body, own = stage.timeline.bodies[number], hand(seat)
            mine = [number, *(n for n, place in stage.at.items() if place == own and n not in stage.early)]
            gone = (n for n in mine if self.known(n) and self.code(n) == body.code and self.places[n] != own)
            counts = next(gone, None)
            if counts is None:
                continue
            del stage.early[number]
            if counts != number:
                del stage.timeline.bodies[number]
                stage.timeline.bodies[counts] = body
                body.number = counts
                stage.at[counts], stage.at[number] = stage.at[number], own

    def code(self, number: int) -> str:
        """A card's face."""
        return str(self.truth.of(self.lying[number]))

    def known(self, number: int) -> bool:
        """Whether its face is known to all."""
        return self.lying[number].card is not None

    def in_order(self, numbers: Sequence[int], cards: Sequence[Card]) -> list[int]:
        """Cards in the order in which they are named; those that are not named last."""
        names = [str(card) for card in cards]
        found: list[int] = []
        for name in names:
            one = next((n for n in numbers if n not in found and self.known(n) and self.code(n) == name), None)
            if one is not None:
                found.append(one)
        return found + [n for n in numbers if n not in found]

    # where to -------------------------------------------------------------------------------------------------------

    def target(self, deal: Deal, number: int, old: str, new: str) -> tuple[Pose, bool]:
        """Where a card comes to lie, and whether face up."""
        spots, t, known = self.stage.spots, deal.table, self.known(number)
        if (seat := owner(new, "taken")) is not None:
            return spots.to_won(self.stage.places[seat], self.height(new, number)), False
        if (seat := owner(new, "open", "hand")) is not None:
            return self.row_pose(deal, seat, number), known
        if new == "trick":
            laid = self.laid_by(t, number)
            return spots.to_trick(self.stage.places[laid], 1, self.stage.middle())[0], known
        if new == "lot":
            return self._in_lot(t, number), known
        if new == "pile":
            return spots.to_pile(self.height(new, number)), known
        if new == "turned":
            return spots.to_turned(), known
        if new == "attack":
            here = [lying.number for lying in t.places["attack"]]
            return spots.to_lot(here.index(number), len(here)), known
        if new == "aside" or new == "taken":
            up = known and old not in ("trick", "pile", "attack")
            return spots.to_aside(self.height(new, number), up), up
        return spots.to_heap(new, self.height(new, number)), False

    def _in_lot(self, t: Table, number: int) -> Pose:
        spots = self.stage.spots
        if self.stage.layout.needs.talon:
            lying = [body for body in self.stage.in_place("lot") if body.number != number]
            return spots.to_lot(spots.free_cell(lying), 1)
        here = [n for n, place in self.stage.wanted_now.items() if place == "lot"]
        return spots.to_lot(here.index(number) if number in here else 0, max(1, len(here)))

    def height(self, place: str, number: int) -> int:
        """How many cards lie in a place already, without this one."""
        return sum(name == place for n, name in self.stage.at.items() if n != number)

    def laid_by(self, t: Table, number: int) -> Seat:
        """Who laid a card of the trick."""
        card = self.lying[number].card
        return next((laid.seat for laid in t.trick if card in laid.cards), t.trick[-1].seat if t.trick else 0)

    def row_pose(self, deal: Deal, seat: Seat, number: int) -> Pose:
        """Where a card of a player's row belongs."""
        stage, t = self.stage, deal.table
        place = stage.places[seat]
        if not stage.rows(t):
            shown = stage.open_hands.get(seat, [])
            return stage.spots.in_row(number, place, shown.index(number) if number in shown else 0, len(shown), False)
        opened = [o.number for o in t.places[before(seat)] if stage.wanted_now.get(o.number, before(seat)) != "lot"]
        if number in opened:
            return stage.spots.in_row(number, place, opened.index(number), len(opened), False)
        hidden = [one.number for one in t.places[hand(seat)]]
        index = hidden.index(number) if number in hidden else 0
        return stage.spots.in_row(number, place, index, len(opened), True)
