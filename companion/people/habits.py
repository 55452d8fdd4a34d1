"""How the people of one table behave: plain values, drawn once; the numbers of a level are passed in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.table.truth import Dice

Range = tuple[float, float]
Bids = Literal["thrown", "pressed", "both"]


@dataclass(frozen=True)
class Habits:
    """The tempo and the manners of the people at a table. Times are milliseconds, shares 0 to 1."""

    overlap: float = 0.0
    """most of a played card that others may cover; one index always stays visible at rest"""
    hand_rests: float = 0.0
    """share of the time in which a hand rests on a card that lies there"""
    between_ms: Range = (1500.0, 3000.0)
    """from one card at rest to the next"""
    accidents: float = 0.0
    """accidents a deal"""
    breaches: float = 0.0
    """share of the deals in which somebody breaks a rule or acts out of turn"""
    bids: Bids = "thrown"
    """how people bid who pay with money cards: these are thrown, or only the buttons are pressed, or both is done"""

    @classmethod
    def of(
        cls, overlap: float, hand_rests: float, between_s: Range, accidents: float = 0.0, breaches: float = 0.0
    ) -> Habits:
        """From the numbers of a level (seconds between plays)."""
        return cls(overlap, hand_rests, (between_s[0] * 1000, between_s[1] * 1000), accidents, breaches)

    def pause(self, dice: Dice) -> int:
        """How long until the next one lays a card (ms)."""
        return round(drawn(dice, *self.between_ms))

    def reach(self, dice: Dice) -> int:
        """How long a hand takes from the edge to where it lays a card (ms)."""
        return round(drawn(dice, 380.0, 640.0) if self.between_ms[0] >= 1000 else drawn(dice, 260.0, 520.0))

    def looks(self, dice: Dice) -> int:
        """How long all look at a full trick before it is gathered (ms)."""
        return round(drawn(dice, 1100.0, 1900.0))

    def stays(self, dice: Dice) -> int:
        """How long a hand stays on the card it has just laid (ms), 0 for most."""
        if not self.hand_rests or dice.random() >= min(0.6, 3 * self.hand_rests):
            return 0
        mean = sum(self.between_ms) / 2 * self.hand_rests / min(0.6, 3 * self.hand_rests)
        return round(mean * drawn(dice, 0.6, 1.4))

    @property
    def sloppy(self) -> float:
        """How far off and how much turned cards are laid, as a factor."""
        return 1.0 + 3.0 * self.overlap


def drawn(dice: Dice, least: float, most: float) -> float:
    """A number between two others."""
    return least + (most - least) * dice.random()
