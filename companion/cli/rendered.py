"""A rendered table: camera, watcher and mock pins around a session, and the dealer who plays at it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.croupier import Answers, Croupier
from companion.cli.evening import Evening
from companion.evening.session import Session
from companion.evening.sitting import Acknowledged
from companion.games import find_game
from companion.people.habits import Bids, Habits
from companion.place.laying import layout_for
from companion.ports import Clock, Frame, Key, Press, Scene, Trouble
from companion.view import NewMatch

if TYPE_CHECKING:
    from hardware.buttons import MockPanel
    from vision.scenes.table import TableCamera

PANELS = 8
"""so many panels have room on the pins of a Pi"""


@dataclass
class Plan:
    """What to play at a rendered table."""

    game: str
    players: int
    seed: int
    deals: int | None = None
    stop_after: int | None = None
    level: str = "clean"
    pictures: Path | None = None
    hear: Callable[[Acknowledged], None] = field(default=lambda told: None)
    rules: Mapping[str, str] = field(default_factory=dict)
    """house rules that are not the usual ones at such a table"""
    mishaps: bool = False
    """accidents and breaches happen, as often as the level says"""
    answers: Answers = "truth"
    size: tuple[int, int] | None = None
    """of the pictures (px); None: as the camera chooses"""
    interval_ms: int = 100
    """from one picture to the next"""
    art: str = "drawn"
    """what the cards look like: one of `vision.bench.deckbox.ART`"""
    faces: Path | None = None
    """where pictures or photographs of cards are, if the art needs some"""
    bids: Bids = "thrown"
    """how people bid who pay with money cards"""

    @property
    def house(self) -> dict[str, str]:
        """All house rules: those told, else those by which a camera sees most of the game, else the usual ones."""
        game = find_game(self.game)
        return game.check_rules({**game.watched, **self.rules})


@dataclass
class Virtual:
    """The time of the people at a rendered table, as a clock."""

    tell: Callable[[], int]

    def now_ms(self) -> int:
        """Milliseconds since they sat down."""
        return self.tell()


class ScreenPanel:
    """Buttons without pins, where there are more players than pins: presses go straight to the session."""

    def __init__(self, tell: Callable[[], int]) -> None:
        self._tell, self._pressed = tell, list[Press]()

    def press(self, place: int | None, key: Key, long: bool = False) -> None:
        """Somebody presses a button."""
        self._pressed.append(Press(key, place, self._tell(), long))

    def presses(self) -> Sequence[Press]:
        """The presses since the last call, oldest first."""
        pressed, self._pressed = self._pressed, []
        return pressed

    def close(self) -> None:
        """Nothing to let go of."""


def mock_panel(players: int) -> MockPanel:
    """Buttons on mock pins before each of so many players, at most PANELS."""
    from companion.kept.settings import SeatPanel
    from hardware.buttons import MockPanel

    return MockPanel([SeatPanel(place=i, plus=2 + 3 * i, ok=3 + 3 * i, pass_=4 + 3 * i) for i in range(players)])


@contextmanager
def rendered_table(session: Session, plan: Plan) -> Iterator[Croupier]:
    """An Evening whose camera sees the dealer's table and whose buttons are mock pins."""
    from hardware.lights import GpioLights, NoLights
    from hardware.pins import mock_factory
    from vision.reading.reader import CardReader
    from vision.watching.watch import TableWatcher

    few = plan.players <= PANELS
    panel = mock_panel(plan.players) if few else ScreenPanel(lambda: croupier.now_ms())
    lights = GpioLights({place: 2 + place for place in range(plan.players)}, mock_factory()) if few else NoLights()
    croupier: Croupier
    camera = table_camera(plan, lambda: croupier.now(), Virtual(lambda: croupier.now_ms()))
    eyes = TableWatcher(CardReader(packs=packs(plan)))
    evening = Evening(session, panel, lights, camera, eyes)
    croupier = Croupier(evening, panel, plan.seed, manners(plan), plan.answers, plan.interval_ms)

    def hear(told: Acknowledged) -> None:
        croupier.heard(told)
        plan.hear(told)

    session.on_event = hear
    if plan.pictures is not None:
        keep_pictures(session, evening, plan.pictures)
    try:
        yield croupier
    finally:
        panel.close()
        lights.close()


def manners(plan: Plan) -> Habits:
    """How the people of this level play."""
    from vision.levels import LEVELS

    level = LEVELS[plan.level]
    habits = Habits.of(level.overlap, level.hand_rests, level.between_s, level.accidents, level.breaches)
    habits = replace(habits, bids=plan.bids)
    return habits if plan.mishaps else replace(habits, accidents=0.0, breaches=0.0)


