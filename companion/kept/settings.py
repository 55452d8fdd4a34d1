"""What the people have set: ``settings.toml`` in the data directory, typed, with defaults for all of it.

Every complaint is one sentence that names the file, the line and the key. The checks follow from the types below;
only what concerns several keys (a pin used twice) is written out.
"""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import platformdirs
from msgspec import Meta

from companion.kept.settings_check import KeyPath, complaint, line_of, name_of
from companion.ports import Trouble

NAME = "settings.toml"
Pin = Annotated[int, Meta(ge=2, le=27)]
"""A BCM number of the 40-pin header; 0 and 1 belong to the add-on boards' memory."""
Place = Annotated[int, Meta(ge=0, le=11)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


class CameraSettings(_Part, frozen=True, kw_only=True):
    """Where pictures come from; sizes in px, ``focus`` in dioptres (1 / m), None: focus at the start and lock."""

    source: str = "pi"
    width: Annotated[int, Meta(ge=320, le=9999)] = 2304
    height: Annotated[int, Meta(ge=240, le=9999)] = 1296
    timeout_ms: Annotated[int, Meta(ge=100, le=60_000)] = 3000
    focus: Annotated[float, Meta(ge=0, le=32)] | None = None
    mains_hz: Literal[50, 60] = 50


class TableSettings(_Part, frozen=True, kw_only=True):
    """The size of the watched area (mm); ``empty``: a picture of it without cards, beside this file or a whole path."""

    width_mm: Annotated[int, Meta(ge=200, le=3000)] = 910
    height_mm: Annotated[int, Meta(ge=200, le=3000)] = 512
    empty: str = ""


class Panel(_Part, frozen=True, kw_only=True, rename={"pass_": "pass"}):
    """The BCM pins of one panel of buttons."""

    plus: Pin
    ok: Pin
    pass_: Pin
    minus: Pin | None = None


class SharedPanel(Panel, frozen=True, kw_only=True):
    """The panel that all share: a press counts for whoever is to act."""

    @property
    def place(self) -> None:
        return None


class SeatPanel(Panel, frozen=True, kw_only=True):
    """The panel of one seat, at its physical place."""

    place: Place


SIX_SEATS = tuple(
    SeatPanel(place=place, plus=plus, ok=ok, pass_=pass_)
    for place, (plus, ok, pass_) in enumerate(
        [(4, 17, 27), (22, 5, 6), (13, 19, 26), (18, 23, 24), (25, 12, 16), (20, 21, 7)]
    )
)
"""Three neighbouring pins a seat; 2 and 3 (I2C) and, but for 7, SPI and UART are left free."""


class ButtonSettings(_Part, frozen=True, kw_only=True):
    """Which buttons there are; times in ms, ``long_ms`` = 0: no long presses."""

    mode: Literal["none", "panels", "shared", "keyboard"] = "none"
    debounce_ms: Annotated[int, Meta(ge=1, le=500)] = 30
    long_ms: Annotated[int, Meta(ge=0, le=10_000)] = 800
    shared: SharedPanel = SharedPanel(plus=4, minus=22, ok=17, pass_=27)
    panels: tuple[SeatPanel, ...] = SIX_SEATS

    def wired(self) -> tuple[SeatPanel | SharedPanel, ...]:
        """The panels that this mode reads from pins."""
        if self.mode == "panels":
            return self.panels
        return (self.shared,) if self.mode == "shared" else ()


class LightSettings(_Part, frozen=True, kw_only=True):
    """Lights that show whose turn it is: the BCM pins of place 0, 1, 2 ..."""

    mode: Literal["none", "pins"] = "none"
    pins: tuple[Pin, ...] = (8, 9, 10, 11, 14, 15)

    def wired(self) -> dict[int, int]:
        """The pin of each place that has a light."""
        return dict(enumerate(self.pins)) if self.mode == "pins" else {}


class ScreenSettings(_Part, frozen=True, kw_only=True):
    """How the screen hangs: degrees clockwise, for the picture and for touches."""

    rotation: Literal[0, 90, 180, 270] = 0
    fullscreen: bool = False


def system_language(environment: Mapping[str, str] = os.environ) -> Literal["en", "sr"]:
    """Serbian where the system speaks it, else English."""
    chosen = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return "sr" if chosen.startswith("sr") else "en"


class Settings(_Part, frozen=True, kw_only=True):
    """All of the file."""

    language: Literal["en", "sr"] = msgspec.field(default_factory=system_language)
    camera: CameraSettings = CameraSettings()
    table: TableSettings = TableSettings()
    buttons: ButtonSettings = ButtonSettings()
    lights: LightSettings = LightSettings()
    screen: ScreenSettings = ScreenSettings()


def data_directory(chosen: Path | None = None) -> Path:
    """The directory for journal, settings and crops, made if need be: ``chosen`` or the system's place for it."""
    directory = (chosen or platformdirs.user_data_path("dalje", appauthor=False)).expanduser()
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(
            f"The data directory {directory} cannot be made ({error.strerror}): name another with --data."
        ) from error
    return directory


def read_settings(directory: Path) -> Settings:
    """The settings in ``directory``; defaults where the file or a key is missing; Trouble names the first mistake."""
    path = directory / NAME
    try:
        return parse_settings(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise Trouble(
            f"{path} cannot be read ({error.strerror}): allow it, or take it away for the defaults."
        ) from error
    except UnicodeDecodeError as error:
        raise Trouble(f"{path} is no text in UTF-8: save it as UTF-8, or take it away for the defaults.") from error


def parse_settings(text: str) -> Settings:
    """Settings from the text of a file."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, where = str(error).rpartition(" (at ")
        line = where.removeprefix("line ").partition(",")[0]
        line = line if line.isdigit() else str(len(text.splitlines()))
        raise Trouble(f"{NAME} line {line}: {what[:1].lower()}{what[1:]}; correct this line.") from error
    wrong = complaint(found, Settings)
    if wrong:
        raise Trouble(f"{NAME} line {line_of(text, wrong.path)}: {wrong.sentence}")
    settings = msgspec.convert(found, Settings)
    _check_places(settings, text)
    _check_pins(settings, text)
    return settings


def _check_places(settings: Settings, text: str) -> None:
    """No place may have two panels."""
    seen: set[int] = set()
    for number, panel in enumerate(settings.buttons.panels):
        if panel.place in seen:
            line = line_of(text, ("buttons", "panels", number, "place"))
            raise Trouble(f"{NAME} line {line}: place {panel.place} has a panel already; give each place one.")
        seen.add(panel.place)


def _check_pins(settings: Settings, text: str) -> None:
    """No pin may serve two things that are in use."""
    seen: dict[int, str] = {}
    for path, pin, use in _pins_in_use(settings):
        if pin in seen:
            line = line_of(text, path)
            where = f"{NAME} line {line}" if line else f'{NAME} leaves "{name_of(path)}" at its default'
            raise Trouble(f"{where}: pin {pin} for {use} serves {seen[pin]} already; give each its own pin.")
        seen[pin] = use


def _pins_in_use(settings: Settings) -> list[tuple[KeyPath, int, str]]:
    """Path in the file, BCM number and use of each pin that the modes chosen read or drive."""
    pins: list[tuple[KeyPath, int, str]] = []
    for number, panel in enumerate(settings.buttons.wired()):
        shared = panel.place is None
        head: KeyPath = ("buttons", "shared") if shared else ("buttons", "panels", number)
        whose = "the shared panel" if shared else f"place {panel.place}"
        keys = {"plus": panel.plus, "minus": panel.minus, "ok": panel.ok, "pass": panel.pass_}
        pins += [((*head, key), pin, f'"{key}" of {whose}') for key, pin in keys.items() if pin is not None]
    for place, pin in settings.lights.wired().items():
        pins.append((("lights", "pins", place), pin, f"the light of place {place}"))
    return pins


def write_default(path: Path) -> bool:
    """Write the file with every key, its default and its meaning, all commented out; False if one exists already.

    It is either there as a whole or not at all, whenever the power goes.
    """
    if path.exists():
        return False
    template = Path(__file__).with_name("settings_default.toml").read_bytes()
    try:
        write_whole(path, template)
    except OSError as error:
        raise Trouble(
            f"{path} cannot be written ({error.strerror}): make room there, or name another directory with --data."
        ) from error
    return True


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is either there as a whole or as it was, whenever the power goes; raises OSError."""
    handle, part = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as target:
            target.write(content)
            target.flush()
            os.fsync(target.fileno())
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
