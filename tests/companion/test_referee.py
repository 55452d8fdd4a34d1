"""Every game's referee against an oracle that sees the hands, and against a reader that errs."""

from __future__ import annotations

import pytest

from companion.deal.game import Game
from companion.games import all_games
from tests.companion import house
from tests.companion.oracle import cheating_deal, misread_deal, unfound, watching

each_game = pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.id)


@each_game
def test_breaches_are_found_and_nobody_is_accused_falsely(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with watching(monkeypatch) as oracle:
        for seed in range(6):
            told = cheating_deal(game, seed, oracle)
            house.check(told)
            assert unfound(told, oracle) == [], seed
            oracle.truth = None
            house.same(told)


@each_game
def test_a_misread_card_is_asked_about_and_accuses_nobody(game: Game) -> None:
    for seed in range(5):
        misreading = misread_deal(game, seed)
        if misreading is not None and misreading.noticed:
            assert misreading.doubted is not None, (seed, misreading.told.match.now.deal.table.findings)


@each_game
def test_legal_play_is_never_found_fault_with(game: Game) -> None:
    for seed in range(200, 205):
        assert house.random_deal(game, seed).match.ends()[-1].findings == ()
