"""Since when each card lies free and still: what the time from rest to event is counted from."""

from __future__ import annotations

import math
from collections.abc import Iterable

from companion.ports import Cover, Placement, Scene

ARM_MM = 45.0
"""half the width of what an arm hides, with half a card's index beside it"""


class Resting:
    """Follows the scenes of a table."""

    def __init__(self) -> None:
        self._since: dict[Placement, int] = {}
        self._last: Scene | None = None

    def see(self, scene: Scene, at_ms: int) -> None:
        """The scene of a moment; call it for every picture."""
        if scene is self._last and not scene.hands:
            return
        self._last = scene
        lying = [card for card in scene.cards if card.lift == 0]
        free = [card for card in lying if not any(hides(hand, card) for hand in scene.hands)]
        self._since = {card: self._since.get(card, at_ms) for card in free}

    def since(self, faces: Iterable[str], *, ranks: bool = False) -> int | None:
        """When the last of these faces came to lie free and still; None if one of them does not.

        ``ranks``: whatever their suits are (money cards).
        """
        times = []
        for face in faces:
            alike = [(card, at) for card, at in self._since.items() if card.card is not None]
            found = [at for card, at in alike if card.card == face or (ranks and str(card.card)[0] == face[0])]
            if not found:
                return None
            times.append(max(found))
        return max(times, default=None)


def hides(hand: Cover, card: Placement) -> bool:
    """Whether a hand or its arm is over a card."""
    turn = math.radians(hand.angle)
    along, across = (math.sin(turn), -math.cos(turn)), (math.cos(turn), math.sin(turn))
    dx, dy = card.x - hand.x, card.y - hand.y
    back = dx * along[0] + dy * along[1]
    aside = abs(dx * across[0] + dy * across[1])
    return back > -ARM_MM and aside < ARM_MM
