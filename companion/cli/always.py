"""What a record of every game may hold besides its own verbs, each with an example and what it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.deal.game import Game
from companion.texts import Text, text

Shape = tuple[Mapping[str, Any], Text]


def always(game: Game, names: Sequence[str]) -> list[Shape]:
    """An event of each kind, among these players (two at least), with what it means."""
    first, second, last = names[0], names[1], names[-1]
    shapes: list[Shape] = [
        ({"do": "undo", "about": 3}, text("event 3 did not happen; without about: the last one that counts")),
        ({"do": "redo", "about": 10}, text("takes undo 10 back")),
        ({"do": "correct", "about": 1, "cards": ["AS", "7D"]},
         text("event 1 was otherwise: the fields named replace its own")),
        ({"do": "insert", "after": 2, "event": {"do": "pass", "seat": last}}, text("this was forgotten after event 2")),
        ({"seat": last, "do": "take_back"}, text("takes up again what lies there and does not count yet")),
        ({"seat": first, "do": "claim", "against": second}, text("asks whether this player has broken a rule")),
        ({"do": "accept", "about": 9}, text("the table lets it stand that event 9 was against the rules")),
        ({"do": "note", "what": "misdeal"}, text("the deal does not count and is dealt again; so do redeal and void")),
        ({"seat": first, "do": "note", "what": "penalty", "points": -10},
         text("points by the table, added to the score")),
        ({"do": "note", "what": "agree", "points": {first: 40, second: 25}}, text("the deal ends with these points")),
        ({"seat": first, "do": "note", "what": "substitute", "name": "Dunja"},
         text("somebody else plays on in this place")),
        ({"seat": first, "do": "note", "what": "concede"}, text("gives up: the match is over")),
        ({"do": "note", "what": "end"}, text("the match is ended early")),
        ({"do": "note", "what": "pause"}, text("a pause; nothing changes")),
    ]  # fmt: skip
    if any(verb.do == "play" for verb in game.verbs):
        claims = {"seat": first, "do": "note", "what": "rest_mine"}
        shapes.append((claims, text("claims all that is left to play, where the game knows that")))
    return [({"id": number, **shape}, meaning) for number, (shape, meaning) in enumerate(shapes, 10)]
