"""The last acts of a deal at a rendered table, through pictures: what led there has been told by touch and left lying.

So a test that needs a few tricks before the camera does not pay for a whole deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.cli.croupier import Croupier
from companion.cli.ledger import DealLedger
from companion.cli.reality import Reality
from companion.cli.rendered import Plan, open_match, rendered_table
from companion.deal.dealer import next_act
from companion.evening.session import Session
from companion.evening.sitting import Acknowledged, Sitting
from companion.kept.journal import Journal
from companion.people.accidents import Accident
from companion.ports import Scene
from companion.rules.requests import Act
from companion.view import EnterCards, NewMatch, SayWord, TableView, View
from tests.companion.house import NAMES


@dataclass
class Seen:
    """What the people saw and heard."""

    events: list[tuple[str, str | None, tuple[str, ...]]] = field(default_factory=list)
    """everything that was acknowledged: what, who, which cards"""
    verdicts: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """every sentence of the screen, questions among them, as it came up"""
    scenes: list[tuple[int, Scene]] = field(default_factory=list)
    """what lay before the camera, moment by moment (ms)"""
    camera: str = ""
    """what is wrong with the camera, as it stands on the screen now"""

    def heard(self, told: Acknowledged) -> None:
        """An event was acknowledged."""
        self.events.append((told.event.do, told.event.seat, told.event.cards or ()))
        self.verdicts.append(told.answer.verdict.kind)

    def show(self, view: View) -> None:
        """The screen was drawn."""
        if isinstance(view, TableView):
            self.camera = view.camera
            question = view.question.sentence if view.question is not None else ""
            for sentence in (view.camera, view.message, question):
                if sentence and sentence not in self.said[-3:]:
                    self.said.append(sentence)

    @property
    def played(self) -> list[tuple[str | None, str]]:
        """Who has played which card, by all that was acknowledged, in order."""
        return [(seat, card) for do, seat, cards in self.events if do == "play" for card in cards]


def acts_of(sitting: Sitting, seed: int) -> list[Act]:
    """All acts of the deal as the people of a rendered table play it."""
    deal, truth = Reality(seed).begin(sitting.played)
    acts: list[Act] = []
    while deal.outcome is None:
        act = next_act(deal, truth, Random(f"{seed}/{sitting.played.number}/{len(acts)}"))
        assert deal.offer(act).taken
        truth.follow(deal.table)
        acts.append(act)
    return acts


def told_by_touch(session: Session, acts: Sequence[Act]) -> None:
    """Tell a session what has happened."""
    assert session.sitting is not None
    for act in acts:
        assert act.seat is not None
        place = session.sitting.place_of(act.seat)
        if act.word:
            session.handle(SayWord(place, act.word, act.do, tuple(map(str, act.cards)), act.ordinal))
        else:
            session.handle(EnterCards(act.do, place, tuple(map(str, act.cards)), act.count))


@contextmanager
def late_table(plan: Plan, left: int, folder: Path, accidents: Sequence[Accident]) -> Iterator[tuple[Croupier, Seen]]:
    """A table on which but ``left`` acts of the deal are to be played; accidents are counted from there."""
    with Journal(folder / "journal") as journal:
        before = Session(journal)
        before.new_match(NewMatch(plan.game, NAMES[: plan.players]), seed=plan.seed)
        assert before.sitting is not None
        acts = acts_of(before.sitting, plan.seed)
        told_by_touch(before, acts[:-left])
        assert len(before.sitting.deal.story) == len(acts) - left
        session, seen = Session(journal), Seen()
        plan.hear = seen.heard
        with rendered_table(session, plan) as croupier:
            croupier.accidents = list(accidents)
            look = croupier.now

            def now() -> Scene:
                seen.scenes.append((croupier.at_ms, look()))
                return seen.scenes[-1][1]

            croupier.now = now  # type: ignore[method-assign]
            croupier.evening.show = seen.show
            open_match(session, plan, NAMES, resume=True)
            yield croupier, seen


def ended(croupier: Croupier) -> DealLedger:
    """Play to the end of the deal; raises Stuck."""
    while not croupier.ledgers or croupier.ledger.exact is None:
        croupier.step()
    return croupier.ledger


def truly_played(croupier: Croupier) -> list[tuple[str, str]]:
    """Who has really played which card at this table, in order."""
    assert croupier.session.sitting is not None
    names = croupier.session.sitting.played.names
    deeds = [deed.act for deed in croupier.ledger.deeds if deed.act.do == "play" and deed.act.seat is not None]
    return [(names[act.seat], str(card)) for act in deeds for card in act.cards if act.seat is not None]
