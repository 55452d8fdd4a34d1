"""Bad input for every game: one clear sentence each, and nothing changed by it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.deal.game import Game
from companion.events import BadRecord, to_event
from companion.games import all_games
from companion.match.match import Match
from companion.match.record import to_header
from tests.companion.house import NAMES, Told, random_deal, state

each_game = pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.id)


def header(game: Game, players: int | None = None, **more: Any) -> dict[str, Any]:
    """A header of this game."""
    return {"record": 1, "game": game.id, "players": list(NAMES[: players or min(game.players)]), **more}


def over(told: Told) -> bool:
    """Whether the deal has ended already."""
    return told.match.now.deal.outcome is not None


@each_game
def test_headers(game: Game) -> None:
    for bad in (
        header(game, min(game.players) - 1), header(game, 12 if max(game.players) < 12 else 1),
        header(game, rules={"no_such_rule": "x"}), header(game, rules={game.options[0].name: "x"}),
        header(game, start={"no_such_key": 1}), header(game, start={"hands": {"Nobody": ["AS"]}}),
        header(game, start={"hands": {"Ana": ["AS"] * 60}}), header(game, start={"hands": {"Ana": ["ZZ"]}}),
        header(game, start={"scores": {"Ana": "x"}}), header(game, start={"to_act": "Nobody"}),
        header(game, dealer="Nobody"),
    ):  # fmt: skip
        match = Match()
        with pytest.raises(BadRecord) as refusal:
            match.begin(to_header(bad))
        assert str(refusal.value) and "\n" not in str(refusal.value) and match.deals == []


@each_game
def test_results(game: Game) -> None:
    match = Match()
    match.begin(to_header(header(game)))
    before = state(match)
    for i, facts in enumerate(({"no_such_fact": 1}, {"tricks": 5}, {"tricks": {"Nobody": 1}}, {"out": {"Ana": -1}})):
        with pytest.raises(BadRecord) as refusal:
            match.add(to_event({"id": i + 1, "do": "result", "facts": facts}))
        assert "\n" not in str(refusal.value) and state(match) == before


@each_game
def test_events(game: Game) -> None:
    told = next(told for told in (random_deal(game, seed, stop=9) for seed in range(7, 30)) if not over(told))
    before = state(told.match)
    seat = told.match.now.names[0]
    for bad in (
        {"do": "play", "seat": "Nobody", "cards": ["AS"]}, {"do": "play", "seat": seat, "cards": ["1S"]},
        {"do": "play", "seat": seat, "cards": "AS"}, {"do": "shout", "seat": seat}, {"do": "undo", "about": 999},
        {"do": "correct", "cards": ["AS"]}, {"do": "play", "seat": seat, "colour": "red"},
    ):  # fmt: skip
        with pytest.raises(BadRecord) as refusal:
            told.tell(bad)
        assert "\n" not in str(refusal.value) and state(told.match) == before
    for refused in (
        {"do": "say", "seat": seat, "word": "abracadabra"}, {"do": "choose", "seat": seat, "option": "abracadabra"},
        {"do": "bid", "seat": seat, "amount": -1}, {"do": "bid", "seat": seat, "amount": 10**9},
        {"do": "draw", "seat": seat, "count": 999}, {"do": "discard", "seat": seat, "count": 999},
        {"do": "take_back", "seat": seat}, {"do": "play", "seat": seat}, {"do": "call", "seat": seat, "word": "x"},
    ):  # fmt: skip
        answer = told.tell(refused)
        assert answer.verdict.kind != "ok" and str(answer.verdict.text), refused
        now = state(told.match)
        assert [{**deal, "findings": []} for deal in now] == [{**deal, "findings": []} for deal in before]


@each_game
def test_an_undo_past_the_start(game: Game) -> None:
    told = random_deal(game, 8, stop=3)
    verdicts = [told.tell({"do": "undo"}).verdict.kind for _ in range(5)]
    assert verdicts == ["ok"] * 3 + ["illegal"] * 2
