"""A match: deals until somebody has won, who deals next, and everything that may be said about them later.

``add`` takes one event and answers with what the referee says and which deals ended (again). Later deals keep
their events when an earlier one is corrected; only sums are made anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from companion.cards import BadCard, Card, Cards, parse_cards
from companion.deal import Deal, Outcome
from companion.events import AFTER_THE_END, META_VERBS, BadRecord, Event, to_event
from companion.game import Game, Start, find_game, nearest
from companion.history import History, Line
from companion.referee import Finding, Illegal, Refusal, Verdict
from companion.requests import Act
from companion.table import Seat, Table
from companion.texts import text


@dataclass(frozen=True)
class Header:
    """How a deal begins. ``players`` in the order of play; ``places`` their seats clockwise from above."""

    game: str
    players: tuple[str, ...]
    dealer: str | None = None
    places: tuple[str, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    start: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class DealEnd:
    """A deal that ended: points by seat, totals after it, and whether the match is decided by them."""

    number: int
    outcome: Outcome
    scores: Mapping[Seat, int]
    findings: tuple[Finding, ...]
    match_over: bool
    winners: tuple[Seat, ...]
    open: tuple[int, ...] = ()
    """events that no longer fit; then the deal has no points until they are settled"""


@dataclass(frozen=True)
class Answer:
    """What the referee says of an event, and the deals that ended by it or anew."""

    verdict: Verdict
    ended: tuple[DealEnd, ...] = ()
    open: tuple[int, ...] = ()


@dataclass
class Played:
    """One deal of the match: its header, its lines, its table."""

    number: int
    dealer: Seat
    game: Game
    rules: Mapping[str, str]
    start: Start
    base: dict[Seat, int] | None
    """scores given by the header; None: those of the deal before"""
    new_match: bool
    history: History = field(default_factory=History)
    deal: Deal = field(init=False)
    aliases: dict[str, Seat] = field(default_factory=dict)
    """every name a seat has had"""
    names: list[str] = field(default_factory=list)
    first_names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.first_names = tuple(self.names)
        self.deal = Deal(self.game.deal, self.new_table)

    def new_table(self) -> Table:
        """The table at the start of this deal."""
        table = Table(self.names, self.dealer, self.game.pack(len(self.names), self.rules), self.rules)
        self.game.set_up(table, self.start)
        return table


class Match:
    """Deals one after the other, at one table, in one game."""

    def __init__(self) -> None:
        self.deals: list[Played] = []

    # beginning a deal -----------------------------------------------------------------------------------------------

    def begin(self, header: Header) -> Played:
        """A new deal; raises BadRecord. The same people and game go on with the match unless it is over."""
        game = find_game(header.game)
        rules = game.check_rules(header.rules)
        names = check_names(header)
        game.check_players(len(names), rules)
        if unknown := next((key for key in header.start if key not in game.start_keys), None):
            raise BadRecord(f"start has no key {unknown!r} in {game.title}{nearest(unknown, game.start_keys)}")
        seats = {name: seat for seat, name in enumerate(names)}
        start = Start(header.start, seats)
        last = self.deals[-1] if self.deals else None
        goes_on = last is not None and last.game.id == game.id and set(last.deal.table.names) == set(names)
        over = goes_on and self.ends()[-1].match_over
        dealer = self._dealer(header, names, last if goes_on and not over else None)
        scores = {seat: check_score(value) for seat, value in start.by_seat("scores").items()}
        base = {seat: scores.get(seat, 0) for seat in range(len(names))} if "scores" in header.start else None
        played = Played(
            len(self.deals) + 1, dealer, game, rules, start, base, not goes_on or over,
            aliases=dict(seats), names=list(names),
        )  # fmt: skip
        self.deals.append(played)
        return played

    def _dealer(self, header: Header, names: tuple[str, ...], last: Played | None) -> Seat:
        named = header.dealer if header.dealer is not None else header.start.get("dealer")
        if named is not None:
            if named not in names:
                raise BadRecord(f"the dealer {named!r} does not play")
            return names.index(named)
        if last is None:
            return 0
        return names.index(last.deal.table.names[self.next_dealer()])

    def next_dealer(self) -> Seat:
        """Who deals next: the next in the order of play, or the same again after a void deal."""
        last = self.deals[-1]
        void = last.deal.outcome is not None and last.deal.outcome.void
        return last.dealer if void else (last.dealer + 1) % len(last.names)

    @property
    def now(self) -> Played:
        """The deal that is being played, or the last one."""
        if not self.deals:
            raise BadRecord("a record begins with its header")
        return self.deals[-1]

    # events ---------------------------------------------------------------------------------------------------------

    def add(self, event: Event) -> Answer:
        """Take an event of the current deal, or a later word about an earlier one.

        Raises BadRecord for what cannot be read or has no place; everything else gets a verdict.
        """
        played = self._about(event)
        if self._taken(event.id):
            raise BadRecord(f"the id {event.id} is used twice")
        if played.deal.outcome is not None and event.do not in AFTER_THE_END and not shown_again(played, event):
            raise BadRecord(f"event {event.id}: the deal is over; there is nothing to {event.do}")
        self._check(played, event)
        was = self.ends()[played.number - 1 :]
        if event.do in META_VERBS:
            verdict = self._rewrite(played, event)
        elif any(line.open for line in played.history.lines.values()):
            verdict = self._append_anew(played, event)
        else:
            verdict = self._append(played, event)
        still = tuple(n for n, line in played.history.lines.items() if line.open and line.alive)
        return Answer(verdict, changed_ends(was, self.ends()[played.number - 1 :]), still)

    def _taken(self, number: int) -> bool:
        return any(number in played.history.lines for played in self.deals)

    def _about(self, event: Event) -> Played:
        """The deal an event belongs to: that of the event it is about, else the current one."""
        about = event.after if event.do == "insert" and event.after else event.about
        if about is None:
            return self.now
        for played in self.deals:
            if about in played.history.lines:
                return played
        raise BadRecord(f"event {event.id} is about event {about}, which does not exist")

    def _check(self, played: Played, event: Event) -> None:
        """Names and cards must exist, whatever the verdict; raises BadRecord."""
        to_act(played, event)
        if event.do == "insert":
            if event.event is None:
                raise BadRecord(f"event {event.id}: an insert needs an event")
            inner = to_event({**event.event, "id": event.id})
            if inner.do in META_VERBS:
                raise BadRecord(f"event {event.id}: only an event of the table can be inserted, not {inner.do!r}")
            to_act(played, inner)

    def _append(self, played: Played, event: Event) -> Verdict:
        line = played.history.add(event)
        return self._offer(played, line, event)

    def _append_anew(self, played: Played, event: Event) -> Verdict:
        """While something does not fit, a new event may be what it waited for: tell the story again."""
        line = played.history.add(event)
        self._retell(played)
        if line.open:
            line.open, line.fate = False, "void"
            verdict = self._offer(played, line, event)
            return verdict
        return Verdict("ok")

    def _offer(self, played: Played, line: Line, event: Event) -> Verdict:
        stage = played.deal.table.stage
        line.stage = stage
        try:
            verdict = self._tell(played, event)
        except Refusal as refusal:
            verdict = Verdict(refusal.kind, (Finding(event.id, None, refusal.rule, refusal.text),), refusal.text)
        effect = verdict.kind == "ok" or any(f.about == event.id for f in played.deal.table.findings)
        line.fate = "ok" if effect else "void"
        if played.deal.pending and played.deal.pending[0].id == event.id:
            line.fate = "ok"
        whose = played.deal.whose(event.id)
        line.seat = event.seat or (None if whose is None else played.names[whose])
        return verdict

    def _tell(self, played: Played, event: Event) -> Verdict:
        """Give one event to the deal."""
        act = to_act(played, event)
        if event.do == "result":
            played.deal.finish(played.game.result(played.deal.table, event))
            return Verdict("ok")
        if event.do == "note" and event.what == "agree":
            points = event.points if isinstance(event.points, dict) else {}
            agreed = {seat: points.get(name, 0) for seat, name in enumerate(played.deal.table.names)}
            played.deal.finish(Outcome(agreed, note="agree"))
            return Verdict("ok")
        if event.do == "note" and event.what == "substitute":
            self._substitute(played, act, event)
            return Verdict("ok")
        return played.deal.offer(act)

    def _substitute(self, played: Played, act: Act, event: Event) -> None:
        if act.seat is None or not event.name:
            raise Illegal("substitute", text("A substitute needs a seat and a name"))
        taken = played.aliases.get(event.name)
        if taken is not None and taken != act.seat:
            raise Illegal("substitute", text("{name} sits at this table already", name=event.name))
        played.aliases[event.name] = act.seat
        played.names[act.seat] = event.name

    def _rewrite(self, played: Played, event: Event) -> Verdict:
        history = played.history
        line = history.add(event)
        try:
            if event.do == "undo":
                history.undo(event)
            elif event.do == "redo":
                history.redo(event)
            elif event.do == "correct":
                history.correct(event)
                self._check_corrected(played, event)
            line.fate = "ok"
        except Refusal as refusal:
            line.alive, line.fate = False, "void"
            return Verdict(refusal.kind, (Finding(event.id, None, refusal.rule, refusal.text),), refusal.text)
        except BadRecord:
            del history.lines[event.id]
            raise
        self._retell(played)
        misfits = [n for n, other in history.lines.items() if other.open and other.alive]
        if misfits:
            words = text("Some events no longer fit: {ids}", ids=", ".join(map(str, misfits)))
            return Verdict("question", (), words)
        return Verdict("ok")

    def _check_corrected(self, played: Played, event: Event) -> None:
        """What a correction makes must be readable; raises BadRecord."""
        for other in played.history.lines.values():
            if not other.meta or other.event.do == "insert":
                told = played.history.told(other)
                to_act(played, told)

    def _retell(self, played: Played) -> None:
        """Play the story again from the start. What does not fit waits, and is tried again after each event."""
        played.deal.close()
        played.names[:] = played.first_names
        played.deal = Deal(played.game.deal, played.new_table)
        waiting: list[tuple[Line, Event]] = []
        for line, event in played.history.story():
            if line.fate == "void" and not played.history.corrected(line):
                continue
            waiting.append((line, event))
            progress = True
            while progress:
                progress = False
                for item in list(waiting):
                    if self._fits(played, *item):
                        waiting.remove(item)
                        progress = True
                        break
        for line, _ in waiting:
            line.open = True

    def _fits(self, played: Played, line: Line, event: Event) -> bool:
        pinned = line.stage and line.fate == "ok" and event.do not in ("note", "claim", "accept", "take_back")
        if pinned and played.deal.table.stage != line.stage and played.deal.outcome is None:
            return False
        if played.deal.outcome is not None and event.do not in AFTER_THE_END and not shown_again(played, event):
            return False
        event = replace_seat(event, line.seat) if event.seat is None else event
        try:
            verdict = self._tell(played, event)
            if verdict.kind == "impossible" and line.fate == "ok":
                return self._with_holes(played, line, event, verdict)
        except (Refusal, BadRecord):
            return False
        pending = played.deal.pending is not None and played.deal.pending[0].id == event.id
        punished = any(f.about == event.id for f in played.deal.table.findings)
        if verdict.kind != "ok" and not pending and not punished:
            return False
        line.open = False
        if line.fate != "ok" or not line.stage:
            line.fate = "ok"
            line.stage = line.stage or played.deal.table.stage
        return True

    def _with_holes(self, played: Played, line: Line, event: Event, verdict: Verdict) -> bool:
        """A card that a correction has put elsewhere: it lies here with its face open, and stays a question.

        The showdown asks for every face that is still open, so no hand is ever scored with a hole.
        """
        act = to_act(played, event)
        taken = Counter(act.cards) - played.deal.table.unseen()
        if verdict.findings[0].rule != "card_seen_twice" or event.do not in ("turn", "show"):
            return False
        cards = tuple((Counter(act.cards) - taken).elements())
        if event.do == "show" and not cards:
            return False
        told = played.deal.offer(replace(act, cards=cards, count=taken.total()))
        line.open = True
        return told.kind == "ok"

    # scores ---------------------------------------------------------------------------------------------------------

    def ends(self) -> list[DealEnd]:
        """Every deal so far with the totals after it (unfinished deals have an empty outcome)."""
        found: list[DealEnd] = []
        scores: dict[Seat, int] = {}
        for i, played in enumerate(self.deals):
            if played.new_match or not scores:
                scores = dict.fromkeys(range(len(played.names)), 0)
            else:
                before = self.deals[i - 1].names
                scores = {seat: scores[seat_before(before, played, seat)] for seat in scores}
            if played.base is not None:
                scores = dict(played.base)
            misfits = tuple(n for n, line in played.history.lines.items() if line.open and line.alive)
            outcome = played.deal.outcome or Outcome(note="open")
            for seat in scores:
                scores[seat] += outcome.points.get(seat, 0) + played.deal.penalties.get(seat, 0)
            won = () if played.deal.outcome is None else played.game.winners(scores, played.rules)
            over = bool(won) or outcome.ends_match
            if outcome.ends_match and not won:
                won = leaders(scores, outcome.conceded)
            findings = tuple(played.deal.table.findings)
            found.append(DealEnd(played.number, outcome, dict(scores), findings, over, won, misfits))
        return found


def changed_ends(was: Sequence[DealEnd], now: Sequence[DealEnd]) -> tuple[DealEnd, ...]:
    """The deals to tell anew: those from the first that changed on, as far as they have (or had) ended."""
    if list(was) == list(now):
        return ()
    told = zip(was, now, strict=True)
    return tuple(new for old, new in told if old.outcome.note != "open" or new.outcome.note != "open")


def leaders(scores: Mapping[Seat, int], conceded: Seat | None) -> tuple[Seat, ...]:
    """Who leads when a match ends early; one who gave up cannot."""
    others = {seat: points for seat, points in scores.items() if seat != conceded}
    top = max(others.values())
    return tuple(seat for seat, points in others.items() if points == top)


def seat_before(names_before: list[str], played: Played, seat: Seat) -> Seat:
    """The number that a player had in the deal before (headers may list the players from another one)."""
    name = played.first_names[seat]
    return names_before.index(name) if name in names_before else seat


def replace_seat(event: Event, seat: str | None) -> Event:
    """The event with its seat filled in."""
    return msgspec.structs.replace(event, seat=seat)


def check_names(header: Header) -> tuple[str, ...]:
    """The players' names; raises BadRecord if two are the same or places differ from players."""
    names = header.players
    if len(set(names)) != len(names) or not all(isinstance(n, str) and n.strip() for n in names):
        raise BadRecord("every player needs a name of his own")
    if header.places and sorted(header.places) != sorted(names):
        raise BadRecord("places must name the same people as players")
    return names


