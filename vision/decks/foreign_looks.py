"""What the faces of one foreign deck have in common: paper, ink, frame, type, colours."""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.ports import CARD_MM
from vision.decks.lettering import random_type
from vision.decks.schemes import Colour, jitter
from vision.decks.sheet import Sheet, rect

FRAMES = ("none", "none", "line", "double", "band", "inner")
_PAPERS: tuple[Colour, ...] = ((255, 255, 255), (250, 252, 253), (225, 240, 246), (205, 232, 244), (235, 235, 235))
_PALETTES: tuple[tuple[Colour, ...], ...] = (
    ((40, 40, 205), (50, 200, 245), (70, 140, 50), (160, 70, 30)),
    ((45, 35, 190), (40, 190, 240), (50, 110, 60), (200, 225, 235)),
    ((150, 80, 30), (60, 200, 240), (60, 60, 200), (90, 150, 60)),
    ((60, 120, 170), (40, 60, 110), (110, 170, 200), (70, 100, 60)),
    ((180, 60, 120), (60, 170, 240), (170, 160, 40), (60, 60, 220)),
    ((90, 90, 90), (200, 200, 200), (60, 60, 60), (40, 40, 150)),
)


@dataclass(frozen=True)
class Look:
    """Colours are BGR, lengths mm; ``frame`` is one of FRAMES at ``inset`` mm from the edge."""

    ground: Colour
    ink: Colour
    line: float
    radius: float
    frame: str
    frame_colour: Colour
    inset: float
    palette: tuple[Colour, ...]
    font: str
    print_ink: Colour

    def sheet(self, px_per_mm: float, ground: Colour | None = None) -> Sheet:
        """An empty face with its frame."""
        sheet = Sheet(px_per_mm, ground or self.ground, self.ink, self.line, self.radius)
        wide, high = CARD_MM
        edge = self.inset
        if self.frame in ("band", "inner"):
            sheet.shape(rect(edge, edge, wide - edge, high - edge), self.frame_colour)
            edge += 1.6 if self.frame == "band" else 0.0
            inside = ground or self.ground if self.frame == "band" else self.palette[1]
            sheet.shape(rect(edge, edge, wide - edge, high - edge), inside)
        elif self.frame in ("line", "double"):
            sheet.shape(rect(edge, edge, wide - edge, high - edge), None)
            if self.frame == "double":
                sheet.shape(rect(edge + 1, edge + 1, wide - edge - 1, high - edge - 1), None)
        return sheet


def random_look(rng: random.Random) -> Look:
    """The look of a training deck."""
    dark = rng.random() < 0.1
    paper = rng.choice(_PAPERS) if not dark else rng.choice([(40, 30, 26), (90, 40, 20), (40, 70, 30)])
    palette = [jitter(rng, colour, 28) for colour in rng.choice(_PALETTES)]
    rng.shuffle(palette)
    return Look(
        ground=jitter(rng, paper, 6),
        ink=jitter(rng, (30, 30, 32), 25) if not dark else jitter(rng, (200, 215, 225), 25),
        line=rng.uniform(0.15, 0.45),
        radius=rng.uniform(2.0, 5.0),
        frame=rng.choice(FRAMES),
        frame_colour=rng.choice(palette),
        inset=rng.uniform(1.5, 4.5),
        palette=tuple(palette),
        font=random_type(rng),
        print_ink=jitter(rng, (30, 30, 32), 20) if not dark else (220, 220, 220),
    )


def roman(number: int) -> str:
    """A number from 1 to 39 in Roman letters."""
    text = "X" * (number // 10)
    return text + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[number % 10]
