"""A whole match of every game as a record that ships (``tests/records/samples``), and what every game tells of itself.

The samples change only when somebody means it: ``DALJE_GOLDEN=write pytest tests/companion/test_samples.py``.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from companion.cli.games import game_data
from companion.deal.game import Game
from companion.events import to_data, to_event
from companion.games import all_games
from companion.match.match import Header
from companion.match.record import header_data
from tests.companion import house
from tests.companion.house import Told
from tests.companion.replays import play_file

FOLDER = Path(__file__).parents[1] / "records" / "samples"
LONGEST = 30
"""deals of a sample"""
each_game = pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.id)


def whole_match(game: Game) -> Told:
    """A match by the default rules, played by the dealer to its end; one without an end until people stop."""
    dice = random.Random(f"sample/{game.id}")
    names = house.NAMES[: min(game.players)]
    told, dealer = Told(), names[0]
    while not told.match.deals or not told.match.ends()[-1].match_over:
        told.begin(Header(game.id, names, dealer))
        house.play_deal(told, dice)
        dealer = names[told.match.next_dealer()]
        if len(told.match.deals) == LONGEST and not told.match.ends()[-1].match_over:
            told.tell({"do": "note", "what": "end"})
    return told


@each_game
def test_a_sample_match_ships_and_replays(game: Game) -> None:
    path = FOLDER / f"{game.id}.jsonl"
    if os.environ.get("DALJE_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [header_data(item) if isinstance(item, Header) else to_data(item) for item in whole_match(game).log]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    played = play_file(path)
    assert played.verdicts == {}
    last = played.deals[max(played.deals)]
    assert last["match_over"] and last["winners"] and not any(deal["findings"] for deal in played.deals.values())


@each_game
@pytest.mark.parametrize("language", ["en", "sr"])
def test_every_game_tells_of_itself(game: Game, language: str) -> None:
    data = game_data(game, language)
    assert data["title"] and data["sees"] and data["verbs"]
    assert len(data["summary"]) > 400 or game.id == "crveni_tepih", "the rules on a page"
    assert data["deck"] or game.id == "crveni_tepih"
    for verb in data["verbs"]:
        assert to_event({**verb["example"]}).do == verb["do"]
    verbs = {verb["do"] for verb in data["verbs"]}
    assert {"play", "turn", "show"} & verbs and "result" in verbs
