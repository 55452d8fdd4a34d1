"""How people at a rendered table answer the screen: truthfully, or by the product's own first choice."""

from __future__ import annotations

from collections import Counter

from companion.cli.ledger import DealLedger, Deed
from companion.people.poses import Pose
from companion.people.stage import Stage
from companion.questions import Open
from companion.view import AnswerQuestion

NEAR_MM = 30.0


def by_first_choice(question: Open) -> AnswerQuestion:
    """The likeliest cards, or the first word, as the screen offers them."""
    cards = tuple(str(card) for card, _ in question.choices[: question.count])
    option = question.options[0][0] if question.options and not cards else ""
    return AnswerQuestion(question.number, cards, option)


def truthfully(question: Open, ledger: DealLedger, stage: Stage) -> AnswerQuestion:
    """What really lies there or has happened."""
    at, about = getattr(question, "at", None), getattr(question, "about", None)
    deed = next((d for d in ledger.deeds if about is not None and d.event == about), None)
    if deed is not None:
        return AnswerQuestion(question.number, (doubted(question, deed),))
    if at is not None and question.count == 1:
        lying = [body for body in stage.timeline.resting() if body.pose.far(Pose(*at)) < NEAR_MM and body.up]
        nearest = min(lying, key=lambda body: body.pose.far(Pose(*at)), default=None)
        if nearest is not None:
            return AnswerQuestion(question.number, (nearest.code,))
    if (misread := suspected(question, ledger)) is not None:
        return AnswerQuestion(question.number, (misread,))
    waiting = next(iter(ledger.waiting), None) or next((d for d in reversed(ledger.deeds) if d.open), None)
    if waiting is None:
        return by_first_choice(question)
    cards = left_of(waiting, question)
    if question.options and not question.choices:
        return AnswerQuestion(question.number, (), worded(question, waiting))
    return AnswerQuestion(question.number, cards)


def left_of(deed: Deed, question: Open) -> tuple[str, ...]:
    """The cards of a deed that are asked for."""
    left = Counter(deed.act.cards) - Counter(question.sure)
    return tuple(str(card) for card in left.elements())[: question.count]


def suspected(question: Open, ledger: DealLedger) -> str | None:
    """The true card, where one is asked about that has been accepted: it was read as the first choice, or rightly."""
    if question.count != 1 or len(question.choices) != 2 or not str(question.words).startswith("Is this"):
        return None
    read, other = (card for card, _ in question.choices)
    for deed in reversed(ledger.deeds):
        if deed.event is not None and read in deed.told_cards:
            if read in deed.act.cards:
                return str(read)
            missing = list((Counter(deed.act.cards) - Counter(deed.told_cards)).elements())
            return str(missing[0]) if missing else str(other)
    return None


def doubted(question: Open, deed: Deed) -> str:
    """The true face of a card of a deed that is asked about."""
    index = int(getattr(question, "index", 0))
    read = deed.told_cards[index] if index < len(deed.told_cards) else None
    if read is not None and read in deed.act.cards:
        return str(read)
    missing = list((Counter(deed.act.cards) - Counter(deed.told_cards)).elements())
    return str(missing[0] if missing else read or deed.act.cards[0])


def worded(question: Open, deed: Deed) -> str:
    """The word that tells the truth: money thrown, a number, a name, else the first."""
    words = [word for word, _ in question.options]
    told = [
        f"seat {deed.act.seat}",
        "+".join(card.rank for card in deed.act.cards),
        deed.act.word,
        str(deed.act.count or len(deed.act.cards)),
    ]
    return next((word for word in told if word in words), words[0])
