"""Watches the product while it plays: what it asks, takes and finds, held against what really happened."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType

from companion.cards import Card
from companion.cli.tables.clips import Recorder
from companion.cli.tables.resting import Resting
from companion.cli.tables.rows import Answers
from companion.deal.deal import Deal
from companion.evening.questions import Open
from companion.evening.session import Session
from companion.evening.sitting import Acknowledged
from companion.events import META_VERBS
from companion.kept.journal import Journal
from companion.ports import Camera, Frame, Look, Press, Scene, Trouble, Watcher
from companion.view import AnswerQuestion, EnterCards, Intent, MakeBid, NextDeal, SayPass, SayWord

STALLED_MS = 180_000
"""so long (in the table's time) nothing is acknowledged before a deal counts as stuck"""
LONGEST_MS = 3_600_000
"""and so long a deal may take at all"""
MOST_ASKED = 300
"""and so many questions nobody answers in a deal"""
LIKELY = 0.5
OWN = (MakeBid, SayPass, SayWord, NextDeal)
"""touches that a game is played with anyway"""


class Stuck(Trouble):
    """A deal that does not go on."""


@dataclass
class Witness:
    """What was seen of one deal."""

    answers: Answers = "truth"
    real: Callable[[], Deal | None] = field(default=lambda: None)
    """the deal as it really is"""
    now_ms: int = 0
    frames: int = 0
    events: int = 0
    cards: int = 0
    asked: list[str] = field(default_factory=list)
    touches: int = 0
    wrong: list[str] = field(default_factory=list)
    other_seat: list[str] = field(default_factory=list)
    hasty: list[str] = field(default_factory=list)
    """cards that did lie there, but were none of the game: dropped, or taken back"""
    spoken: list[tuple[int, int | None, str]] = field(default_factory=list)
    """findings told at an event: event, player, rule"""
    refused: list[tuple[int | None, str]] = field(default_factory=list)
    """what was said or pressed and refused at once: player, rule"""
    delays_ms: list[int] = field(default_factory=list)
    busy_s: float = 0.0
    resting: Resting = field(default_factory=Resting)
    recorder: Recorder = field(default_factory=Recorder)
    failed: Callable[[str, int], None] = field(default=lambda what, event: None)
    """told of the first thing that goes wrong, and at which event (0: none came)"""
    source: str = ""
    """where what happens now comes from: a look, a press or the name of an intent"""
    _last_ms: int = 0

    @property
    def told_at_once(self) -> list[tuple[int | None, str]]:
        """What was found at the event itself: player, rule."""
        return self.refused + [(seat, rule) for _, seat, rule in self.spoken]

    def frame(self, frame: Frame, scene: Scene) -> None:
        """A picture was taken of this scene; raises Stuck when nothing happens any more."""
        self.now_ms, self.frames = frame.at_ms, self.frames + 1
        self.resting.see(scene, frame.at_ms)
        self.recorder.see(scene, frame.at_ms)
        if self.now_ms - self._last_ms > STALLED_MS or self.now_ms > LONGEST_MS:
            raise Stuck(f"nothing was acknowledged for {(self.now_ms - self._last_ms) // 1000} s")
        if len(self.asked) > MOST_ASKED:
            raise Stuck(f"{len(self.asked)} questions were asked")

    def heard(self, told: Acknowledged) -> None:
        """An event was acknowledged."""
        self.events += 1
        self._last_ms = self.now_ms
        faults = len(self.wrong) + len(self.other_seat)
        self._judge(told)
        if len(self.wrong) + len(self.other_seat) > faults:
            self.failed((self.wrong + self.other_seat)[-1], told.event.id)
        self.recorder.told()

    def _judge(self, told: Acknowledged) -> None:
        """Count what an event tells."""
        verdict = told.answer.verdict
        if self.source != "look":
            if not verdict.taken:
                self.refused += [(finding.seat, finding.rule) for finding in verdict.findings]
            return
        self.spoken += [(found.about, found.seat, found.rule) for found in verdict.findings]
        cards = told.event.cards or ()
        self.cards += len(cards)
        if (
            cards
            and told.event.do not in META_VERBS
            and (since := self.resting.since(cards, ranks=told.event.do == "bid")) is not None
        ):
            self.delays_ms.append(self.now_ms - since)
        self._compare(told)

    def _compare(self, told: Acknowledged) -> None:
        """The cards of an event beside those that really lie there."""
        real, event = self.real(), told.event
        if real is None or told.played.deal is None or event.do in META_VERBS:
            return
        there: Counter[str] = Counter()
        played = Counter(card for (do, _, card), n in shown(real).items() for _ in range(n) if do == event.do)
        by_seat: Counter[tuple[int | None, str]] = Counter()
        for (do, seat, card), number in shown(real).items():
            if do == event.do:
                there[card] += number
                by_seat[seat, card] += number
        for do, seat, card in shown(told.played.deal).elements() if told.answer.verdict.taken else ():
            if do == event.do:
                there[card] -= 1
                by_seat[seat, card] -= 1
        seat = None if event.seat is None else told.played.aliases.get(event.seat)
        for card in map(str, map(Card.parse, event.cards or ())):
            words = f"{event.id}: {event.seat or ''} {event.do} {card}"
            if there[card] < 0 or (not told.answer.verdict.taken and not there[card]):
                lies = self.resting.since([card]) is not None and not played[card]
                (self.hasty if lies else self.wrong).append(words)
            elif seat is not None and by_seat[seat, card] < 0:
                self.other_seat.append(words)


def shown(deal: Deal) -> Counter[tuple[str, int | None, str]]:
    """Verb, player and card of all that was taken in a deal, and of what lies there without counting yet."""
    found: Counter[tuple[str, int | None, str]] = Counter()
    for act in (*deal.story, *([deal.pending[0]] if deal.pending else [])):
        found.update((act.do, act.seat, str(card)) for card in act.cards)
    return found


class WatchedSession(Session):
    """A session that is timed; with ``first`` answers each question takes the product's own first choice."""

    def __init__(self, journal: Journal, witness: Witness, language: str = "en") -> None:
        super().__init__(journal, language)
        self.witness = witness
        self._bids: set[int] = set()
        """questions about a bid, which are no matter of the pictures"""
        self._tries: Counter[int] = Counter()

    def look(self, look: Look) -> None:
        """What lies on the table now."""
        self._do("look", lambda: super(WatchedSession, self).look(look))

    def press(self, press: Press) -> None:
        """A button."""
        self.witness.recorder.did(press)
        self._do("press", lambda: super(WatchedSession, self).press(press))

    def handle(self, intent: Intent) -> None:
        """What a screen asks for."""
        intent = self._counted(intent)
        if not self.witness.source:
            self.witness.recorder.did(intent)
        self._do(type(intent).__name__, lambda: super(WatchedSession, self).handle(intent))

    def _do(self, source: str, work: Callable[[], None]) -> None:
        outer, self.witness.source = self.witness.source, self.witness.source or source
        asked, began = self._questions, time.process_time()
        work()
        if outer:
            return  # (a press that makes an intent is timed as one)
        self.witness.busy_s += time.process_time() - began
        self.witness.source = ""
        if self._questions > asked and source in ("press", "MakeBid", "SayPass"):
            self._bids.add(self._questions)

    def _counted(self, intent: Intent) -> Intent:
        """Count a touch; the answer may be another one than the people's."""
        if isinstance(intent, OWN) or self.witness.source:
            return intent
        question = self.sitting.question if self.sitting is not None else None
        if isinstance(intent, AnswerQuestion):
            if question is None or question.number != intent.number or question.number in self._bids:
                return intent
            intent = self._chosen(question, intent)
            answer = " ".join(intent.cards) or intent.option
            self.witness.asked.append(f"{question.words} {answer}")
        elif isinstance(intent, EnterCards) and self._to_be_seen(intent):
            self.witness.asked.append(f"by touch: {intent.do} {' '.join(intent.cards)}")
        self.witness.touches += 1
        return intent

    def _chosen(self, question: Open, answer: AnswerQuestion) -> AnswerQuestion:
        """The product's own first choice; the next one where that was refused, and the truth when all were.

        Of several cards that are asked for, those that are likelier than not; some may lie face down.
        """
        if self.witness.answers == "truth":
            return answer
        tries = self._tries[question.number]
        self._tries[question.number] += 1
        if question.choices:
            first = question.choices[tries : tries + question.count]
            cards = tuple(str(card) for number, (card, p) in enumerate(first) if p >= LIKELY or not number)
            return AnswerQuestion(answer.number, cards) if cards else answer
        if tries < len(question.options):
            return AnswerQuestion(answer.number, (), question.options[tries][0])
        return answer

    def _to_be_seen(self, intent: EnterCards) -> bool:
        """Whether the camera should have told this."""
        if self.sitting is None or self.sitting.deal.outcome is not None or not intent.cards:
            return False
        seat = None if intent.place is None else self.sitting.seat_at(intent.place)
        asking = self.sitting.deal.asking
        return any(r.sight and intent.do in r.verbs and seat in (None, r.seat) for r in asking)


class WatchedCamera:
    """A camera whose pictures are counted; what taking them costs is nobody's."""

    def __init__(self, camera: Camera, scene: Callable[[], Scene], witness: Witness) -> None:
        self.camera, self.scene, self.witness = camera, scene, witness

    def read(self) -> Frame | None:
        """The next frame; raises Stuck."""
        frame = self.camera.read()
        if frame is not None:
            self.witness.frame(frame, self.scene())
        return frame

    def __enter__(self) -> WatchedCamera:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to let go of."""


class TimedEyes:
    """A watcher whose processor time is counted."""

    def __init__(self, eyes: Watcher, witness: Witness) -> None:
        self.eyes, self.witness = eyes, witness

    def watch(self, frame: Frame) -> Look | None:
        """The next frame."""
        began = time.process_time()
        try:
            return self.eyes.watch(frame)
        finally:
            self.witness.busy_s += time.process_time() - began

    def refresh(self) -> None:
        """Look again."""
        self.eyes.refresh()
