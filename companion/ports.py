"""What the core, the eyes, the hands and the screen agree on: small protocols and frozen values.

Positions on the table are millimetres, x to the right and y downwards as the camera sees them, the
origin in the upper left corner of the watched area. Angles are degrees, clockwise as seen by the camera, 0
when the top of the card points up. Places are the physical seats, numbered clockwise as seen from above.
Times are milliseconds of a monotonic clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from companion.texts import Text

    Image = NDArray[np.uint8]
    """A BGR picture, height x width x 3."""

CARD_MM = (63.0, 88.0)
"""Width and height of a poker-size card (mm)."""


class Trouble(Exception):
    """Something outside went wrong; its text is one sentence that says what and what to do."""


class CameraGone(Trouble):
    """The camera stopped giving frames."""


@dataclass(frozen=True)
class Placement:
    """A card on the table: its centre (mm), its turn (degrees), face up or a back (card None).

    ``lift``: how high (mm) a card in motion is above the table; a resting one lies at 0. ``pack``: of which pack it
    is where there are several, whose backs may differ; numbers that are too high begin anew.
    """

    card: str | None
    x: float
    y: float
    angle: float = 0.0
    lift: float = 0.0
    pack: int = 0


@dataclass(frozen=True)
class Cover:
    """A hand over the table, its fingertips at (x, y) mm, the arm leaving in direction ``angle``."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True)
class Scene:
    """What lies on the table, lowest card first, and the hands over it, at one moment.

    ``light``: the lamp's strength, 1 as usual, 0 when it is off. ``bump``: by how much the camera has been pushed
    from where it was calibrated, as the shift (mm) and the turn (degrees) of what it sees.
    """

    cards: tuple[Placement, ...] = ()
    hands: tuple[Cover, ...] = ()
    light: float = 1.0
    bump: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Frame:
    """One picture. ``to_mm`` is the row-major 3x3 homography from px to table mm, None when not calibrated.

    ``small`` is the same moment in a small grey picture (height x width), to notice motion in; None when the source
    has only one stream.
    """

    image: Image
    at_ms: int
    number: int = 0
    to_mm: tuple[float, ...] | None = None
    small: Image | None = None


@dataclass(frozen=True)
class Reading:
    """What the reader says of one card in one picture.

    ``odds`` gives the calibrated probability of each face that is worth naming; what is missing to 1 is
    "none of these". ``box`` is x, y, width, height (px); ``quad`` the four corners (px) if known; ``marks`` the
    middles of the indices it was read from (px), as far as the reader tells.
    """

    card: str
    p: float
    accepted: bool
    box: tuple[float, float, float, float]
    quad: tuple[tuple[float, float], ...] | None = None
    odds: Mapping[str, float] = field(default_factory=dict)
    marks: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Sighting:
    """A card that lies still on the table, over one or several frames: where (mm) and the odds of its face.

    ``crop`` is an encoded picture (PNG) of it for the question screen and for disputes. ``track`` is the number of
    the physical card, the same as long as it is followed: while it lies, while it is covered, when it is slid or
    turned over (0: not followed). ``back``: it lies face down, and has no odds. ``since_ms``: when it came to rest
    there. ``seen``: false for a card that is remembered under a hand or under other cards.
    """

    x: float
    y: float
    angle: float
    odds: Mapping[str, float]
    frames: int = 1
    crop: bytes | None = None
    track: int = 0
    back: bool = False
    since_ms: int = 0
    seen: bool = True


@dataclass(frozen=True)
class Remark:
    """What keeps a picture from being read, or from being read surely: a code that stays, and a sentence for people.

    ``refused``: nothing of this picture may be believed, however sure it looks.
    """

    code: str
    sentence: Text
    refused: bool = False


@dataclass(frozen=True)
class Reach:
    """An arm over the table at one moment: its fingertips (mm), and the direction (degrees) in which it leaves."""

    x: float
    y: float
    angle: float
    at_ms: int


@dataclass(frozen=True)
class Look:
    """All that lay face up on the table when it came to rest.

    A refused look (see `Remark`) has no sightings: the table was not read. ``reaches``: the arms that moved over the
    table since the look before, the oldest first; None: these eyes do not tell of arms.
    """

    sightings: tuple[Sighting, ...]
    at_ms: int
    frame: int = 0
    remarks: tuple[Remark, ...] = ()
    reaches: tuple[Reach, ...] | None = None

    @property
    def refusal(self) -> Remark | None:
        """Why nothing was read, None if it was."""
        return next((remark for remark in self.remarks if remark.refused), None)


class Camera(Protocol):
    """A source of frames; used in a with-block."""

    def read(self) -> Frame | None:
        """The next frame, or None when the source has ended; raises CameraGone when it fails."""

    def __enter__(self) -> Camera: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Reader(Protocol):
    """Pictures in, cards out."""

    def read(self, image: Image, px_per_mm: float | None = None) -> tuple[Reading, ...]:
        """All cards of a picture; the scale is found when it is not given."""


class Watcher(Protocol):
    """Frames in, a Look out whenever something changed and came to rest."""

    def watch(self, frame: Frame) -> Look | None:
        """Take the next frame; a Look when the table has changed and is still again, else None."""

    def refresh(self) -> None:
        """Look again as soon as the table is still, though nothing moved."""


Key = Literal["plus", "minus", "ok", "pass"]


@dataclass(frozen=True)
class Press:
    """A debounced press. ``place`` is the physical seat, None on a shared panel (whoever is to act)."""

    key: Key
    place: int | None
    at_ms: int
    long: bool = False


class Buttons(Protocol):
    """Bid and pass buttons."""

    def presses(self) -> Sequence[Press]:
        """The presses since the last call, oldest first."""

    def close(self) -> None:
        """Let go of the pins."""


class Lights(Protocol):
    """A light before each seat."""

    def show(self, places: frozenset[int]) -> None:
        """Light these physical seats and no other."""

    def close(self) -> None:
        """All off."""


class Clock(Protocol):
    """Monotonic time."""

    def now_ms(self) -> int:
        """Milliseconds since some fixed moment."""
