"""Our own drawings of Italian, Spanish and German packs, by the codes of the French cards they stand for.

Held out: only measuring enrolment may use them (a test keeps training away). S H D C are swords, cups, coins, batons
or leaves, hearts, bells, acorns, as in `companion.pack.face_names`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from companion.ports import CARD_MM, Trouble
from vision.decks.court_people import courtier
from vision.decks.emblems import random_emblem
from vision.decks.figures import Box
from vision.decks.foreign import ForeignDeck
from vision.decks.foreign_looks import Look, roman
from vision.decks.foreign_suits import Spot, spots
from vision.decks.latin_suits import GREEN, PALETTE, RED, YELLOW, acorn, baton, bell, coin, cup, heart, leaf, sword
from vision.decks.lettering import random_type
from vision.decks.schemes import Colour, jitter
from vision.decks.sheet import Emblem, Sheet, oval, rect

NAMES = ("italian", "spanish", "german")
WIDE, HIGH = CARD_MM
MIDDLE = np.array([WIDE / 2, HIGH / 2])


def named_deck(name: str, seed: int = 0) -> ForeignDeck:
    """A pack of NAMES: 40 Italian (the signs upright or, every other seed, the northern crossed ones), 40 or 48
    Spanish, 32 German faces; the seed also varies paper, inks, lines and people. Raises Trouble for other names."""
    if name not in NAMES:
        raise Trouble(f"there is no pattern {name!r}: choose one of {', '.join(NAMES)}")
    rng = random.Random(f"{name} {seed}")
    look = _look(rng)
    if name == "german":
        return ForeignDeck(f"german {seed}", German(look, rng.randrange(1 << 30)), rng)
    return ForeignDeck(f"{name} {seed}", Latin(look, rng.randrange(1 << 30), name == "spanish", bool(seed % 2)), rng)


def _look(rng: random.Random) -> Look:
    paper: Colour = rng.choice([(250, 252, 253), (232, 244, 249), (214, 234, 244)])
    return Look(
        ground=jitter(rng, paper, 5),
        ink=jitter(rng, (32, 30, 34), 15),
        line=rng.uniform(0.14, 0.26),
        radius=rng.uniform(2.5, 4.5),
        frame="none",
        frame_colour=(60, 60, 60),
        inset=rng.uniform(2.2, 3.4),
        palette=PALETTE,
        font=random_type(rng, held_out=True),
        print_ink=(40, 38, 42),
    )


def _codes(ranks: str) -> tuple[str, ...]:
    return tuple(rank + suit for suit in "SHDC" for rank in ranks)


@dataclass(frozen=True)
class Latin:
    """Coins, cups, swords and batons; ``other``: 48 Spanish cards, or northern Italian crossed swords and staffs."""

    look: Look
    seed: int
    spanish: bool
    other: bool

    @property
    def codes(self) -> tuple[str, ...]:
        """The faces."""
        return _codes("A23456789JQK" if self.spanish and self.other else "A234567JQK")

    def paint(self, code: str, px_per_mm: float) -> Sheet:
        """One face, not yet cut out."""
        sheet = self.look.sheet(px_per_mm)
        rank, suit = code[0], code[1]
        if self.spanish:
            self._frame(sheet, rank, suit)
        rng = random.Random(f"{self.seed} {code}")
        if rank in "JQK":
            who = {"J": "knave", "Q": "knight", "K": "king"}[rank]
            box = Box(8, 11, WIDE - 16, HIGH - 20)
            courtier(sheet, box, who, self.sign(suit), 24.0 if suit in "SC" else 14.0, rng)
        elif rank == "A":
            self._ace(sheet, suit, rng)
        else:
            self._count(sheet, suit, int(rank))
        return sheet

    def sign(self, suit: str) -> Emblem:
        """The sign of a suit."""
        crossed = self.other and not self.spanish
        return {
            "S": lambda: sword(self.spanish, crossed),
            "H": lambda: cup(self.spanish),
            "D": lambda: coin(self.spanish),
            "C": lambda: baton(self.spanish, crossed),
        }[suit]()

    def _frame(self, sheet: Sheet, rank: str, suit: str) -> None:
        """The Spanish frame, whose upper and lower lines are broken 0 to 3 times for coins, cups, swords, batons, and
        the number in two corners."""
        edge = self.look.inset + 1.4
        sheet.shape(rect(edge, edge, WIDE - edge, HIGH - edge), None)
        breaks = "DHSC".index(suit)
        for i in range(breaks):
            x = WIDE / 2 + (i - (breaks - 1) / 2) * 12
            for y in (edge, HIGH - edge):
                sheet.shape(rect(x - 2.5, y - 0.8, x + 2.5, y + 0.8), self.look.ground, edge=False)
        number = {"A": "1", "J": "10", "Q": "11", "K": "12"}.get(rank, rank)
        for x, y, flip in ((edge + 3.6, edge + 4.2, False), (WIDE - edge - 3.6, HIGH - edge - 4.2, True)):
            sheet.text(number, self.look.font, x, y, 4.4, self.look.print_ink, flip)

    def _ace(self, sheet: Sheet, suit: str, rng: random.Random) -> None:
        if suit == "D" and not self.spanish:
            # The eagle that bears the coin.
            for side in (-1, 1):
                wing = np.array([(3, -8), (20, -22), (26, -8), (22, 12), (14, 2), (9, 14), (3, 8)]) * (side, 1.0)
                sheet.shape(wing + MIDDLE, PALETTE[GREEN])
                head = np.array([(0, -10), (7, -26), (13, -25), (9, -21), (6, -8)]) * (side, 1.0)
                sheet.shape(head + MIDDLE, PALETTE[GREEN])
            sheet.shape(np.array([(-6, 10), (6, 10), (11, 30), (-11, 30)]) + MIDDLE, PALETTE[GREEN])
        size = {"D": 30.0, "H": 46.0, "S": 62.0, "C": 62.0}[suit]
        if suit in "SC":
            garland = [(oval(WIDE / 2 + dx, HIGH / 2 + dy, 4, 2.4, 14), c)
                       for dx, dy, c in ((-9, 12, RED), (9, 12, RED), (-13, 4, GREEN), (13, 4, GREEN), (-8, -6, YELLOW),
                                         (8, -6, YELLOW))]  # fmt: skip
            for points, colour in garland:
                sheet.shape(points, PALETTE[colour])
        sheet.emblem(self.sign(suit), WIDE / 2, HIGH / 2, size, PALETTE, rng.uniform(-4, 4))

    def _count(self, sheet: Sheet, suit: str, count: int) -> None:
        if self.other and not self.spanish and suit in "SC":
            sign = self.sign(suit)
            mirrored = [(points * (-1.0, 1.0), colour) for points, colour in sign]
            for i in range(count // 2 * 2):
                side = -1 if i % 2 else 1
                shift = (i // 2 - (count // 2 - 1) / 2) * 6.5 + (1.5 if suit == "S" else 0.0)
                lean = side * (26.0 if suit == "C" else 2.0)
                sheet.emblem(sign if side > 0 else mirrored, WIDE / 2 + shift * side, HIGH / 2, 70, PALETTE, lean)
            if count % 2:
                sheet.emblem(self.sign(suit), WIDE / 2, HIGH / 2, 62, PALETTE)
            return
        long = suit in "SC"
        size = {2: 27.0, 3: 24.0, 4: 22.0, 5: 21.0}.get(count, 18.5) * (1.25 if long else 0.86)
        for x, y, turn in self._places(count, long):
            sheet.emblem(self.sign(suit), x, y, size, PALETTE, turn)

    def _places(self, count: int, long: bool) -> list[Spot]:
        """Long signs stand in rows, round ones as on French cards."""
        if not long:
            return spots("french", count, False)
        if count < 4:
            places = ((0.5, 0.27), (0.5, 0.73)) if count == 2 else ((0.3, 0.28), (0.7, 0.28), (0.5, 0.72))
            return [(WIDE * x, HIGH * y, 0.0) for x, y in places]
        upper = (count + 1) // 2
        rows = ((0.28, upper), (0.73, count - upper))
        return [(WIDE * (i + 0.6) / (n + 0.2), HIGH * y, 0.0) for y, n in rows for i in range(n)]


_SEASONS: tuple[Colour, ...] = ((180, 225, 190), (150, 220, 245), (110, 170, 225), (235, 225, 215))


@dataclass(frozen=True)
class German:
    """Leaves, hearts, bells and acorns, every face two-headed with a line across the middle."""

    look: Look
    seed: int

    @property
    def codes(self) -> tuple[str, ...]:
        """The faces."""
        return _codes("789TJQKA")

    @staticmethod
    def sign(suit: str) -> Emblem:
        """The sign of a suit."""
        return {"S": leaf, "H": heart, "D": bell, "C": acorn}[suit]()

    def paint(self, code: str, px_per_mm: float) -> Sheet:
        """One face, not yet cut out."""
        sheet = self.look.sheet(px_per_mm)
        rank, suit = code[0], code[1]
        rng = random.Random(f"{self.seed} {code}")
        sign = self.sign(suit)
        if rank in "789T":
            self._count(sheet, sign, {"T": 10}.get(rank) or int(rank))
        elif rank == "A":
            self._season(sheet, sign, "SHDC".index(suit), rng)
        else:
            who = {"J": "under", "Q": "over", "K": "king"}[rank]
            self._person(sheet, sign, who, rng)
        return sheet

    def _count(self, sheet: Sheet, sign: Emblem, count: int) -> None:
        """Half the signs above, half below on their heads, an odd one lying in the middle; the number at the sides."""
        half = count // 2
        columns = [(0.3, (half + 1) // 2), (0.7, half // 2)]
        size, step = (14.5, 15.5) if half < 5 else (11.5, 12.2)
        for x, n in columns:
            for i in range(n):
                sheet.emblem(sign, WIDE * x, 9 + i * step + (0 if x < 0.5 else 1.5), size, PALETTE)
        sheet.twice()
        if count % 2:
            sheet.emblem(sign, WIDE / 2, HIGH / 2, 14.5, PALETTE, 90)
        number = roman(count)
        for x, y, flip in ((6.5, HIGH / 2 - 3.4, False), (WIDE - 6.5, HIGH / 2 + 3.4, True)):
            sheet.text(number, self.look.font, x, y, 3.6, self.look.print_ink, flip)

    def _person(self, sheet: Sheet, sign: Emblem, who: str, rng: random.Random) -> None:
        """Half a person, the sign at the top for king and over, at the bottom of the half for the under."""
        box = Box(9, 5, WIDE - 18, HIGH - 12)
        nothing: Emblem = ()
        courtier(sheet, box, "king" if who == "king" else who, nothing, 1.0, rng)
        x = 10.5 if rng.random() < 0.5 else WIDE - 10.5
        sheet.emblem(sign, x, 11 if who != "under" else HIGH / 2 - 9, 13.5, PALETTE)
        if who != "king":
            sheet.text(
                "OVER" if who == "over" else "UNDER", self.look.font, WIDE - x, HIGH / 2 - 3.2, 2.6, self.look.print_ink
            )
        sheet.twice()
        sheet.shape(np.array([(3.0, HIGH / 2), (WIDE - 3.0, HIGH / 2)]), None, closed=False)

    def _season(self, sheet: Sheet, sign: Emblem, number: int, rng: random.Random) -> None:
        """The two of the pack, its highest card: a scene of the year and the sign twice in each half."""
        edge = self.look.inset
        sheet.shape(rect(edge, edge, WIDE - edge, HIGH / 2), _SEASONS[number])
        hills = np.array([(edge, 36), (16, 31), (30, 35), (47, 29), (WIDE - edge, 34), (WIDE - edge, 44), (edge, 44)])
        sheet.shape(hills, (90, 150, 90) if number < 3 else (240, 240, 240))
        kinds = ("flower", "sun", "fruit", "bird")
        sheet.emblem(random_emblem(rng, kinds[number]), WIDE / 2, 25, 20, PALETTE)
        for x in (12.0, WIDE - 12.0):
            sheet.emblem(sign, x, 13, 14, PALETTE)
        sheet.twice()
        sheet.shape(np.array([(3.0, HIGH / 2), (WIDE - 3.0, HIGH / 2)]), None, closed=False)
