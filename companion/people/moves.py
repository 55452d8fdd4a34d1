"""Who moves which cards, and to where: what differs between a physical table and the game's."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card
from companion.deal.deal import Deal
from companion.people.hands import Done
from companion.people.poses import Pose
from companion.people.targets import Targets, owner
from companion.table.table import Seat, Table, before, hand

SHIFTED_MM = 4.0
"""a row whose cards are so far from where they belong is pushed together"""
DEAL_MS = 170
"""between two backs that fly"""


class Moves(Targets):
    """The moves of one table; ``read`` it before anything else. ``hurry``: below 1 for hands that are quick."""

    hurry = 1.0

    # laying and bringing --------------------------------------------------------------------------------------------

    def lay_down(
        self, seat: Seat, numbers: Sequence[int], new: str, start: int, *, elsewhere: int | None = None
    ) -> Done:
        """Cards of a hand are laid where cards are played: the pile, the attack, or (``trick``) the own slot."""
        stage, spots, place = self.stage, self.stage.spots, self.stage.places[seat]
        if new == "pile":
            poses, at = [spots.to_pile(self.height("pile", n)) for n in numbers], "pile"
        elif new == "attack":
            poses, at = self._attack(numbers), "attack"
        else:
            poses, at = spots.to_trick(place, len(numbers), stage.middle(), elsewhere), "trick"
        cards = [(n, self.code(n), pose, self.known(n)) for n, pose in zip(numbers, poses, strict=True)]
        for n in numbers:
            stage.at[n] = at
        for shown in stage.open_hands.values():
            shown[:] = [n for n in shown if n not in numbers]
        if all(n in stage.timeline.bodies and stage.timeline.bodies[n].until is None for n in numbers):
            return stage.hands.push(place, [(n, pose, up) for n, _, pose, up in cards], start)
        return stage.hands.lay(place, cards, start)

    def _attack(self, numbers: Sequence[int]) -> list[Pose]:
        """Attacking cards side by side, or each beating one half over the card it beats."""
        there = self.stage.in_place("attack")
        if not there:
            return [self.stage.spots.to_lot(i, len(numbers)) for i in range(len(numbers))]
        beaten = there[: len(numbers)]
        return [self.stage.spots.beating(body.pose) for body in beaten] + [
            self.stage.spots.to_lot(i, len(numbers)) for i in range(len(beaten), len(numbers))
        ]

    def bring(self, deal: Deal, seat: Seat | None, start: int) -> Done:
        """Every card that lies elsewhere than it belongs is moved by whoever would move it."""
        stage, t = self.stage, deal.table
        wanted = stage.wanted_now = stage.wanted(deal)
        groups: dict[tuple[Seat, str, str], list[int]] = {}
        for number, new in wanted.items():
            old = stage.at.get(number, new)
            if old != new:
                rows = stage.rows(t) and owner(old, "hand", "open") is not None and owner(new, "hand", "open") is None
                key = (self._mover(t, seat, old, new), "row" if rows else old, new)
                groups.setdefault(key, []).append(number)
        rest = clear = start
        dealt = [key for key in groups if owner(key[1], "hand") is None and owner(key[2], "hand") is not None]
        if len({key[2] for key in dealt}) > 1 and not stage.rows(t):
            backs = [(n, key[0]) for key in dealt for n in groups.pop(key)]
            rest = clear = self._fly(t.dealer, backs, start)
        for mover, old, new in sorted(groups, key=lambda key: (owner(key[1], "hand", "open") is None, key)):
            numbers = groups[mover, old, new]
            done = self.send(deal, mover, numbers, new, rest)
            rest, clear = max(rest, done.rest_ms), max(clear, done.clear_ms)
        return Done(rest, clear)

    def _mover(self, t: Table, seat: Seat | None, old: str, new: str) -> Seat:
        """Who moves a card: who gets it, else whose it was, else who acts."""
        mine = owner(new, "taken", "open", "hand")
        if mine is None:
            mine = owner(old, "hand", "open")
        return mine if mine is not None else seat if seat is not None else t.dealer

    def send(self, deal: Deal, seat: Seat, numbers: Sequence[int], new: str, start: int) -> Done:
        """One hand moves these cards to a place."""
        stage, hands, place = self.stage, self.stage.hands, self.stage.places[seat]
        there = [n for n in numbers if n in stage.timeline.bodies and stage.timeline.bodies[n].until is None]
        if owner(new, "hand") is not None and not stage.rows(deal.table):
            for n in numbers:
                stage.at[n] = new
            return hands.take(place, there, start) if there else Done(start, start)
        targets: list[tuple[int, Pose, bool]] = []
        for n in numbers:
            pose, up = self.target(deal, n, stage.at[n], new)
            targets.append((n, pose, up))
            stage.at[n] = new
        done = Done(start, start)
        if there:
            moved = [target for target in targets if target[0] in there]
            won = owner(new, "taken") is not None or (new == "aside" and len(there) > 2)
            by = self._together(there, place) if won and len(there) > 1 else None
            done = hands.push(place, moved, start, by=by, lift=12.0, hurry=self.hurry)
        if rest := [target for target in targets if target[0] not in there]:
            cards = [(n, self.code(n), pose, up) for n, pose, up in rest]
            laid = hands.lay(place, cards, done.rest_ms, stays=0, toss=False)
            done = Done(laid.rest_ms, max(done.clear_ms, laid.clear_ms))
        return done

    def _together(self, numbers: Sequence[int], place: int) -> Pose:
        """Where cards are pushed together before they go to their place: in the middle, on the winner's side."""
        poses = [self.stage.timeline.bodies[n].pose for n in numbers]
        x, y = sum(p.x for p in poses) / len(poses), sum(p.y for p in poses) / len(poses)
        spot = self.stage.layout.spot(place)
        return Pose(x + (spot.x - x) * 0.25, y + (spot.y - y) * 0.25, spot.facing)

    def _fly(self, dealer: Seat, backs: Sequence[tuple[int, Seat]], start: int) -> int:
        """Cards of a heap are dealt to several hands: one after the other, then everybody takes his up."""
        stage, at = self.stage, start + 400
        for number, seat in backs:
            stage.at[number] = hand(seat)
            if number in stage.timeline.bodies:
                spot = stage.layout.spot(stage.places[seat])
                stage.timeline.glide(number, at, at + 260, stage.spots.tossed(spot.x, spot.y, spot.facing), False)
                at += DEAL_MS
        heap = stage.timeline.bodies.get(backs[0][0])
        if heap is not None:
            stage.hands.touch(stage.places[dealer], heap.glides[0].a, start, max(200, at - start - 500))
        return self.everybody_takes_up(backs, at + 300)

    def everybody_takes_up(self, backs: Sequence[tuple[int, Seat]], start: int) -> int:
        """All take up what lies before them; when the last has done so."""
        stage, end = self.stage, start
        for seat in sorted({seat for _, seat in backs}):
            mine = [n for n, other in backs if other == seat and n in stage.timeline.bodies]
            if mine:
                end = max(
                    end, stage.hands.take(stage.places[seat], mine, start + round(300 * stage.dice.random())).rest_ms
                )
        return end

    # turning over, laying open, straightening -----------------------------------------------------------------------

    def turn_over(self, deal: Deal, seat: Seat | None, start: int) -> Done:
        """Cards whose face has come to light where they lie are turned over."""
        stage, done = self.stage, Done(start, start)
        groups: dict[Seat, list[int]] = {}
        for body in stage.timeline.resting():
            place = stage.at.get(body.number, "")
            openly = place in ("trick", "lot", "turned", "pile", "attack") or owner(place, "open", "hand") is not None
            if openly and body.number in self.lying and self.known(body.number) != body.up:
                mine = owner(place, "hand", "open")
                mover = mine if mine is not None else seat if seat is not None else deal.table.dealer
                groups.setdefault(mover, []).append(body.number)
        for mover, numbers in groups.items():
            cards = [(n, stage.timeline.bodies[n].pose, self.known(n)) for n in numbers]
            one = stage.hands.push(stage.places[mover], cards, start, lift=25.0)
            done = Done(max(done.rest_ms, one.rest_ms), max(done.clear_ms, one.clear_ms))
        return done

    def lay_open(self, deal: Deal, seat: Seat, cards: Sequence[Card], start: int) -> Done:
        """Known cards of a hand are laid open before their player."""
        stage = self.stage
        mine = [n for n, place in stage.at.items() if place == hand(seat) and n in self.lying]
        named = self.in_order([n for n in mine if self.known(n)], cards)[: len(cards)]
        shown = stage.open_hands.setdefault(seat, [])
        new = [n for n in named if n not in shown]
        shown += new
        if not new:
            return Done(start, start)
        laid = [(n, self.code(n), self.row_pose(deal, seat, n), True) for n in new]
        return stage.hands.lay(stage.places[seat], laid, start, stays=0, toss=False)

    def take_up(self, seat: Seat, start: int) -> Done:
        """What was laid open is taken up again."""
        stage = self.stage
        there = [n for n in stage.open_hands.pop(seat) if n in stage.timeline.bodies and stage.at[n] == hand(seat)]
        return stage.hands.take(stage.places[seat], there, start) if there else Done(start, start)

    def straighten(self, deal: Deal, start: int) -> Done:
        """Rows whose cards are not where they belong are pushed together."""
        stage, done = self.stage, Done(start, start)
        for seat in range(deal.table.seats):
            places = (before(seat), hand(seat))
            order = [one.number for place in places for one in deal.table.places.get(place, ())]
            if not stage.rows(deal.table):
                order = stage.open_hands.get(seat, [])
            bodies = stage.timeline.bodies
            there = [n for n in order if n in bodies and bodies[n].until is None and stage.at.get(n) in places]
            poses = {n: self.row_pose(deal, seat, n) for n in there}
            first = next((i for i, n in enumerate(there) if poses[n].far(bodies[n].pose) > SHIFTED_MM), None)
            off = [] if first is None else [(n, poses[n], bodies[n].up) for n in there[first:]]  # (each under the next)
            if off:
                one = stage.hands.push(stage.places[seat], off, start)
                done = Done(max(done.rest_ms, one.rest_ms), max(done.clear_ms, one.clear_ms))
        return done
