"""Frames with what was read in them, as a video or as numbered pictures."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from companion.evening.session import Session
from companion.ports import Frame, Look, Trouble

if TYPE_CHECKING:
    from companion.ports import Image

FRAMES_A_SECOND = 10
SUFFIX = ".mp4"


class Video:
    """Writes to ``path``: a video if it ends in .mp4, else a folder of PNG files. Used in a with-block."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer: Any = None
        self._frames = 0

    def add(self, frame: Frame, look: Look | None, session: Session) -> None:
        """The next frame, with the cards that the session has last been told of."""
        from vision.pictures.show import drawn

        last = session.last_look
        picture = drawn(frame, last.sightings if last is not None else ())
        if self.path.suffix.lower() == SUFFIX:
            self._film(picture)
        else:
            self._save(picture)
        self._frames += 1

    def _film(self, picture: Image) -> None:
        import cv2

        if self._writer is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            size = (picture.shape[1], picture.shape[0])
            fourcc = cv2.VideoWriter.fourcc(*"mp4v")
            self._writer = cv2.VideoWriter(str(self.path), fourcc, FRAMES_A_SECOND, size)
            if not self._writer.isOpened():
                raise Trouble(f"the video {self.path} cannot be written: give a folder, for pictures")
        self._writer.write(picture)

    def _save(self, picture: Image) -> None:
        import cv2

        self.path.mkdir(parents=True, exist_ok=True)
        if not cv2.imwrite(str(self.path / f"{self._frames:05d}.png"), picture):
            raise Trouble(f"pictures cannot be written to {self.path}: check the folder and the free space")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is not None:
            self._writer.release()
