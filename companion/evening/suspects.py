"""Suspect the reader before the player: whether one misread card explains a finding nearly as well as a breach.

Before a finding is spoken, every card that the camera has read in this deal is weighed again: with each of its second
choices in its place the story is told once more. If the trouble is gone then, people are asked about that card
("is this the jack of clubs?") and nobody is accused. Cards told by touch have no second choices: they are not doubted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from companion.cards import BadCard, Card
from companion.deal.deal import Deal
from companion.events import BadRecord, Event
from companion.match.acts import to_act
from companion.match.history import Line
from companion.match.played import Played
from companion.referee import Refusal
from companion.rules.requests import Act
from companion.scribe import followers, forced

Readings = Mapping[int, Sequence[Mapping[str, float]]]
"""by event the odds of each card it names, as the reader told them"""
Wrong = tuple[int, int | None, str]
"""something that is wrong with a story: the event it is about, whose it was, which rule"""
BREACH = 1e-3
"""how often people break a rule, for each card they play (they rarely do)"""
NEARLY = 0.1
"""a misread that is this much less likely than a breach is still asked about"""

MOST_TRIED = 40
"""so many misreads are tried, each by telling the whole story again"""
UNSAID = ("draw",)
"""what goes without saying is done when the rules have come to it: another face may let something else come first"""
SHOWING = ("play", "turn", "show")
"""the verbs that bring cards to light"""


@dataclass(frozen=True)
class Misread:
    """A card of an event that may have been another: which of its cards, as what it was read, and what it may be.

    ``odds``: how likely the other face is beside the one that was read.
    """

    event: int
    index: int
    read: Card
    face: Card | None
    """None: any face but the one that was read, for that lies elsewhere"""
    odds: float


def doubt(played: Played, readings: Readings) -> Misread | None:
    """The likeliest misread that explains the newest trouble of a deal; None: none does nearly as well as a breach."""
    return next(iter(doubts(played, readings)), None)


def doubts(played: Played, readings: Readings, event: int | None = None) -> list[Misread]:
    """For each card that, read otherwise, explains the newest trouble of a deal its likeliest misread; likeliest first.

    ``event``: the one that made the trouble, if it is not the newest; what came later is not weighed. A finding that
    was made before and counts only now is nothing new: the cards it rests on were doubted then. A refusal always is,
    even if it lets something happen that had waited, so that the story has no more trouble than before.
    """
    story = told(played, event)
    usual = trouble(played, story[:-1])
    if story[-1][0].fate == "ok" and trouble(played, story) <= usual:
        return []
    found: dict[tuple[int, int], Misread] = {}
    for misread in candidates(played, story, readings):
        card = misread.event, misread.index
        if card not in found and trouble(played, story, misread) <= usual:
            found[card] = misread
    twice = None if found else seen_twice(played, story, readings)
    return [*found.values()] if twice is None else [twice]


def foresee(played: Played, readings: Readings, event: Event) -> Misread | None:
    """The likeliest misread that explains what would be wrong with an event that has not come yet."""
    story = [*told(played)]
    usual = trouble(played, story)
    after = unsaid(played, event)
    before, last = [one for one in story if one[1].id not in after], [one for one in story if one[1].id in after]
    if trouble(played, [*before, (Line(event), event), *last]) <= usual:
        return None
    for misread in candidates(played, story, readings):
        otherwise = renamed(event, misread)
        if trouble(played, [*before, (Line(otherwise), otherwise), *last], misread) <= usual:
            return misread
    return None


def unsaid(played: Played, event: Event) -> tuple[int, ...]:
    """What went without saying after the newest card, though a capture comes first; the newest of it first."""
    if event.do != "take":
        return ()
    newest = next((act.id for act in reversed(played.deal.story) if act.do not in UNSAID or act.cards), None)
    return followers(played.deal, newest)


def renamed(event: Event, misread: Misread) -> Event:
    """An event that takes cards which lie there, by what a misread one would be."""
    cards = [*(event.cards or ())]
    if event.do != "take" or str(misread.read) not in cards or misread.face is None:
        return event
    cards[cards.index(str(misread.read))] = str(misread.face)
    return msgspec.structs.replace(event, cards=tuple(cards))


def fits(played: Played, correction: Event, without: Sequence[int] = ()) -> bool:
    """Whether an event of a deal may as well have named the cards that a correction gives it.

    ``without``: events that are undone before.
    """
    story = told(played)
    amended = [
        (line, msgspec.structs.replace(event, cards=correction.cards) if event.id == correction.about else event)
        for line, event in story
        if event.id not in without
    ]
    return trouble(played, amended) <= trouble(played, story)


def seen_twice(played: Played, story: Sequence[tuple[Line, Event]], readings: Readings) -> Misread | None:
    """The newest event names a card that was read before: then that was another, though no second choice says so."""
    *before, (last, newest) = story
    known = {code for code, ref in zip(newest.cards or (), last.refs, strict=False) if ref is not None}
    for code in dict.fromkeys(newest.cards or () if newest.do in SHOWING else ()):
        face = face_of(code)
        if face is None or face not in played.faces or code in known:  # (what was shown is played: it is that card)
            continue
        showed = [
            (event.id, i) for line, event in before for i, one in enumerate(event.cards or ())
            if one == code and event.do in SHOWING and (i >= len(line.refs) or line.refs[i] is None)
        ]  # fmt: skip
        if len(showed) < played.deal.table.pack[face]:
            continue
        for number, index in showed:
            odds = readings.get(number, ())
            if index < len(odds) and odds[index].get(code, 0.0) < 1.0:
                return Misread(number, index, face, None, 0.0)
    return None


def told(played: Played, event: int | None = None) -> list[tuple[Line, Event]]:
    """What has happened up to an event (the newest), that event included even if it was refused."""
    story = played.history.story()
    end = next((i for i, item in enumerate(story) if item[1].id == event), len(story) - 1)
    return [item for i, item in enumerate(story[: end + 1]) if item[0].fate == "ok" or i == end]


def candidates(played: Played, story: Sequence[tuple[Line, Event]], readings: Readings) -> list[Misread]:
    """The second choices of cards that were read, likeliest first, of equal ones the newest; MOST_TRIED at most."""
    found: list[tuple[float, int, Misread]] = []
    for age, (_, event) in enumerate(reversed(story)):
        for index, odds in enumerate(readings.get(event.id, ())):
            if index >= len(event.cards or ()):
                continue
            read = (event.cards or ())[index]
            for code, p in odds.items():
                face = face_of(code)
                share = p / max(odds.get(read, 0.0), 1e-9)
                if code != read and face in played.faces and share >= NEARLY * BREACH:
                    found.append((-share, age, Misread(event.id, index, Card.parse(read), face, share)))
    found.sort(key=lambda one: one[:2])
    return [misread for _, _, misread in found[:MOST_TRIED]]


def face_of(code: str) -> Card | None:
    """The card of a code, None for what is no card."""
    try:
        return Card.parse(code)
    except BadCard:
        return None


def refused(deal: Deal, act: Act) -> set[Wrong]:
    """What is wrong with an act that a deal does not take, after what goes without saying where it waits for that."""
    if (follows := forced(deal)) is not None and not any(act.do in r.verbs for r in deal.asking):
        deal.offer(follows)
    try:
        verdict = deal.offer(act)
    except (Refusal, BadRecord):
        return {(act.id, act.seat, "refused")}
    if verdict.taken:
        return set()
    return {(f.about, f.seat, f.rule) for f in verdict.findings} or {(act.id, act.seat, verdict.kind)}


def trouble(played: Played, story: Sequence[tuple[Line, Event]], misread: Misread | None = None) -> int:
    """How much is wrong with a story, with one card read otherwise: refusals and findings.

    What is refused and found to stand later is one thing.
    """
    deal = Deal(played.game.deal, played.new_table)
    wrong: set[Wrong] = set()
    waiting: list[Act] = []
    for line, event in story:
        act = to_act(played, event)
        if act.seat is None and line.player is not None:
            act = replace(act, seat=line.player)
        if misread is not None and misread.face is not None and event.id == misread.event:
            cards = [*act.cards]
            cards[misread.index] = misread.face
            act = replace(act, cards=tuple(cards))
        odd = refused(deal, act)
        if not odd:
            while (next_one := next((one for one in waiting if not refused(deal, one)), None)) is not None:
                waiting.remove(next_one)
        elif act.do in UNSAID and not act.cards:
            waiting.append(act)
        else:
            wrong |= odd
    wrong |= {(f.about, f.seat, f.rule) for f in deal.table.findings}
    deal.close()
    return len(wrong) + len(waiting)