def check_score(value: Any) -> int:
    """A score of a header; raises BadRecord."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRecord(f"a score is a whole number, not {value!r}")
    return value


def shown_again(played: Played, event: Event) -> bool:
    """Whether somebody only shows what is known already, after the end."""
    if event.do not in ("show", "take"):
        return False
    try:
        act = to_act(played, event)
        played.deal.again(act)
    except (Refusal, BadRecord):
        return False
    return True


def to_act(played: Played, event: Event) -> Act:
    """The event with seat and cards resolved; raises BadRecord for unknown players and cards."""
    seat = find_seat(played, event.seat, event)
    against = find_seat(played, event.against, event)
    cards = find_cards(played, event.cards or (), event)
    for name in event.points if isinstance(event.points, dict) else ():
        find_seat(played, name, event)
    word = event.what or event.word or event.option or ""
    number = event.points if event.do == "note" and isinstance(event.points, int) else event.amount
    count = event.count or 0
    if count < 0:
        raise BadRecord(f"event {event.id}: count cannot be negative")
    return Act(event.do, seat, cards, count, number, word, event.about, against, event.id)


def find_seat(played: Played, name: str | None, event: Event) -> Seat | None:
    """The seat of a name; raises BadRecord."""
    if name is None:
        return None
    if name not in played.aliases:
        players = ", ".join(played.names)
        raise BadRecord(f"event {event.id}: {name!r} does not play{nearest(name, played.aliases)} (players: {players})")
    return played.aliases[name]


def find_cards(played: Played, codes: Iterable[str], event: Event) -> tuple[Card, ...]:
    """Cards of this game's packs; raises BadRecord."""
    known: Cards = played.deal.table.pack + played.game.money_pack(len(played.names))
    try:
        cards = parse_cards(list(codes))
    except BadCard as error:
        raise BadRecord(f"event {event.id}: {error}") from None
    if stray := next((card for card in cards if card not in known), None):
        raise BadRecord(f"event {event.id}: {stray} is not in the pack of {played.game.title}")
    return cards
