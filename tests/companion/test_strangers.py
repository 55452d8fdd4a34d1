"""Cards on the table that the game does not have: told of once, when they have lain there for a moment."""

from __future__ import annotations

from companion.cards import Cards
from companion.games import find_game
from companion.ports import Sighting
from companion.scribe.strangers import LIES_MS, stranger

JOKER = Sighting(300, 200, 0, {"XB": 0.95, "JC": 0.04}, track=3, since_ms=1000)


def pack(game: str, players: int) -> Cards:
    found = find_game(game)
    return found.pack(players, found.check_rules({}))


def test_a_joker_in_a_game_without_is_told_of_once() -> None:
    told: set[int] = set()
    words = stranger([JOKER], pack("pinc", 3), 1000 + LIES_MS, told)
    assert words is not None and str(words) == "Joker is no card of this game: take it away"
    assert words.say("sr") == "Joker nije karta ove igre: sklonite je"
    assert stranger([JOKER], pack("pinc", 3), 9000, told) is None


def test_it_may_be_taken_back_before_it_is_told_of() -> None:
    assert stranger([JOKER], pack("pinc", 3), 1000 + LIES_MS - 1, set()) is None


def test_a_card_of_the_game_or_one_in_doubt_is_no_stranger() -> None:
    mine = Sighting(300, 200, 0, {"JC": 0.99}, track=4)
    doubtful = Sighting(300, 200, 0, {"XB": 0.5, "JC": 0.4}, track=5)
    assert stranger([mine, doubtful], pack("pinc", 3), 9000, set()) is None


def test_a_joker_is_none_where_the_game_has_one() -> None:
    game = next(one for one in ("velika_budala", "ziao_pengju") if any(not card.suit for card in pack(one, 4)))
    assert stranger([JOKER], pack(game, 4), 9000, set()) is None
