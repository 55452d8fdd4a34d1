"""The reader as the product uses it: with everything that `dalje see` and a session do around it."""

from __future__ import annotations

from companion.ports import Reader, Reading
from vision.arrays import Picture
from vision.looking.examine import examine


class Product:
    """Satisfies `companion.ports.Reader`: readings as the product believes them, unfit pictures and prints doubted."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def read(self, image: Picture, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        """All cards of a BGR picture, the surest first."""
        return examine(self.reader, image, px_per_mm).readings
