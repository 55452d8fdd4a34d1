"""Random suited decks for training: signs counted on numbered cards, people on the court cards."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

from companion.ports import CARD_MM
from vision.decks.emblems import random_emblem
from vision.decks.figures import Box, Role, person
from vision.decks.foreign_looks import Look, random_look, roman
from vision.decks.schemes import Colour, jitter
from vision.decks.sheet import Emblem, Sheet, rect

Spot = tuple[float, float, float]
"""Where a sign lies (mm) and how far it is turned (degrees)."""

ARRANGEMENTS = ("french", "columns", "rows", "ring", "vine", "crossed")
HATS = ("crown", "cap", "helmet", "turban", "feather", "bare")
_FRENCH = {
    1: [(0.5, 0.5)],
    2: [(0.5, 0.2), (0.5, 0.8)],
    3: [(0.5, 0.2), (0.5, 0.5), (0.5, 0.8)],
    4: [(0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8)],
}
_FRENCH[5] = [*_FRENCH[4], (0.5, 0.5)]
_FRENCH[6] = [*_FRENCH[4], (0.3, 0.5), (0.7, 0.5)]
_FRENCH[7] = [*_FRENCH[6], (0.5, 0.35)]
_FRENCH[8] = [*_FRENCH[7], (0.5, 0.65)]
_FRENCH[9] = [(x, y) for x in (0.3, 0.7) for y in (0.17, 0.39, 0.61, 0.83)] + [(0.5, 0.5)]
_FRENCH[10] = [*_FRENCH[9][:-1], (0.5, 0.28), (0.5, 0.72)]


def spots(kind: str, count: int, turning: bool) -> list[Spot]:
    """Places of ``count`` signs (1 to 10) in an arrangement; ``turning``: the lower half stands on its head."""
    wide, high = CARD_MM
    if kind == "rows":
        rows = [count] if count <= 2 else [2] * (count // 2) + [1] * (count % 2)
        if count > 6:
            rows = [3] * (count // 3) + ([count % 3] if count % 3 else [])
        places = [
            ((i + 1) / (row + 1), (j + 1) / (len(rows) + 1)) for j, row in enumerate(rows) for i in range(row)
        ]  # fmt: skip
    elif kind == "ring" and count > 3:
        turn = [2 * math.pi * i / count - math.pi / 2 for i in range(count)]
        places = [(0.5 + 0.28 * math.cos(a), 0.5 + 0.32 * math.sin(a)) for a in turn]
    elif kind in ("columns", "vine"):
        left = (count + 1) // 2
        columns = [(0.3, left), (0.7, count - left)] if count > 1 else [(0.5, 1)]
        places = [(x, (i + 0.5 + 0.25 * (k and kind == "vine")) / max(n, 1) * 0.8 + 0.1)
                  for k, (x, n) in enumerate(columns) for i in range(n)]  # fmt: skip
    else:
        places = _FRENCH[count]
    return [(x * wide, y * high, 180.0 if turning and y > 0.51 else 0.0) for x, y in places]


def crossed(count: int) -> list[Spot]:
    """Places of long signs that cross each other in the middle, an odd one upright between them."""
    wide, high = CARD_MM
    pairs = count // 2
    found = []
    for i in range(pairs):
        shift = (i - (pairs - 1) / 2) * 4.5
        found += [(wide / 2 + shift, high / 2, 24.0), (wide / 2 - shift, high / 2, -24.0)]
    return found + ([(wide / 2, high / 2, 0.0)] if count % 2 else [])


@dataclass(frozen=True)
class Suit:
    """A suit's sign, its colours, whether it is long, and its number."""

    sign: Emblem
    palette: tuple[Colour, ...]
    long: bool
    number: int


