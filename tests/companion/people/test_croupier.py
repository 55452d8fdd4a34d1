"""People at the table and the product: they play on by themselves, and answer what it asks; deeds are written down."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.cli.croupier import Croupier
from companion.cli.evening import Evening
from companion.cli.ledger import DealLedger, Deed
from companion.cli.rendered import PANELS, Plan, ScreenPanel, open_match
from companion.evening.questions import Open
from companion.evening.session import Session
from companion.kept.journal import Journal
from companion.people.habits import Habits
from companion.people.paper_eyes import PaperCamera, PaperEyes
from companion.ports import Placement
from companion.rules.requests import Act
from companion.view import AnswerQuestion
from hardware.lights import NoLights
from tests.companion.house import NAMES
from tests.companion.people.acted import HABITS
from tests.companion.perfect import Odds, certain, perfect_table


@contextmanager
def seated(
    folder: Path, game: str, players: int, seed: int, level: str = "clean", odds: Odds = certain
) -> Iterator[Croupier]:
    """People of a level at a table that is seen perfectly, a match begun."""
    session = Session(Journal(folder / "journal"))
    with perfect_table(session, players, seed, odds) as croupier:
        croupier.habits = HABITS[level]
        open_match(session, Plan(game, players, seed), NAMES, resume=False)
        yield croupier


def played(croupier: Croupier) -> DealLedger:
    """One deal to its end."""
    while not croupier.ledgers or croupier.ledger.exact is None:
        croupier.step()
    return croupier.ledger


@pytest.mark.parametrize("level", ["clean", "home", "pub"])
@pytest.mark.parametrize("game", ["kvinto", "tri_sedmice"])
def test_people_play_at_their_own_tempo_and_nothing_is_missed(game: str, level: str, tmp_path: Path) -> None:
    with seated(tmp_path, game, 4, 4, level) as croupier:
        ledger = played(croupier)
    assert ledger.exact and ledger.asked == [] and ledger.touches == 0
    assert all(deed.event is not None for deed in ledger.deeds)
    assert not any(deed.wrong_cards or deed.wrong_seat for deed in ledger.deeds)
    times = [deed.rest_ms for deed in ledger.deeds if deed.seen]
    assert times == sorted(times) and all(delay > 0 for delay in ledger.delays_ms)


def test_who_is_quick_does_not_wait_for_the_product(tmp_path: Path) -> None:
    """Some cards lie there before the one before them has been told."""
    with seated(tmp_path, "kvinto", 4, 4, "pub") as croupier:
        ledger = played(croupier)
    deeds = [deed for deed in ledger.deeds if deed.seen]
    quick = [one for one, later in pairwise(deeds) if later.rest_ms < (one.told_ms or 0)]
    assert quick


def torn(card: Placement) -> dict[str, float]:
    """Every third card is read as two faces, the wrong one a little likelier."""
    code, twin = str(card.card), {"S": "C", "C": "S", "H": "D", "D": "H"}
    if sum(map(ord, code)) % 3 or code.startswith("X"):
        return {code: 0.999}
    return {code[0] + twin[code[1]]: 0.5, code: 0.49}


def test_people_answer_truthfully_and_the_deal_is_exact(tmp_path: Path) -> None:
    with seated(tmp_path, "crveni_tepih", 3, 9, odds=torn) as croupier:
        ledger = played(croupier)
    assert ledger.exact and ledger.questions > 0
    assert all(not deed.wrong_cards for deed in ledger.deeds)


def test_by_its_own_first_choice_the_product_may_go_wrong_and_that_is_seen(tmp_path: Path) -> None:
    given: list[AnswerQuestion] = []
    with seated(tmp_path, "crveni_tepih", 3, 9, odds=torn) as croupier:
        croupier.answers = "first"
        said = croupier._said

        def answered(question: Open, shown: str | None) -> AnswerQuestion:
            given.append(said(question, shown))
            return given[-1]

        croupier._said = answered  # type: ignore[method-assign]
        for _ in range(6):
            croupier.step()
        first = [deed for deed in croupier.ledger.deeds if deed.event is not None and deed.wrong_cards]
    assert given
    assert first, "the likelier face was the wrong one"


def test_a_breach_is_planted_and_found(tmp_path: Path) -> None:
    with seated(tmp_path, "kvinto", 4, 3) as croupier:
        croupier.habits = replace(croupier.habits, breaches=1.0)
        for _ in range(40):
            croupier.step()
            if croupier.ledger.planted:
                break
        croupier.until(croupier.at_ms + 3000)
        ledger = croupier.ledger
        (deed, seat, _rule) = ledger.planted[0]
    act = next(one for one in ledger.deeds if one.id == deed).act
    assert act.seat == seat
    assert (deed, seat) in {(about, who) for about, who, _ in ledger.truth_findings} or not ledger.truth_findings


def test_more_people_than_a_pi_has_pins_press_all_the_same(tmp_path: Path) -> None:
    session = Session(Journal(tmp_path / "journal"))
    croupier: Croupier
    panel = ScreenPanel(lambda: croupier.now_ms())
    eyes = PaperEyes(lambda: croupier.now(), Random(2))
    evening = Evening(session, panel, NoLights(), PaperCamera(), eyes)
    croupier = Croupier(evening, panel, 2, Habits())
    session.on_event = croupier.heard
    players = PANELS + 2
    open_match(session, Plan("poker", players, 2), tuple(f"P{n}" for n in range(players)), resume=False)
    for _ in range(8):
        croupier.step()
    assert croupier.events >= 8
    panel.close()


def test_they_go_on_after_a_restart_where_they_were(tmp_path: Path) -> None:
    """The same people, the same cards: what is told afterwards is what would have been told."""
    whole = Session(Journal(tmp_path / "whole"))
    with perfect_table(whole, 4, 6) as croupier:
        open_match(whole, Plan("kvinto", 4, 6), NAMES, resume=False)
        for _ in range(20):
            croupier.step()
        scores = list(map(str, (deed.act for deed in croupier.ledger.deeds)))
    halved = Session(Journal(tmp_path / "halved"))
    with perfect_table(halved, 4, 6) as croupier:
        open_match(halved, Plan("kvinto", 4, 6), NAMES, resume=False)
        for _ in range(9):
            croupier.step()
        croupier.catch_up(halved.sitting)  # type: ignore[arg-type]
        first = list(map(str, (deed.act for deed in croupier.ledger.deeds)))
    with perfect_table(halved, 4, 6) as croupier:
        for _ in range(20 - len(first)):
            croupier.step()
        later = list(map(str, (deed.act for deed in croupier.ledger.deeds)))
    assert [*first, *later] == scores


def test_a_breach_that_the_product_refuses_under_another_name_is_found() -> None:
    ledger = DealLedger(1)
    for number, do in ((1, "draw"), (2, "play")):
        ledger.deeds.append(Deed(number, Act(do, 1), 0, 0, False, refused=True, event=10 + number))
        ledger.planted.append((number, 1, "wrong_number"))
    ledger.objected = {11}
    assert ledger.turned_down(1) and not ledger.turned_down(2)
    assert ledger.found == 1, "the second was taken without a word"


def test_a_breach_that_counts_is_found_only_by_its_name() -> None:
    ledger = DealLedger(1, deeds=[Deed(1, Act("play", 1), 0, 0, True, event=11)], objected={11})
    ledger.planted.append((1, 1, "follow_suit"))
    assert ledger.found == 0
    ledger.told_findings = {(1, 1, "follow_suit")}
    assert ledger.found == 1


def test_a_breach_that_later_cards_prove_is_found_by_the_name_it_has_then() -> None:
    ledger = DealLedger(1, deeds=[Deed(1, Act("play", 1), 0, 0, True, event=11)])
    ledger.planted.append((1, 1, ""))
    ledger.told_findings = {(1, 1, "follow_suit")}
    assert ledger.found == 0 and ledger.rule_of(1, "") == "", "nothing has proved it"
    ledger.truth_findings = {(1, 1, "follow_suit")}
    assert ledger.found == 1 and ledger.rule_of(1, "") == "follow_suit"
