"""Verdicts and findings: what the referee says of an event, with its proof in words.

Three kinds of trouble, three types (an unreadable card is the reader's, not ours): ``Impossible`` when a card is
already elsewhere, ``Illegal`` when it is against the rules, ``Doubtful`` when only the people can tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.cards import Card
from companion.texts import Text, text

Kind = Literal["ok", "illegal", "impossible", "question"]


@dataclass(frozen=True)
class Finding:
    """What was found: the event it is about, the seat (None: nobody is named), the rule, the proof in words."""

    about: int
    seat: int | None
    rule: str
    text: Text
    proof: tuple[Card, ...] = ()
    accepted: bool = False
    among: tuple[int, ...] = ()
    """it is proved that one of these events was against the rules, and not yet which"""


@dataclass(frozen=True)
class Verdict:
    """The referee's word on one event."""

    kind: Kind
    findings: tuple[Finding, ...] = ()
    text: Text | None = None
    stands: bool = False
    """against the rules, but the cards lie there and count"""
    also: tuple[Finding, ...] = ()
    """what has become, by this event, of that which lay there without counting: it counts now, stands, or goes back"""

    @property
    def taken(self) -> bool:
        """Whether the event took effect."""
        return self.kind == "ok" or self.stands

    @property
    def troubled(self) -> bool:
        """Whether something is wrong: a card may have been misread."""
        return self.kind in ("illegal", "impossible") or bool(self.findings)

    @property
    def words(self) -> Text | None:
        """What people are told at once: why it cannot be, and what has become of that which lay there."""
        said = [*([self.text] if self.text is not None else []), *(one.text for one in self.also)]
        if not said:
            return None
        told = said[0]
        for other in said[1:]:
            told = text("{one}. {other}", one=told, other=other)
        return told


class Refusal(Exception):
    """The event cannot stand as it is; says which rule and why, and which cards prove it."""

    kind: Kind = "illegal"

    def __init__(
        self, rule: str, text: Text, proof: tuple[Card, ...] = (), *, may_stand: bool = False, early: bool = False
    ) -> None:
        super().__init__(str(text))
        self.rule, self.text, self.proof, self.may_stand, self.early = rule, text, proof, may_stand, early


class Illegal(Refusal):
    """Against the rules of the game.

    ``may_stand``: the cards lie there, so the table may let it stand. ``early``: they lie there before their turn,
    and count when the missing ones have followed.
    """


class Impossible(Refusal):
    """A card that is already elsewhere, or more cards than a place holds: somebody's eyes err."""

    kind: Kind = "impossible"


class Doubtful(Refusal):
    """More than one meaning is possible; the people must tell."""

    kind: Kind = "question"
