"""One deal of a match: its lines, and the table that they tell. Corrections tell the story anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.cards import BadCard, Card, parse_cards
from companion.deal import Deal, Outcome
from companion.events import AFTER_THE_END, META_VERBS, BadRecord, Event, nearest
from companion.game import Game, Start
from companion.history import History, Line, inserted, merge
from companion.referee import Doubtful, Finding, Illegal, Refusal, Verdict
from companion.requests import Act
from companion.table import Lying, Seat, Table, hand
from companion.texts import counted, text

UNPINNED = ("note", "claim", "accept", "take_back")
"""verbs that belong to no part of the deal; what they were about may be gone after a correction"""


@dataclass(frozen=True)
class Entry:
    """What the deals before leave to a deal: the scores, how many have counted, and what the last one passes on."""

    scores: Mapping[Seat, int] = field(default_factory=dict)
    deals: int = 0
    carried: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Played:
    """One deal of the match: its header, its lines, its table."""

    number: int
    dealer: Seat
    game: Game
    rules: dict[str, str]
    start: Start
    base: dict[Seat, int] | None
    """scores given by the header; None: those of the deal before"""
    new_match: bool
    history: History = field(default_factory=History)
    deal: Deal = field(init=False)
    names: list[str] = field(default_factory=list)
    first_names: tuple[str, ...] = ()
    aliases: dict[str, Seat] = field(default_factory=dict)
    """every name a seat has had, as the story is told now"""
    faces: frozenset[Card] = frozenset()
    """the cards that may be named"""
    heard: dict[str, Seat] = field(default_factory=dict)
    """the same with names that were undone or corrected since"""
    by_hand: bool = False
    """its result was entered by hand or agreed: then nothing that does not fit matters"""
    _retold: bool = False
    """its story has been told again since it began: only then can anything no longer fit"""
    _holes: list[tuple[Line, Act]] = field(default_factory=list)
    follows: bool = False
    """it begins a new match of the people who have just finished one"""
    _odd: list[Line] = field(default_factory=list)
    """what was in turn when it happened and is not any more, since an earlier event was corrected"""
    ended: bool = False
    """it has been over once, though a correction may have opened it again"""
    entry: Entry = field(default_factory=lambda: Entry())
    """what the deals before have left to this one"""

    def __post_init__(self) -> None:
        self.first_names = tuple(self.names)
        self.aliases = {name: seat for seat, name in enumerate(self.names)}
        self.heard = dict(self.aliases)
        self.deal = Deal(self.game.deal, self.new_table)
        self.faces = frozenset(self.deal.table.pack) | frozenset(self.game.money_pack(len(self.names)))

    def new_table(self) -> Table:
        """The table at the start of this deal."""
        table = Table(self.names, self.dealer, self.game.pack(len(self.names), self.rules), self.rules)
        table.scores = {seat: self.entry.scores.get(seat, 0) for seat in range(len(self.names))}
        table.deals_before, table.carried = self.entry.deals, self.entry.carried
        self.game.set_up(table, self.start)
        table.number_cards()
        return table

    def enter(self, entry: Entry) -> None:
        """What came before has changed: tell this deal again if that matters to its game."""
        self.entry = entry
        if self.game.looks_back:
            self.retell()

    @property
    def misfits(self) -> tuple[int, ...]:
        """The events that no longer fit: questions for the people."""
        if self.by_hand or not self._retold:
            return ()
        return tuple([n for n, line in self.history.lines.items() if line.open and line.alive])

    # taking events --------------------------------------------------------------------------------------------------

    def take(self, event: Event) -> Verdict:
        """Take one event; raises BadRecord and changes nothing if it cannot be read."""
        act = self._check(event)
        line = self.history.add(event)
        try:
            if event.do in META_VERBS:
                verdict = self._rewrite(line, event)
            elif self.misfits:
                verdict = self._append_anew(line, event)
            else:
                verdict = self._offer(line, event, act)
        except BadRecord:
            self.history.drop(event.id)
            if self.misfits and event.do not in META_VERBS:
                self.retell()
            raise
        self.ended = self.ended or self.deal.outcome is not None
        for other in self.history.lines.values() if self.by_hand else ():
            other.open, other.why = False, None
        return verdict

    def _check(self, event: Event) -> Act:
        """The event as an act: names and cards must exist, whatever the verdict; raises BadRecord."""
        act = to_act(self, event)
        if event.do == "insert":
            to_act(self, inserted(event))
        return act

    def _append_anew(self, line: Line, event: Event) -> Verdict:
        """While something does not fit, a new event may be what it waited for: tell the story again."""
        verdicts = self.retell()
        if event.id in verdicts:
            return verdicts[event.id]
        line.open, line.why = False, None
        return self._offer(line, event, to_act(self, event))

    def _offer(self, line: Line, event: Event, act: Act) -> Verdict:
        """Take an event in its turn, and pin it to where and whose it is."""
        stage, began = self.deal.table.stage, self.deal.table.began
        try:
            verdict = self._tell(event, act)
        except Refusal as refusal:
            verdict = refused(event, refusal)
        line.fate = "ok" if self._counts(event, verdict) else "void"
        line.clean = verdict.kind == "ok"
        self._pin(line, event, stage, began)
        return verdict

    def _counts(self, event: Event, verdict: Verdict) -> bool:
        """Whether the event had an effect: taken, punished, or lying there as a pending breach."""
        found = any(f.about == event.id for f in self.deal.table.findings)
        return verdict.taken or self.deal.waits(event.id) or found

    def _pin(self, line: Line, event: Event, stage: str, began: int | None) -> None:
        line.stage, line.began = stage, began
        whose = self.deal.whose(event.id)
        if whose is None and event.seat is not None:
            whose = find_seat(self, event.seat, event)
        line.player = whose
        if not self.deal.waits(event.id):  # (else nothing has been moved yet)
            line.named, line.revealed, line.refs = event.cards or (), self._revealed(event.id), self._refs(event)
        line.seat = event.seat or (None if whose is None else self.names[whose])

    def _revealed(self, event: int) -> int:
        """How many cards an event brought to light, apart from open ones whose face was a question."""
        piles = [pile for place, pile in self.deal.table.places.items() if not place.startswith("open")]
        return len([True for pile in piles for lying in pile if lying.event == event and lying.card is not None])

    def _refs(self, event: Event) -> tuple[tuple[int, int] | None, ...]:
        """Which cards on the table an event was about: so that they stay the same when a face is corrected."""
        moved = [lying for lying in self.deal.table.moved if lying.event not in (0, event.id)]
        if self.deal.table.event != event.id or not moved:
            return ()
        refs: list[tuple[int, int] | None] = []
        for card in map(Card.parse, event.cards or ()):
            lying = next((lying for lying in moved if lying.card == card), None)
            if lying is None:
                refs.append(None)
                continue
            moved.remove(lying)
            named = [Card.parse(code) for code in self.history.told(self.history.lines[lying.event]).cards or ()]
            free = [i for i, face in enumerate(named) if face == card and (lying.event, i) not in refs]
            refs.append((lying.event, free[0]) if free else None)
        return tuple(refs)

    def _now(self, card: Card, ref: tuple[int, int] | None) -> tuple[Card, Lying | None]:
        """A card that an event named, as it is called now, and which one on the table it is."""
        if ref is None:
            return card, None
        codes = self.history.told(self.history.lines[ref[0]]).cards or ()
        if ref[1] < len(codes):
            card = Card.parse(codes[ref[1]])
        return card, Lying(card, ref[0])

    def _tell(self, event: Event, act: Act) -> Verdict:
        """Give one event to the deal; raises a Refusal, or BadRecord."""
        if event.do == "result" or (event.do == "note" and event.what == "agree"):
            agreed = event.do == "note"
            outcome = self._agreed(event) if agreed else self.game.result(self.new_table(), event)
            taken_before = self.history.lines[event.id].fate == "ok"
            self.deal.finish(outcome, anew=taken_before or bool(self.misfits))
            self.by_hand = True
            return Verdict("ok")
        if event.do == "note" and event.what == "substitute":
            self._substitute(act, event)
            return Verdict("ok")
        return self.deal.offer(act)

    def _agreed(self, event: Event) -> Outcome:
        """The points that the people agree on, zero for who is not named."""
        if not isinstance(event.points, dict):
            raise Doubtful("agree", text("How many points does each player get?"))
        agreed = dict.fromkeys(range(len(self.names)), 0)
        for name, points in event.points.items():
            agreed[find_named(self, name, event)] += points
        return Outcome(agreed, note="agree")

    def _substitute(self, act: Act, event: Event) -> None:
        if act.seat is None or not (event.name or "").strip():
            raise Doubtful("substitute", text("Who leaves, and who takes the place?"))
        assert event.name is not None
        if self.aliases.get(event.name, act.seat) != act.seat:
            raise Illegal("substitute", text("{name} sits at this table already", name=event.name))
        self.aliases[event.name] = self.heard[event.name] = act.seat
        self.names[act.seat] = event.name

    # words about earlier events -------------------------------------------------------------------------------------

    def _rewrite(self, line: Line, event: Event) -> Verdict:
        history = self.history
        try:
            if event.do == "undo":
                history.undo(event)
            elif event.do == "redo":
                history.redo(event)
            elif event.do == "correct":
                history.correct(event)
            line.fate = "ok"
            if event.do == "correct":
                base = history.base(line)
                amended = history.effective(base) if base.alive else merge(base.event, event)
                to_act(self, inserted(amended) if amended.do == "insert" else amended)
            for _, told in history.story():  # what it makes must be readable
                to_act(self, told)
        except Refusal as refusal:
            line.fate = "void"
            history.settle()
            return refused(event, refusal)
        self.retell()
        misfits = self.misfits
        if not misfits:
            return Verdict("ok")
        first = history.lines[misfits[0]]
        words = text("Event {n} no longer fits", n=misfits[0])
        if first.why is not None:
            words = text("Event {n} no longer fits: {why}", n=misfits[0], why=first.why)
        if more := len(misfits) - 1:
            words = counted("{words}; and {n} more event", "{words}; and {n} more events", more, words=words)
        return Verdict("question", (), words)

    def retell(self) -> dict[int, Verdict]:
        """Play the story again from the start. What does not fit waits, and is tried again after each event."""
        self.deal.close()
        self.names[:] = self.first_names
        self.aliases = {name: seat for seat, name in enumerate(self.first_names)}
        self.deal = Deal(self.game.deal, self.new_table)
        self._holes.clear()
        self._odd.clear()
        self.by_hand, self._retold = False, self._retold or bool(self.history.lines)
        for line in self.history.lines.values():
            line.open, line.why = False, None
        verdicts: dict[int, Verdict] = {}
        waiting: list[tuple[Line, Event]] = []
        for line, event in self.history.story():
            if line.fate == "void" and not self.history.corrected(line):
                continue
            if not self._fits(line, event, verdicts, first=True):
                waiting.append((line, event))
                continue
            while fitting := next((item for item in waiting if self._fits(*item, verdicts)), None):
                waiting = [item for item in waiting if item is not fitting]
        for line, event in waiting:
            line.open = event.do not in UNPINNED
        for line, act in self._holes:
            line.open = self._still_open(act)
        for line in self._odd:
            line.open = True
        return verdicts

    def _fits(self, line: Line, event: Event, verdicts: dict[int, Verdict], *, first: bool = False) -> bool:
        """Try an event at this point of the story; whether it was taken."""
        table, over = self.deal.table, self.deal.outcome is not None
        if not over and not self._in_place(line, event, first):
            return False
        taken_before = event.do == "result" and line.fate == "ok"
        if over and event.do not in AFTER_THE_END and not taken_before and not shown_again(self, event):
            return False
        stage, began = table.stage, table.began
        try:
            act = self._whose_act(line, event)
            verdict = self._tell(event, act)
            if verdict.kind == "impossible" and line.fate == "ok":
                verdict = self._with_holes(line, act, verdict)
        except (Refusal, BadRecord) as problem:
            line.why = problem.text if isinstance(problem, Refusal) else text("{what}", what=str(problem))
            return False
        if line.fate == "ok" and line.clean and not verdict.taken and self.deal.waits(event.id):
            line.why = verdict.text
            if self.deal.pending is None or not self.deal.stand():
                self.deal.withdraw(event.id)
                return False
            self._odd.append(line)
        elif not self._counts(event, verdict):
            line.why = verdict.text or line.why
            return False
        verdicts[event.id] = verdict
        if line.fate == "new" or not line.stage:
            line.fate, line.clean = "ok", verdict.kind == "ok"
            self._pin(line, event, stage, began)
        return True

    def _whose_act(self, line: Line, event: Event) -> Act:
        """The event as an act of him whose it was; raises Doubtful if its name now means somebody else."""
        act = to_act(self, event)
        if line.fate != "ok" or not line.stage:
            return act
        if act.cards and event.cards == line.named and not self.history.corrected(line):
            known = all(self.history.lines[ref[0]].alive for ref in line.refs if ref)  # else by their faces
            faces = [self._now(*pair) for pair in zip(act.cards, line.refs, strict=True)] if line.refs and known else []
            cards, lying = tuple(card for card, _ in faces) or act.cards, tuple(one for _, one in faces)
            act = replace(act, cards=cards, lying=lying, revealed=line.revealed)
        if act.seat is None:
            return act if line.player is None else replace(act, seat=line.player)
        if line.player is not None and act.seat != line.player and not self.history.reseated(line):
            raise Doubtful("who", text("Was this {name}?", name=self.names[line.player]))
        return act

    def _in_place(self, line: Line, event: Event, first: bool) -> bool:
        """Whether this is the part of the deal that the event belongs to.

        A bid belongs to the lot that was turned before it, wherever that lot now comes; if the turning has been
        undone, to a lot that was put in its stead.
        """
        t = self.deal.table
        if not line.stage or event.do in UNPINNED:
            return True
        if line.began is None:
            return t.stage == line.stage
        if line.began == 0 or self.history.lines[line.began].alive:
            return line.began in (0, t.began)
        opener = self.history.lines.get(t.began or 0)
        if opener is None:
            return False
        numbers = list(self.history.lines)
        put_before = first and numbers.index(opener.event.id) > numbers.index(line.event.id)
        return put_before or t.stage == line.stage == opener.stage

    def _with_holes(self, line: Line, act: Act, verdict: Verdict) -> Verdict:
        """A card that a correction has put elsewhere: it lies here with its face open, and stays a question.

        The showdown asks for every face that is still open, so no hand is ever scored with a hole.
        """
        clash = verdict.findings[0].proof if act.do == "discard" else ()
        taken = Counter(clash) or Counter(act.cards) - self.deal.table.unseen()
        cards = tuple((Counter(act.cards) - taken).elements())
        holed = act.do in ("turn", "discard") or (act.do == "show" and cards)
        if verdict.findings[0].rule != "card_seen_twice" or not holed:
            return verdict
        told = self.deal.offer(replace(act, cards=cards, count=act.count + taken.total(), revealed=None, lying=()))
        if told.kind == "ok":
            line.why = verdict.text
            self._holes.append((line, replace(act, seat=self.deal.whose(act.id))))
        return told

    def _still_open(self, act: Act) -> bool:
        """Whether a face that could not be told is unknown to this day."""
        t = self.deal.table
        if act.do == "show" and act.seat is not None:
            return t.unknown(hand(act.seat)) > 0
        if act.do == "turn":
            return any(lying.card is None and lying.event == act.id for pile in t.places.values() for lying in pile)
        return True


# Reading names and cards --------------------------------------------------------------------------------------------


def shown_again(played: Played, event: Event) -> bool:
    """Whether somebody only shows or draws to himself what is known to be his already, after the end."""
    if event.do not in ("show", "turn", "take"):
        return False
    try:
        played.deal.again(to_act(played, event))
    except (Refusal, BadRecord):
        return False
    return True


def refused(event: Event, refusal: Refusal) -> Verdict:
    """The verdict on words that cannot be; a question accuses nobody."""
    found = () if isinstance(refusal, Doubtful) else (Finding(event.id, None, refusal.rule, refusal.text),)
    return Verdict(refusal.kind, found, refusal.text)


def to_act(played: Played, event: Event) -> Act:
    """The event with seat and cards resolved; raises BadRecord for unknown players and cards."""
    seat = find_seat(played, event.seat, event)
    against = find_seat(played, event.against, event)
    cards = find_cards(played, event.cards or ((event.card,) if event.card is not None else ()), event)
    for name in event.points if isinstance(event.points, dict) else ():
        find_seat(played, name, event)
    word = event.what or event.word or event.option or ""
    number = event.points if event.do == "note" and isinstance(event.points, int) else event.amount
    return Act(
        event.do, seat, cards, event.count or 0, number, word, event.about, against, event.id,
        ordinal=event.ordinal, to=event.to or "",
    )  # fmt: skip


def as_event(act: Act, names: Sequence[str]) -> Event:
    """An act as people would write it down, without an id."""
    word = {"say": "word", "choose": "option", "note": "what"}.get(act.do, "word")
    fields: dict[str, Any] = {
        "seat": None if act.seat is None else names[act.seat],
        "cards": tuple(map(str, act.cards)) or None,
        "count": act.count or None,
        "amount": act.amount,
        word: act.word or None,
        "ordinal": act.ordinal,
        "to": act.to or None,
    }
    if act.do == "call" and act.cards:
        fields |= {"card": str(act.cards[0]), "cards": None}
    return Event(do=act.do, **fields)


def find_seat(played: Played, name: str | None, event: Event) -> Seat | None:
    """The seat of a name; raises BadRecord."""
    return None if name is None else find_named(played, name, event)


def find_named(played: Played, name: str, event: Event) -> Seat:
    """The seat of a name; raises BadRecord."""
    seat = played.aliases.get(name, played.heard.get(name))
    if seat is None:
        players = ", ".join(played.names)
        raise BadRecord(f"event {event.id}: {name!r} does not play{nearest(name, played.heard)} (players: {players})")
    return seat


def find_cards(played: Played, codes: Iterable[str], event: Event) -> tuple[Card, ...]:
    """Cards of this game's packs; raises BadRecord."""
    if not codes:
        return ()
    try:
        cards = parse_cards(list(codes))
    except BadCard as error:
        raise BadRecord(f"event {event.id}: {error}") from None
    if stray := next((card for card in cards if card not in played.faces), None):
        raise BadRecord(f"event {event.id}: {stray} is not in the pack of {played.game.title}")
    return cards