@dataclass(frozen=True)
class SuitedPattern:
    """A deck of suits; ``codes`` are suit and place within it, ``faces`` a number (1 to 10) or a court's role."""

    look: Look
    codes: tuple[str, ...]
    suits: tuple[Suit, ...]
    faces: tuple[int | Role, ...]
    arrangement: str
    numerals: str
    numeral_at: str
    turning: bool
    two_headed: bool
    scale: float
    seed: int
    sign_corner: bool

    def paint(self, code: str, px_per_mm: float) -> Sheet:
        """One face, not yet cut out."""
        suit, face = self.suits[ord(code[0]) - ord("a")], self.faces[int(code[1:])]
        sheet = self.look.sheet(px_per_mm)
        if isinstance(face, Role):
            self._court(sheet, suit, face, code)
        else:
            self._count(sheet, suit, face)
        number = face if isinstance(face, int) else 11 + int(code[1:])
        if self.numerals != "none" and (isinstance(face, int) or self.numeral_at != "middle"):
            self._numerals(sheet, number)
        return sheet

    def _count(self, sheet: Sheet, suit: Suit, count: int) -> None:
        if suit.long and self.arrangement == "crossed":
            for x, y, turn in crossed(count):
                sheet.emblem(suit.sign, x, y, 66 - count, suit.palette, turn)
            return
        places = spots(self.arrangement if self.arrangement != "crossed" else "french", count, self.turning)
        if self.arrangement == "vine" and count > 1:
            wide, high = CARD_MM
            stem = rect(wide / 2 - 0.6, high * 0.12, wide / 2 + 0.6, high * 0.88)
            sheet.shape(stem, suit.palette[2])
            for x, y, _ in places:
                sheet.shape(stem[:1] * 0 + [(wide / 2, y + 5), (x, y)], None, closed=False)
        size = self.scale * {1: 2.2, 2: 1.5, 3: 1.3, 4: 1.2}.get(count, 1.0) * (1.25 if suit.long else 1.0)
        for x, y, turn in places:
            sheet.emblem(suit.sign, x, y, min(size, 46), suit.palette, turn)

    def _court(self, sheet: Sheet, suit: Suit, role: Role, code: str) -> None:
        wide, high = CARD_MM
        edge = self.look.inset + 2.5
        rng = random.Random(f"{self.seed} {code}")
        box = Box(edge, edge, wide - 2 * edge, high - 2 * edge)
        if self.two_headed:
            box = Box(edge, edge, wide - 2 * edge, high / 2 - edge)
            role = replace(role, pose="half")
        held = suit.sign if not self.sign_corner else role.held
        person(sheet, box, replace(role, held=held, held_mm=11.0), suit.palette, rng)
        if self.sign_corner:
            sheet.emblem(suit.sign, edge + 6, edge + 7, 10, suit.palette)
        if self.two_headed:
            sheet.twice()

    def _numerals(self, sheet: Sheet, number: int) -> None:
        text = str(number) if self.numerals == "arabic" else roman(number)
        wide, high = CARD_MM
        edge, size = self.look.inset + 3.4, 3.6
        ends = {
            "corners": [(edge, edge + 1, False), (wide - edge, high - edge - 1, True)],
            "other": [(wide - edge, edge + 1, False), (edge, high - edge - 1, True)],
            "top": [(wide / 2, edge, False), (wide / 2, high - edge, True)],
            "middle": [(edge, high / 2 - 4, False), (wide - edge, high / 2 + 4, True)],
        }[self.numeral_at]
        for x, y, flip in ends:
            sheet.text(text, self.look.font, x, y, size, self.look.print_ink, flip)


def suited_pattern(rng: random.Random) -> SuitedPattern:
    """A random suited deck of 28 to 56 faces."""
    look = random_look(rng)
    suits = []
    kinds = rng.sample(("rosette", "sun", "fruit", "leaf", "vessel", "staff", "staff", "shield", "fish", "bird",
                        "crown", "blob", "moon", "flower", "vessel"), 4)  # fmt: skip
    for i, kind in enumerate(kinds):
        palette = [jitter(rng, colour, 20) for colour in look.palette]
        rng.shuffle(palette)
        suits.append(Suit(random_emblem(rng, kind), tuple(palette), kind == "staff", i))
    numbers = rng.choice([range(1, 11), range(1, 8), range(6, 11), range(7, 11), range(2, 11), range(1, 10)])
    poses = rng.choice([("standing", "standing", "standing"), ("standing", "riding", "seated"), ("seated",) * 3])
    courts = rng.choice([2, 3, 3, 4])
    roles = [
        Role((*poses, "standing")[i], rng.choice(HATS), rng.random() < 0.4, random_emblem(rng, "staff"), 18.0)
        for i in range(courts)
    ]
    faces: tuple[int | Role, ...] = (*numbers, *roles)
    return SuitedPattern(
        look=look,
        codes=tuple(f"{letter}{i}" for letter in "abcd" for i in range(len(faces))),
        suits=tuple(suits),
        faces=faces,
        arrangement=rng.choice(ARRANGEMENTS),
        numerals=rng.choice(("none", "none", "arabic", "roman")),
        numeral_at=rng.choice(("corners", "other", "top", "middle")),
        turning=rng.random() < 0.5,
        two_headed=rng.random() < 0.5,
        scale=rng.uniform(12, 19),
        seed=rng.randrange(1 << 30),
        sign_corner=rng.random() < 0.6,
    )