def table_camera(plan: Plan, scene: Callable[[], Scene], clock: Clock) -> TableCamera:
    """A camera that sees what lies on the table of this game, in the smallest pictures that show it well enough."""
    from vision.bench.deckbox import packs_for
    from vision.scenes.table import TableCamera

    game = find_game(plan.game)
    area = layout_for(game, plan.players, plan.house).area
    pack = game.pack(plan.players, plan.house)
    decks = packs_for(plan.seed, max(n for card, n in pack.items() if card.suit), plan.art, plan.faces)
    return TableCamera(scene, seed=plan.seed, level=plan.level, size=plan.size, clock=clock, area=area, deck=decks)


def packs(plan: Plan) -> int:
    """How many equal cards there are at this table."""
    game = find_game(plan.game)
    return max(game.pack(plan.players, plan.house).values())


def open_match(session: Session, plan: Plan, names: tuple[str, ...], resume: bool) -> int:
    """Begin a match, or go on with the latest unfinished one at a rendered table; returns its seed."""
    if resume:
        for name in session.journal.unfinished():
            left = session.peek(name)
            if left.game.sheet and left.seed is not None:
                click.echo(
                    f"The score sheet {name} has no cards to lay on a rendered table: it is left as it is, for another "
                    "--camera.",
                    err=True,
                )
            elif left.seed is not None:
                session.resume(name)
                return left.seed
        click.echo("There is no unfinished match to resume here: a new one begins.", err=True)
    session.new_match(NewMatch(plan.game, names[: plan.players], rules=plan.house), seed=plan.seed)
    return plan.seed


def play_on(croupier: Croupier, plan: Plan, stop: Callable[[], bool] = lambda: False) -> dict[str, Any]:
    """Play until the match, the number of deals or of events is reached; the summary is the demo's last line."""
    session = croupier.session
    started, frames = time.monotonic(), croupier.evening.frames
    while not stop():
        sitting = session.sitting
        if sitting is None:
            raise Trouble("the match was left")
        ends = sitting.match.ends()
        done = sum(end.outcome.note != "open" for end in ends)
        if sitting.deal.outcome is not None and (ends[-1].match_over or done == plan.deals):
            break
        if plan.stop_after is not None and croupier.events >= plan.stop_after:
            break
        croupier.step()
    return summary(croupier, plan, time.monotonic() - started, croupier.evening.frames - frames)


def summary(croupier: Croupier, plan: Plan, seconds: float, frames: int) -> dict[str, Any]:
    """Scores beside the truth, and how often the product had to ask or was wrong."""
    sitting = croupier.session.sitting
    assert sitting is not None
    last = sitting.match.ends()[-1]
    scores = {sitting.played.names[seat]: points for seat, points in last.scores.items()}
    truth = croupier.scores(sitting)
    return {
        "game": sitting.game.id,
        "players": len(sitting.people),
        "seed": croupier.seed,
        "deals": sum(end.outcome.note != "open" for end in sitting.match.ends()),
        "scores": scores,
        "truth": truth,
        "exact": scores == truth and croupier.same_table(sitting),
        "cards_read": croupier.tally.cards_read,
        "questions": croupier.tally.questions,
        "asked": croupier.tally.asked,
        "wrong_accepted": croupier.tally.wrong_accepted,
        "wrong_seats": croupier.tally.wrong_seats,
        "seconds": round(seconds, 1),
        "frames": frames,
    }


def keep_pictures(session: Session, evening: Evening, folder: Path) -> None:
    """After each acknowledged card event, the camera's frame with what was read in it."""
    from vision.pictures.show import save_look

    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".try").touch()
        (folder / ".try").unlink()
    except OSError as error:
        raise Trouble(f"pictures cannot be kept in {folder} ({error.strerror}): name another with --pictures") from None
    last: list[Frame] = []
    evening.preview = lambda frame: last.__setitem__(slice(None), [frame])
    hear = session.on_event

    def heard(told: Acknowledged) -> None:
        hear(told)
        if told.event.do in ("turn", "show", "discard", "play") and last and session.last_look is not None:
            save_look(last[0], session.last_look, folder / f"{told.event.id:05d}.jpg")

    session.on_event = heard


def last_line(told: dict[str, Any]) -> str:
    """The summary as one JSON line."""
    return json.dumps(told, ensure_ascii=False)
