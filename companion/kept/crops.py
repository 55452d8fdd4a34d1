"""The pictures of accepted cards: kept on this device until the match ends, for rereading and for disputes."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from companion.ports import Trouble


class Crops:
    """One folder a match, one PNG file a card: ``m12/00345-0.png``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, match: str, event: int, pictures: Sequence[bytes]) -> None:
        """Write the pictures of an event; raises Trouble when there is no room (the event itself is safe)."""
        if not pictures:
            return
        place = self.folder / match
        try:
            place.mkdir(parents=True, exist_ok=True)
            for number, picture in enumerate(pictures):
                (place / f"{event:05d}-{number}.png").write_bytes(picture)
        except OSError as error:
            raise Trouble(
                f"the picture of a card could not be kept ({error.strerror}): free some space; the score is safe"
            ) from None

    def of(self, match: str, event: int) -> list[Path]:
        """The pictures kept of an event."""
        return sorted((self.folder / match).glob(f"{event:05d}-*.png"))

    def forget(self, match: str) -> None:
        """Delete the pictures of a match."""
        shutil.rmtree(self.folder / match, ignore_errors=True)
