"""Plays a failure again: the frames around one event, rendered from what lay there, with a fresh watcher."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from companion.cli.kept import INTENTS
from companion.cli.rendered import Plan, Virtual, packs, table_camera
from companion.cli.tables.clips import Clip, scene_at, scenes_of
from companion.evening.session import Session
from companion.evening.sitting import Acknowledged
from companion.events import to_data
from companion.kept.journal import Entry, Journal
from companion.ports import Frame, Look, Press, Scene, Sighting
from companion.view import AnswerQuestion

FRAME_MS = 100
BEFORE_MS, AFTER_MS = 1500, 3000
"""the table is shown at rest for so long before and after the clip"""
SAME = ("do", "seat", "cards", "count", "amount", "word", "option")
"""what must be as it really was"""

Seen = Callable[[Frame, Look | None, Session], None]


@dataclass
class Came:
    """What came of a clip that was played again."""

    wrong: list[dict[str, Any]] = field(default_factory=list)
    """events that did not happen"""
    missing: list[dict[str, Any]] = field(default_factory=list)
    """events that happened and were not taken"""
    asked: int = 0

    @property
    def right(self) -> bool:
        """Nothing untrue was taken, and all that happened was, at least after a question."""
        return not self.wrong and not self.missing


def play_clip(clip: Clip, seen: Seen = lambda frame, look, session: None, faces: Path | None = None) -> Came:
    """Play a clip; its questions are answered as it really was. ``seen`` gets every frame with what was made of it.

    ``faces``: the folder that the clip's art takes its faces from, if it needs one.
    """
    from vision.reading.reader import CardReader
    from vision.watching.watch import TableWatcher

    scenes, came = scenes_of(clip), Came(missing=[dict(event) for event in clip.truth])
    now = [scenes[0][1]]
    rules = clip.lines[0]["body"]["rules"]
    plan = Plan(clip.game, clip.players, clip.seed, level=clip.level, rules=rules, art=clip.art, faces=faces)
    at = [0]
    camera = table_camera(plan, lambda: now[0], Virtual(lambda: at[0]))
    eyes = TableWatcher(CardReader(packs=packs(plan)))
    with tempfile.TemporaryDirectory(prefix="dalje-clip-") as folder, Journal(Path(folder) / "j.sqlite") as journal:
        session = Session(journal)
        for line in clip.lines:
            journal.restore(Entry(**line))
        session.resume(clip.lines[0]["match"])
        remember(session, scenes[0][1])
        session.on_event = lambda told: compare(came, told)
        deeds = list(clip.deeds)
        for ms in range(scenes[0][0] - BEFORE_MS, clip.end_ms + AFTER_MS, FRAME_MS):
            while deeds and deeds[0][0] < ms:
                act_upon(session, deeds.pop(0)[1])
            now[0], at[0] = scene_at(scenes, ms), ms
            frame = camera.read()
            assert frame is not None
            look = eyes.watch(frame)
            if look is not None and look.refusal is None:
                session.look(look)
            if look is not None and session.wants_look:
                eyes.refresh()
            answer(session, came)
            seen(frame, look, session)
            if not came.missing and ms > clip.end_ms:
                break
    return came


def remember(session: Session, scene: Scene) -> None:
    """The cards that lie there already have been told of: nothing is to be compared, and they are nothing new."""
    assert session.sitting is not None
    session.sitting.compares, session.look_again = None, False
    lying = [
        Sighting(card.x, card.y, card.angle, {card.card: 0.999}) for card in scene.cards if card.card and not card.lift
    ]
    session.sitting.scribe.account_for(lying, session.sitting.deal)


def act_upon(session: Session, deed: Mapping[str, Any]) -> None:
    """A press or touch of that time, but for answers: other questions may be asked now."""
    for named, told in deed.items():
        if named == "press":
            session.press(Press(**told))
        elif named != "AnswerQuestion":
            session.handle(msgspec.convert(told, INTENTS[named]))


def compare(came: Came, told: Acknowledged) -> None:
    """Take an event off those that should come, or put it down as wrong."""
    event = to_data(told.event)
    if event["do"] in ("correct", "undo"):
        return
    same = next((one for one in came.missing if alike(one, event)), None)
    if same is not None:
        came.missing.remove(same)
    elif told.answer.verdict.taken:
        came.wrong.append(event)


def alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two events tell the same; where one leaves the player open, it is whoever it was."""
    for key in SAME:
        a, b = one.get(key), other.get(key)
        if key == "cards":
            a, b = Counter(a or ()), Counter(b or ())
        if a != b and not (key == "seat" and None in (a, b)):
            return False
    return True


def answer(session: Session, came: Came) -> None:
    """Answer an open question with what should come next."""
    question = session.sitting.question if session.sitting is not None else None
    event = next((one for one in came.missing if one.get("cards")), None)
    if question is None or event is None:
        return
    came.asked += 1
    left = Counter(event["cards"]) - Counter(map(str, question.sure))
    session.handle(AnswerQuestion(question.number, tuple(left.elements())[: question.count]))
