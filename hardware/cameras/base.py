"""What all cameras have in common: the with-block and the numbering of frames."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self

from companion.ports import Frame

if TYPE_CHECKING:
    from companion.ports import Image


class Source:
    """A camera opens where its with-block begins and closes where it ends."""

    def __init__(self) -> None:
        self._frames = 0

    def open(self) -> None:
        """Begin; raises Trouble if it cannot be."""

    def close(self) -> None:
        """Let go of the device or file; to close what is closed does no harm."""

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _frame(self, image: Image, at_ms: int, small: Image | None = None) -> Frame:
        """The next frame, numbered."""
        self._frames += 1
        return Frame(image, at_ms, self._frames - 1, small=small)
