"""Accidents at a table that is seen through pictures: drawn frame by frame, read, followed, and told or asked about.

Each happens in the last tricks of a deal. Whatever happens, the table ends as it really is, nobody is accused of what
he has not done, and no card is put down to a wrong player.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

import cv2
import pytest

from companion.cli.ledger import DealLedger
from companion.cli.rendered import Plan
from companion.people.accidents import Accident, Kind
from companion.ports import Scene
from tests.play.late import Seen, ended, late_table, truly_played

GAME, PLAYERS, SEED, LEVEL = "pinc", 3, 2, "home"
LEFT = 5
"""two cards of a trick of three, and the last trick"""


@dataclass
class Came:
    """What came of an accident."""

    seen: Seen
    ledger: DealLedger
    truth: list[tuple[str, str]]
    """who has really played which card"""

    @property
    def only_plays(self) -> bool:
        """Whether the product has told of the cards that were played, and of nothing else."""
        told = [one for one in self.seen.events if one[0] != "play"]
        return self.seen.played == self.truth and not told and set(self.seen.verdicts) == {"ok"}

    def lay(self, of: Callable[[Scene], bool]) -> int:
        """How long (ms) something was to be seen."""
        return sum(later - at for (at, scene), (later, _) in pairwise(self.seen.scenes) if of(scene))


@pytest.fixture(autouse=True)
def one_thread() -> None:
    cv2.setNumThreads(1)


def played(kind: Kind, folder: Path, act: int = 0, interval_ms: int = 100) -> Came:
    """Play on with an accident at an act; what must hold in any case is looked at."""
    plan = Plan(GAME, PLAYERS, SEED, level=LEVEL, interval_ms=interval_ms)
    with late_table(plan, LEFT, folder, [Accident(kind, act)]) as (croupier, seen):
        ledger = ended(croupier)
        came = Came(seen, ledger, truly_played(croupier))
    assert ledger.accidents == [kind]
    assert len(came.truth) == LEFT
    assert ledger.exact, (ledger.asked, seen.said)
    assert not ledger.false_findings
    assert not ledger.phantoms and all(deed.event is not None for deed in ledger.deeds)
    assert not any(deed.wrong_cards or deed.wrong_seat for deed in ledger.deeds)
    assert croupier.tally.wrong_accepted == croupier.tally.wrong_seats == 0
    return came


def faces(scene: Scene) -> set[str]:
    """The faces that lie open and still."""
    return {card.card for card in scene.cards if card.card is not None and card.lift == 0}


def shows(face: str, scene: Scene) -> bool:
    """Whether a face lies open and still."""
    return face in faces(scene)


def strays(came: Came, least_ms: int) -> set[str]:
    """The cards that lay there for so long and were not played."""
    shown = {face for _, scene in came.seen.scenes for face in faces(scene)}
    mine = {card for _, card in came.truth}
    return {face for face in shown - mine if came.lay(partial(shows, face)) >= least_ms}


def test_a_card_taken_back_at_once_never_was(tmp_path: Path) -> None:
    came = played("taken_back", tmp_path)
    assert came.only_plays and not came.ledger.asked


def test_a_card_taken_back_later_is_put_right(tmp_path: Path) -> None:
    """It counts, or is a breach that is pending, until it goes: then the card that was played counts in its place."""
    came = played("taken_back_late", tmp_path)
    assert len(came.ledger.asked) <= 1
    wrong = {card for _, card in came.seen.played} - {card for _, card in came.truth}
    assert wrong <= strays(came, 1500)
    assert not wrong or {"correct", "take_back", "undo"} & {do for do, _, _ in came.seen.events}


def test_of_two_cards_stuck_together_the_one_that_stays_was_played(tmp_path: Path) -> None:
    came = played("stuck", tmp_path)
    assert came.only_plays, "none of the two counts before it is clear which"
    assert len(came.ledger.asked) <= 1


def test_a_card_dropped_face_up_is_no_play(tmp_path: Path) -> None:
    came = played("dropped", tmp_path)
    assert came.only_plays and not came.ledger.asked


def test_of_a_trick_gathered_before_its_last_card_settled_that_card_is_asked(tmp_path: Path) -> None:
    came = played("gathered_early", tmp_path, act=1)
    assert came.only_plays
    who, card = came.truth[1]
    assert came.ledger.asked == [f"The trick is gone: which card did {who} play? {card}"]


def test_a_camera_that_was_bumped_is_told_and_play_goes_on(tmp_path: Path) -> None:
    came = played("bumped", tmp_path)
    assert came.only_plays and not came.ledger.asked
    assert "The camera has been pushed: the places on the table have been brought in line" in came.seen.said
    assert came.seen.camera == ""


def test_lights_off_are_told_and_nothing_is_lost(tmp_path: Path) -> None:
    came = played("lights", tmp_path)
    assert came.lay(lambda scene: scene.light == 0) >= 2000
    assert came.only_plays and not came.ledger.asked
    assert [said[:20] for said in came.seen.said] == ["The picture is black"]
    assert came.seen.camera == "", "it is light again"


def test_a_hand_that_rests_for_a_minute_is_no_news(tmp_path: Path) -> None:
    came = played("hand_rests", tmp_path, interval_ms=200)
    assert came.lay(lambda scene: bool(scene.hands)) >= 60_000
    assert came.only_plays and not came.ledger.asked


def test_a_card_laid_in_the_zone_of_another_is_put_down_to_who_laid_it(tmp_path: Path) -> None:
    came = played("other_zone", tmp_path)
    assert came.only_plays
    assert len(came.ledger.asked) <= 1 and all(asked.startswith("Who plays") for asked in came.ledger.asked)


def test_a_last_trick_turned_up_and_looked_at_is_no_play(tmp_path: Path) -> None:
    came = played("looked_at", tmp_path)
    assert max(len(faces(scene)) for _, scene in came.seen.scenes) >= PLAYERS + 2
    assert came.only_plays and not came.ledger.asked


def test_a_joker_in_a_game_without_is_told_of_and_goes(tmp_path: Path) -> None:
    came = played("joker", tmp_path)
    assert "XB" in strays(came, 1500)
    assert came.only_plays and not came.ledger.asked
    assert "Joker is no card of this game: take it away" in came.seen.said
