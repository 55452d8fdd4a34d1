"""How accidents look on a stage: what hands do, and what happens to lamp and camera. The play itself is not touched."""

from __future__ import annotations

from dataclasses import replace

from companion.deal.deal import Deal
from companion.people.accidents import Kind
from companion.people.habits import drawn
from companion.people.poses import Pose
from companion.people.stage import Stage
from companion.people.timeline import Body
from companion.place.layout import CARD_H
from companion.rules.requests import Act
from companion.table.table import Seat
from companion.table.truth import Truth

FIRST_NUMBER = -100
"""cards that come to lie by accident are numbered downwards from here"""
SETTLING_MS = 150
"""so long lies a card that is taken back at once"""
MINUTE_MS = 60_000
SLIDE_MM = (18.0, 40.0)
TRIES = 40


class Mishaps:
    """The accidents of one stage. Each gives the moment (ms) until which people are busy with it, None: not now."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.dice = stage.dice
        self._number = FIRST_NUMBER

    def before(self, kind: Kind, deal: Deal, truth: Truth, act: Act, start: int) -> int | None:
        """Another card than the one to be played is laid down, and goes back; the play follows."""
        assert act.seat is not None
        stage, place = self.stage, self.stage.places[act.seat]
        if kind == "joker" and any(one.rank == "X" for one in deal.table.pack):
            return None
        code = "XB" if kind == "joker" else self.spare(deal, truth, act)
        if code is None:
            return None
        number = self._new()
        pose = stage.spots.to_trick(place, 1, stage.middle())[0]
        if any(r.sight == "lot" and act.do in r.verbs for r in deal.asking):
            pose = stage.spots.to_pile(len(stage.in_place("pile")))
        if kind == "taken_back":
            return stage.hands.lay_and_back(place, (number, code, pose), start, SETTLING_MS)
        done = stage.hands.lay(place, [(number, code, pose, True)], start, stays=0)
        lies = round(drawn(self.dice, 1500.0, 2600.0))
        return stage.hands.take(place, [number], done.rest_ms + lies).clear_ms

    def after(self, kind: Kind, deal: Deal, truth: Truth, act: Act, rest: int) -> int | None:
        """Something happens once a card has been laid that lies still at ``rest``."""
        assert act.seat is not None
        match kind:
            case "stuck":
                return self.stuck(deal, truth, act, rest)
            case "dropped":
                return self.dropped(deal, truth, rest)
            case "bumped":
                return self.bumped(rest)
            case "lights":
                return self.lights(rest)
            case "hand_rests":
                return self.hand_rests(act.seat, rest)
            case "looked_at":
                return self.looked_at(deal, rest)
            case "slid":
                return self.slid(rest)
        return None

    def spare(self, deal: Deal, truth: Truth, act: Act) -> str | None:
        """The face of a card of the player's hand that is not played now; None if there is none."""
        assert act.seat is not None
        played = [str(card) for card in act.cards]
        codes = [str(card) for card in truth.hand(deal.table, act.seat).elements()]
        mine = sorted(code for code in codes if code not in played)
        return self.dice.choice(mine) if mine else None

    def _new(self) -> int:
        self._number -= 1
        return self._number

    # one by one -----------------------------------------------------------------------------------------------------

    def stuck(self, deal: Deal, truth: Truth, act: Act, rest: int) -> int | None:
        """Another card came along under the one that was played; it goes back."""
        assert act.seat is not None
        code, timeline = self.spare(deal, truth, act), self.stage.timeline
        codes = [str(card) for card in act.cards]
        true = next((body for body in reversed(timeline.resting()) if body.code in codes), None)
        if code is None or true is None or not true.glides:
            return None
        off = (drawn(self.dice, 7, 13), drawn(self.dice, -13, -7))
        glides = [  # (what lands a moment before lies lower)
            replace(glide, a=glide.a.moved(*off), b=glide.b.moved(*off), end=glide.end - 1) for glide in true.glides
        ]
        number = self._new()
        timeline.bodies[number] = Body(
            number, code, true.pose.moved(*off), True, glides, true.since, true.landed, order=true.order - 1
        )
        lies = round(drawn(self.dice, 1500.0, 2600.0))
        place = self.stage.places[act.seat]
        return self.stage.hands.take(place, [number], self.stage.hands.free(place, rest + lies)).clear_ms

    def dropped(self, deal: Deal, truth: Truth, rest: int) -> int | None:
        """A card falls face up from somebody's hand and is picked up again."""
        held = [seat for seat in range(deal.table.seats) if truth.hand(deal.table, seat)]
        if not held or self.stage.rows(deal.table):
            return None
        seat = self.dice.choice(held)
        number, code = self._new(), str(self.dice.choice(sorted(truth.hand(deal.table, seat))))
        place = self.stage.places[seat]
        spot = self.stage.layout.spot(place)
        pose = Pose(*spot.away(drawn(self.dice, -60, 60), drawn(self.dice, 15, 55)), spot.facing)
        start = rest + round(drawn(self.dice, 200.0, 900.0))
        self.stage.timeline.lay(number, code, Pose(*spot.away(0.0, -CARD_H), spot.facing), True, start)
        turned = pose.turned(pose.angle + drawn(self.dice, -50, 50))
        self.stage.timeline.glide(number, start, start + 250, turned, True, 60.0)
        lies = start + 250 + round(drawn(self.dice, 900.0, 2200.0))
        return self.stage.hands.take(place, [number], self.stage.hands.free(place, lies)).clear_ms

    def bumped(self, rest: int) -> int:
        """Somebody knocks against the camera's stand: it shakes, and looks from a little elsewhere afterwards."""
        at = rest + round(drawn(self.dice, 200.0, 800.0))
        shift = [self.dice.choice((-1, 1)) * drawn(self.dice, 4.0, 9.0) for _ in range(2)]
        turn = self.dice.choice((-1, 1)) * drawn(self.dice, 0.3, 1.0)
        for i, share in enumerate((1.8, -0.6, 1.3, 0.8)):
            self.stage.timeline.bumps.append((at + 100 * i, (shift[0] * share, shift[1] * share, turn * share)))
        self.stage.timeline.bumps.append((at + 400, (shift[0], shift[1], turn)))
        return at + 1000

    def lights(self, rest: int) -> int:
        """The lamp goes off and on again; people wait."""
        at = rest + round(drawn(self.dice, 200.0, 800.0))
        on = at + round(drawn(self.dice, 2500.0, 6000.0))
        self.stage.timeline.lamp += [(at, 0.0), (on, 1.0)]
        return on + 700

    def hand_rests(self, seat: Seat, rest: int) -> int | None:
        """A hand comes to rest on a card that lies in the middle, for a minute; the others play on."""
        lying = self.stage.middle()
        if not lying:
            return None
        place = self.stage.places[seat]
        start = self.stage.hands.free(place, rest + round(drawn(self.dice, 1200.0, 1800.0)))
        return self.stage.hands.touch(place, lying[-1].pose, start, MINUTE_MS).rest_ms

    def looked_at(self, deal: Deal, rest: int) -> int | None:
        """Somebody turns up his last trick and looks at it once more."""
        stage = self.stage
        for seat in sorted(range(deal.table.seats), key=lambda seat: self.dice.random()):
            won = stage.in_place(f"taken {seat}")[-deal.table.seats :]
            if not won or not stage.layout.needs.wins:
                continue
            place = stage.places[seat]
            x, y, angle = stage.layout.won_at(place)
            start = stage.hands.free(place, rest + 300)
            back = [(body.number, body.pose, False) for body in won]
            fanned = [
                (body.number, Pose(*Pose(x, y, angle).ahead(-120.0 + 26.0 * i, -70.0), angle + 4.0 * i), True)
                for i, body in enumerate(won)
            ]
            open_ = stage.hands.push(place, fanned, start, lift=20.0)
            looks = open_.rest_ms + round(drawn(self.dice, 1500.0, 2800.0))
            return stage.hands.push(place, back, looks, lift=20.0).clear_ms
        return None

    def slid(self, rest: int) -> int | None:
        """A card that lies in the middle is slid aside a little."""
        stage = self.stage
        lying = [body for body in stage.middle() if stage.at.get(body.number) in ("trick", "lot")]
        if not lying:
            return None
        body = self.dice.choice(lying)
        others = [other for other in lying if other is not body]
        owner = stage.layout.trick_place(body.pose.x, body.pose.y)
        for _ in range(TRIES):
            far, turn = drawn(self.dice, *SLIDE_MM), drawn(self.dice, 0.0, 360.0)
            pose = Pose(*Pose(body.pose.x, body.pose.y, turn).ahead(0.0, -far), body.pose.angle)
            same = stage.at[body.number] != "trick" or stage.layout.trick_place(pose.x, pose.y) == owner
            if same and stage.spots.fits([pose], others):
                place = self.dice.choice(stage.places) if owner is None else owner
                start = stage.hands.free(place, rest + round(drawn(self.dice, 600.0, 1500.0)))
                return stage.hands.push(place, [(body.number, pose, body.up)], start).clear_ms
        return None
