"""How people at a rendered table answer the screen: truthfully, or by the product's own first choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.cli.ledger import DealLedger, Deed
from companion.evening.questions import AS_READ, Open, key
from companion.evening.suspects import SHOWING
from companion.people.poses import Pose
from companion.people.stage import Stage
from companion.scribe import NOTHING_NEW
from companion.table.table import Seat
from companion.view import AnswerQuestion

NEAR_MM = 30.0
SAME_MM = 8.0
"""cards nearer than this to a point lie there, one upon the other"""


def by_first_choice(question: Open) -> AnswerQuestion:
    """The likeliest cards, or the first word, as the screen offers them."""
    cards = tuple(str(card) for card, _ in question.choices[: question.count])
    option = question.options[0][0] if question.options and not cards else ""
    return AnswerQuestion(question.number, cards, option)


def truthfully(
    question: Open, ledger: DealLedger, stage: Stage, holder: Callable[[str], Seat | None], shown: str | None = None
) -> AnswerQuestion:
    """What really lies there or has happened.

    ``holder``: whose hand holds a card; ``shown``: the face of the card whose picture the question has shown.
    """
    at, about = question.at, question.about
    if any(option == "take_back" for option, _ in question.options):
        up = any(deed.act.do == "take" for deed in ledger.waiting)
        return AnswerQuestion(question.number, (), "take" if up else "take_back")
    if at is not None and question.options and not question.choices:
        code = shown or code_at(stage, at)
        if code is not None and any(code[0] == option for option, _ in question.options):
            return AnswerQuestion(question.number, (), code[0])  # (what a money card is worth)
        if code is not None and told_before(code, ledger) and NOTHING_NEW in dict(question.options):
            return AnswerQuestion(question.number, (), NOTHING_NEW)
        word = f"seat {layer(ledger, code, holder)}"
        if code is not None and any(word == option for option, _ in question.options):
            return AnswerQuestion(question.number, (), word)
    if question.rivals:
        return AnswerQuestion(question.number, (), misread_of(question, ledger))
    deed = next((d for d in ledger.deeds if about is not None and d.event == about), None)
    if deed is not None:
        return AnswerQuestion(question.number, (doubted(question, deed),))
    if at is not None and question.count == 1 and not (question.options and not question.choices):
        code = shown or code_at(stage, at)
        if any(option == NOTHING_NEW for option, _ in question.options) and told_before(code, ledger):
            return AnswerQuestion(question.number, (), NOTHING_NEW)
        if code is not None:
            return AnswerQuestion(question.number, (code,))
    if (misread := suspected(question, ledger)) is not None:
        return AnswerQuestion(question.number, (misread,))
    able = [d for d in ledger.waiting if d.act.cards or d.act.do == "discard" or question.options]
    waiting = next((d for d in able if ledger.name_of(d) == question.words.values.get("name")), next(iter(able), None))
    waiting = waiting or next((d for d in reversed(ledger.deeds) if d.open), None)
    if waiting is None:
        return by_first_choice(question)
    cards = left_of(waiting, question)
    if question.options and not question.choices:
        return AnswerQuestion(question.number, (), worded(question, waiting))
    return AnswerQuestion(question.number, cards)


def by_mistake(question: Open, stage: Stage, ms: int) -> bool:
    """Whether a question is about a card that lies there by accident and is about to be taken away."""
    at, timeline = question.at, stage.timeline
    if at is None:
        return False
    strays = [body for body in timeline.bodies.values() if body.number < 0]
    return any(timeline.pose(body, ms).far(Pose(*at)) < NEAR_MM for body in strays)


def code_at(stage: Stage, at: tuple[float, float]) -> str | None:
    """The face of the card that lies nearest to a point, None if none is near."""
    lying = [body for body in stage.timeline.resting() if body.pose.far(Pose(*at)) < NEAR_MM and body.up]
    nearest = min(lying, key=lambda body: (round(body.pose.far(Pose(*at)) / 5), -body.order), default=None)
    return None if nearest is None else nearest.code


def shown(question: Open, stage: Stage, ledger: DealLedger, ms: int) -> str | None:
    """The face of the card whose picture a question shows, of those that lie at its point at that moment, or are just
    being taken up: the one that the product has not told of yet, the oldest of several; else the topmost."""
    if question.at is None:
        return None
    at, timeline = Pose(*question.at), stage.timeline
    lying = [
        body for body in timeline.bodies.values()
        if body.up and (timeline.pose(body, ms).far(at) < SAME_MM or any(g.a.far(at) < SAME_MM for g in body.glides))
    ]  # fmt: skip
    codes = [body.code for body in sorted(lying, key=lambda body: -body.order)]
    waiting = (str(card) for deed in ledger.waiting for card in deed.act.cards)
    return next((code for code in waiting if code in codes), next(iter(codes), None))


def told_before(code: str | None, ledger: DealLedger) -> bool:
    """Whether the card that lies there is one that the product has rightly told of, or there is none and none waits."""
    if code is None:
        return not any(deed.act.cards for deed in ledger.waiting)
    shown = (deed for deed in reversed(ledger.deeds) if deed.act.do in SHOWING and code in map(str, deed.act.cards))
    last = next(shown, None)
    return last is not None and last.event is not None and code in map(str, last.told_cards)


def layer(ledger: DealLedger, code: str | None, holder: Callable[[str], Seat | None]) -> Seat | None:
    """Who has laid a card, or holds it still: it fell out of his hand, or goes back there."""
    for deed in reversed(ledger.deeds):
        if code is not None and code in [str(card) for card in deed.act.cards]:
            return deed.act.seat
    return None if code is None else holder(code)


def left_of(deed: Deed, question: Open) -> tuple[str, ...]:
    """The cards of a deed that are asked for."""
    left = Counter(deed.act.cards) - Counter(question.sure)
    return tuple(str(card) for card in left.elements())[: question.count]


def suspected(question: Open, ledger: DealLedger) -> str | None:
    """The true card, where one is asked about that has been accepted: it was read as the first choice, or rightly."""
    if question.count != 1 or len(question.choices) != 2 or not str(question.words).startswith("Is this"):
        return None
    both = [card for card, _ in question.choices]
    for deed in reversed(ledger.deeds):
        read = next((card for card in both if card in deed.told_cards), None)
        if deed.event is not None and read is not None:
            other = both[1 - both.index(read)]
            if read in deed.act.cards:
                return str(read)
            missing = list((Counter(deed.act.cards) - Counter(deed.told_cards)).elements())
            return str(missing[0]) if missing else str(other)
    return None


def doubted(question: Open, deed: Deed) -> str:
    """The true face of a card of a deed that is asked about."""
    index = question.index
    read = deed.told_cards[index] if index < len(deed.told_cards) else None
    if read is not None and read in deed.act.cards:
        return str(read)
    missing = list((Counter(deed.act.cards) - Counter(deed.told_cards)).elements())
    return str(missing[0] if missing else read or deed.act.cards[0])


def misread_of(question: Open, ledger: DealLedger) -> str:
    """Which of several doubted cards was misread."""
    for misread in question.rivals:
        deed = next((d for d in ledger.deeds if d.event == misread.event), None)
        if deed is not None and misread.read not in deed.act.cards:
            return key(misread)
    return AS_READ


def worded(question: Open, deed: Deed) -> str:
    """The word that tells the truth: money thrown, a number, a name, else the first."""
    words = [word for word, _ in question.options]
    told = [
        " ".join(sorted(map(str, deed.act.cards))),
        f"seat {deed.act.seat}",
        "+".join(card.rank for card in deed.act.cards),
        deed.act.word,
        str(deed.act.count or len(deed.act.cards)),
    ]
    return next((word for word in told if word in words), words[0])
