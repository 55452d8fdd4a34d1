"""How well the watcher follows cards that hands lay, push, turn, cover and take: ``python -m tests.benchmarks.tracks``.

Random sequences per level, each on a table of its own with a deck the reader was not trained on. After each act and a
rest, what the watcher knows is set against the truth. Printed as JSON per level: cards that should be known but are not
(``missed``; ``forgotten``: that were known, and lie hidden now), sightings without a card (``false``), cards told twice
(``double``), cards whose track changed though they stayed on the table (``switched``), two cards that shared a track
(``merged``), faces taken wrongly (``wrong``; ``sure``: with odds of at least 0.985), and faces told as backs or backs
as faces (``sides``).
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections import Counter

import cv2

from companion.ports import Cover, Sighting
from tests.vision.moving import Lying, Moving
from vision.reading.names import FACES
from vision.reading.reader import CardReader

NEAR_MM, STACK_MM = 16.0, 28.0
SURE = 0.985
AREA = ((110, 300, 520), (75, 210, 345))
SPOTS = [(95 + 95 * i, y) for i in range(7) for y in (80.0, 210.0, 340.0)]


class Story:
    """One random sequence and what went wrong in it."""

    def __init__(self, reader: CardReader, seed: int, level: str, acts: int, tell: bool) -> None:
        self.rng, self.tell, self.seed = random.Random(f"story {seed}"), tell, seed
        self.table = Moving(reader, seed, level)
        self.count: Counter[str] = Counter()
        self.tracks: dict[int, int] = {}
        self.known: set[int] = set()
        faces = list(FACES) * 2
        self.rng.shuffle(faces)
        self.faces = faces
        self.piles: list[list[int]] = []
        self.acts = acts

    def run(self) -> Counter[str]:
        """Play it."""
        for i in range(3):
            self.table.put(None, 690 + i, 210 - i, 2 * i)
        self.table.rest(1.0)
        for _ in range(self.acts):
            ways = [self.lay, self.lay, self.quick, self.pile, self.over, self.slide, self.turn, self.take, self.hand,
                    self.back, self.flash, self.sweep]  # fmt: skip
            act = self.rng.choice(ways)
            if act():
                self.table.rest(1.3)
                self.check(act.__name__)
        return self.count

    # acts ---------------------------------------------------------------------------------------------------------

    def free(self) -> tuple[float, float] | None:
        """A place where nothing lies."""
        open_ = [
            (x, y) for x, y in SPOTS
            if x < 640 and all(math.hypot(x - c.x, y - c.y) > 92 for c in self.table.lying)
        ]  # fmt: skip
        if not open_:
            return None
        x, y = self.rng.choice(open_)
        return x + self.rng.uniform(-4, 4), y + self.rng.uniform(-4, 4)

    def angle(self) -> float:
        """As people lay cards."""
        return self.rng.choice((0, 0, 180, 90)) + self.rng.gauss(0, 6)

    def top(self, back: bool | None = None) -> list[Lying]:
        """Cards that nothing covers, without the stock."""
        return [
            c for c in self.table.lying
            if c.number > 3 and self.table.shows(c) > 0.99 and (back is None or (c.card is None) == back)
        ]  # fmt: skip

    def lay(self, pause: float = 0.0) -> bool:
        """One card."""
        if (at := self.free()) is None:
            return self.sweep()
        self.table.lay(self.faces.pop(), *at, self.angle())
        self.table.rest(pause)
        return True

    def quick(self) -> bool:
        """Two or three cards 0.4 s after each other."""
        laid = [self.lay(0.1) for _ in range(self.rng.randint(2, 3))]
        return all(laid)

    def pile(self) -> bool:
        """A few cards, each laid on the last one, some mm off."""
        if (at := self.free()) is None:
            return self.sweep()
        x, y = at
        for i in range(self.rng.randint(2, 4)):
            side = 9 if i % 2 else -9
            self.table.lay(self.faces.pop(), x + side + self.rng.uniform(-1.5, 1.5), y, self.rng.uniform(-3, 3))
            self.table.rest(self.rng.choice((0.3, 1.0)))
        return True

    def over(self) -> bool:
        """A card half over another."""
        if not (open_ := self.top(False)):
            return False
        card = self.rng.choice(open_)
        u, v = self.rng.choice(((22, 12), (-22, 12), (10, 35), (30, 0)))
        x, y = card.point(u, v)
        if not (50 < x < 620 and 55 < y < 365):
            return False
        self.table.lay(self.faces.pop(), x, y, card.angle + self.rng.gauss(0, 5))
        return True

    def slide(self) -> bool:
        """A card pushed elsewhere."""
        at, open_ = self.free(), self.top()
        if at is None or not open_:
            return False
        self.table.slide(self.rng.choice(open_).number, *at, None)
        return True

    def turn(self) -> bool:
        """A card turned over."""
        if not (open_ := self.top()):
            return False
        card = self.rng.choice(open_)
        self.table.turn(card.number, self.faces.pop() if card.card is None else None)
        return True

    def take(self) -> bool:
        """A card taken away."""
        if not (open_ := self.top()):
            return False
        self.table.take([self.rng.choice(open_).number])
        return True

    def hand(self) -> bool:
        """A hand rests on a card, and leaves."""
        if not (open_ := self.top()):
            return False
        card = self.rng.choice(open_)
        spot = (card.x + self.rng.uniform(-25, 25), card.y + self.rng.uniform(-20, 30))
        self.table.reach(*spot)
        self.table.hands.append(Cover(*spot, 180))
        self.table.rest(1.5)
        self.check("resting")
        self.table.hands.clear()
        self.table.leave(*spot)
        return True

    def back(self) -> bool:
        """A card laid face down."""
        if (at := self.free()) is None:
            return False
        self.table.lay(None, *at, self.angle())
        return True

    def flash(self) -> bool:
        """A card laid and taken back before it was at rest."""
        if (at := self.free()) is None:
            return False
        number = self.table.lay(self.faces.pop(), *at, 0.0, 3)
        self.table.lying.remove(self.table.card(number))
        self.table.leave(at[0], at[1] + 22)
        return True

    def sweep(self) -> bool:
        """Some cards pushed together and taken away."""
        cards = [c.number for c in self.table.lying if c.number > 3]
        if len(cards) < 3:
            return False
        self.table.take(cards[-self.rng.randint(2, len(cards)) :])
        return True

    # the truth ----------------------------------------------------------------------------------------------------

    def check(self, act: str) -> None:
        """Set what is known against what lies there."""
        self.count["checks"] += 1
        table, left = self.table, list(table_sightings(self.table))
        told: dict[int, Sighting] = {}
        lying = sorted(table.lying, key=lambda c: -table.shows(c))
        for strict in (True, False):
            for card in lying:
                if card.number in told:
                    continue
                near = [s for s in left if self.fits(card, s, strict)]
                if near:
                    told[card.number] = min(near, key=lambda s: away(card, s))
                    left.remove(told[card.number])
        for card in lying:
            self.judge(act, card, told.get(card.number))
        for s in left:
            twice = any(away(card, s) < NEAR_MM and card.number in told for card in lying)
            if s.back and any(card.card is None and away(card, s) < STACK_MM for card in lying):
                twice = True
            self.wrong(act, "double" if twice else "false", s)
        seen = {number: s.track for number, s in told.items()}
        for number, track in seen.items():
            if self.tracks.get(number, track) != track:
                self.wrong(act, "switched", (number, self.tracks[number], track, table.card(number)))
            if any(
                other != number and self.tracks.get(other) == track
                for other in self.tracks
                if number not in self.tracks
            ):
                self.wrong(act, "merged", (number, track, table.card(number)))
        self.tracks.update(seen)

    def fits(self, card: Lying, s: Sighting, strict: bool) -> bool:
        """Whether a sighting may be this card; strictly, or only by its place."""
        near = away(card, s) < (NEAR_MM if s.seen else STACK_MM)
        if not strict:
            return near
        best = max(s.odds, key=lambda face: s.odds[face], default=None)
        return near and s.back == (card.card is None) and (card.card is None or best == card.card)

    def judge(self, act: str, card: Lying, s: Sighting | None) -> None:
        """One card."""
        table = self.table
        due = table.number - card.since >= 12 and (
            table.readable(card) if card.card is not None else table.shows(card) > 0.7 and not self.stacked(card)
        )
        self.count["cards"] += due
        if s is None:
            if due or (card.number in self.known and not self.stacked(card)):
                self.wrong(act, "missed" if due else "forgotten", card)
            self.known.discard(card.number)
            return
        self.known.add(card.number)
        if s.back != (card.card is None):
            self.wrong(act, "sides", (card, s))
        elif card.card is not None:
            best = max(s.odds, key=lambda face: s.odds[face], default="")
            if best != card.card:
                self.wrong(act, "sure" if s.odds.get(best, 0) >= SURE else "wrong", (card, s))

    def stacked(self, card: Lying) -> bool:
        """Whether a back is one of several in a stack: they are told as one."""
        others = [c for c in self.table.lying if c is not card and c.card is None]
        return card.card is None and any(math.hypot(c.x - card.x, c.y - card.y) < 25 for c in others)

    def wrong(self, act: str, what: str, about: object) -> None:
        """Count it."""
        self.count[what] += 1
        if self.tell:
            shown = about
            if isinstance(about, Sighting):
                shown = brief(about)
            elif isinstance(about, tuple):
                shown = tuple(brief(one) if isinstance(one, Sighting) else one for one in about)
            print(f"  {self.seed} {self.table.number} {act}: {what} {shown}", file=sys.stderr)


def table_sightings(table: Moving) -> tuple[Sighting, ...]:
    """What the watcher knows now."""
    return table.watcher.sightings


def away(card: Lying, s: Sighting) -> float:
    """mm."""
    return math.hypot(card.x - s.x, card.y - s.y)


def brief(s: Sighting) -> str:
    """One line."""
    odds = " ".join(f"{face} {p:.2f}" for face, p in list(s.odds.items())[:2])
    return f"<{s.track}: {s.x:.0f},{s.y:.0f} {'back' if s.back else odds}{'' if s.seen else ' unseen'}>"


def main(arguments: list[str]) -> None:
    """Run the stories and print the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stories", type=int, default=30)
    parser.add_argument("--acts", type=int, default=12)
    parser.add_argument("--first", type=int, default=41_000)
    parser.add_argument("--level", action="append")
    parser.add_argument("--tell", action="store_true", help="print each fault")
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    reader = CardReader(packs=2)
    for level in chosen.level or ("clean", "home", "pub"):
        total: Counter[str] = Counter()
        start = time.perf_counter()
        for seed in range(chosen.first, chosen.first + chosen.stories):
            total += Story(reader, seed, level, chosen.acts, chosen.tell).run()
        print(json.dumps({"level": level, **total, "s": round(time.perf_counter() - start)}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
