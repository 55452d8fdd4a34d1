"""Failures kept as regressions: what lay where and when round an event, and what really happened. Never pixels.

A clip begins where the event before was acknowledged: the table lay still, and everything until then was taken
rightly. It ends where the wrong thing was taken, or nothing was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import msgspec

from companion.cli.tables.rows import Job
from companion.deal.deal import Deal
from companion.events import Event, to_data
from companion.kept.journal import Entry
from companion.ports import Cover, Placement, Press, Scene, Trouble
from companion.rules.requests import Act
from companion.view import Intent

MOST_SCENES = 600


class Clip(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One failure, as a file."""

    clip: int = 1
    game: str
    level: str
    seed: int
    players: int
    answers: str
    art: str = "drawn"
    what: str
    """what went wrong, for people"""
    event: int
    """its number in the deal, counted from 1"""
    lines: tuple[dict[str, Any], ...]
    """the journal until then"""
    placements: tuple[dict[str, Any], ...]
    scenes: tuple[tuple[int, dict[str, Any]], ...]
    """from this moment on (ms) these placements, by their numbers, lay there, with hands, lamp and bump"""
    end_ms: int
    deeds: tuple[tuple[int, dict[str, Any]], ...] = ()
    """presses and touches of that time"""
    truth: tuple[dict[str, Any], ...]
    """the events that should have come"""


@dataclass
class Recorder:
    """Remembers the scenes and deeds since the last event."""

    scenes: list[tuple[int, Scene]] = field(default_factory=list)
    deeds: list[tuple[int, Intent | Press]] = field(default_factory=list)
    events: int = 0
    at_ms: int = 0

    def see(self, scene: Scene, at_ms: int) -> None:
        """The scene of a moment."""
        self.at_ms = at_ms
        if not self.scenes or self.scenes[-1][1] != scene:
            self.scenes.append((at_ms, scene))
        if len(self.scenes) > MOST_SCENES:
            del self.scenes[1]

    def did(self, what: Intent | Press) -> None:
        """A press or a touch."""
        self.deeds.append((self.at_ms, what))

    def told(self) -> None:
        """An event was taken rightly: what came before it need not be remembered."""
        self.events += 1
        self.scenes, self.deeds = self.scenes[-1:], []

    def cut(self, job: Job, what: str, lines: Sequence[Entry], missing: Sequence[Event]) -> Clip:
        """The failure as it stands now. ``missing``: the events that should have come."""
        table: dict[Placement, int] = {}
        scenes = [(at, _scene_data(scene, table)) for at, scene in self.scenes]
        return Clip(
            game=job.game, level=job.level, seed=job.seed, players=job.players, answers=job.answers,
            art=job.art, what=what, event=self.events + 1, lines=tuple(asdict(line) for line in lines),
            placements=tuple(_data(one) for one in table), scenes=tuple(scenes), end_ms=self.at_ms,
            deeds=tuple((at, deed_data(deed)) for at, deed in self.deeds),
            truth=tuple(to_data(event) for event in missing),
        )  # fmt: skip


def missing(real: Deal, told: Deal) -> list[Act]:
    """What has really happened in a deal and is not told yet, in order."""
    known = Counter(map(_key, told.story))
    found = []
    for act in real.story:
        known[_key(act)] -= 1
        if known[_key(act)] < 0:
            found.append(act)
    return found


def _key(act: Act) -> tuple[str, int | None, tuple[str, ...], str]:
    return (act.do, act.seat, tuple(sorted(map(str, act.cards))), act.word)


def deed_data(deed: Intent | Press) -> dict[str, Any]:
    """A press or touch as JSON."""
    named = "press" if isinstance(deed, Press) else type(deed).__name__
    return {named: msgspec.to_builtins(deed)}


def _data(value: Any) -> dict[str, Any]:
    """A frozen value as JSON, without what is at its default; numbers to a hundredth."""
    told = {}
    for one in fields(value):
        content = getattr(value, one.name)
        if content != one.default:
            told[one.name] = round(content, 2) if isinstance(content, float) else content
    return told


def _scene_data(scene: Scene, table: dict[Placement, int]) -> dict[str, Any]:
    told = _data(scene)
    told["cards"] = [table.setdefault(card, len(table)) for card in scene.cards]
    told["hands"] = [_data(hand) for hand in scene.hands]
    return {key: value for key, value in told.items() if value != []}


def scenes_of(clip: Clip) -> list[tuple[int, Scene]]:
    """The scenes of a clip with the moments from which on they are seen."""
    cards = [Placement(**{"card": None, **one}) for one in clip.placements]
    found = []
    for at, told in clip.scenes:
        parts: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in told.items()}
        parts["cards"] = tuple(cards[number] for number in told.get("cards", ()))
        parts["hands"] = tuple(Cover(**hand) for hand in told.get("hands", ()))
        found.append((at, Scene(**parts)))
    return found


def scene_at(scenes: Sequence[tuple[int, Scene]], ms: int) -> Scene:
    """The scene of a moment; before the first, the first."""
    return next((scene for at, scene in reversed(scenes) if at <= ms), scenes[0][1])


def load_clip(path: Path) -> Clip:
    """A clip from its file; raises Trouble."""
    try:
        clip = msgspec.json.decode(path.read_bytes(), type=Clip)
        scenes_of(clip)
    except OSError as error:
        raise Trouble(f"{path} cannot be read ({error.strerror}): give a file that the bench has kept") from error
    except (msgspec.DecodeError, msgspec.ValidationError, TypeError, IndexError) as error:
        raise Trouble(f"{path} is no failure that the bench has kept ({error})") from error
    if clip.clip != 1 or not clip.scenes:
        raise Trouble(f"{path} was kept by another version of Dalje")
    return clip


def save_clip(clip: Clip, folder: Path) -> Path:
    """Write a clip to a folder, under a name that says what it is; raises Trouble."""
    deal = f"{clip.game}-{clip.level}-{clip.seed}-{clip.players}-{clip.answers}-{clip.art}"
    path = folder / f"{deal}-{clip.event}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(clip) + b"\n")
    except OSError as error:
        raise Trouble(f"{path} cannot be written ({error.strerror}): name another folder") from error
    return path
