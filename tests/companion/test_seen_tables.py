"""Every game at a table that is seen perfectly: dealer, layout, scribe, session and view, without a picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game import Game, all_games
from companion.journal import Journal
from companion.session import Session
from companion.view import NewMatch, TableView
from companion.viewer import view
from tests.companion.house import NAMES
from tests.companion.perfect import perfect_table

each_game = pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.id)


@each_game
def test_a_deal_is_followed_without_a_question(game: Game, tmp_path: Path) -> None:
    players = min(game.players)
    session = Session(Journal(tmp_path / "journal"))
    with perfect_table(session, players, 1) as croupier:
        croupier.evening.inbox.put(NewMatch(game.id, NAMES[:players]))
        croupier.evening.step()
        assert session.sitting is not None
        for _ in range(500):
            if session.sitting.match.ends()[0].outcome.note != "open":
                break
            croupier.step()
            shown = view(session)
            assert isinstance(shown, TableView) and shown.sentence
        assert session.sitting.deal.outcome is not None
        assert croupier.same_table(session.sitting)
        assert croupier.tally.wrong_accepted == 0 and croupier.tally.questions == 0, croupier.tally.asked
        assert session.sitting.match.ends()[0].findings == ()
