"""What has happened, in words: no word of another game, no bare verb, no hole where nobody saw a card."""

from __future__ import annotations

from typing import Any

import pytest

from companion.evening.logbook import told
from companion.events import to_event
from companion.match.match import Header, Match


@pytest.mark.parametrize(
    ("game", "event", "words"),
    [
        ("crveni_tepih", {"do": "take"}, "Ana took the lot"),
        ("kalabra", {"do": "take", "cards": ["5H", "8C"]}, "Ana took 5♥ 8♣"),
        ("trolistak", {"do": "take"}, "Ana took up"),
        ("trolistak", {"do": "exchange"}, "Ana exchanged cards"),
        ("trolistak", {"do": "exchange", "count": 3}, "Ana exchanged 3 unseen cards"),
        ("trolistak", {"do": "play", "count": 1}, "Ana played 1 card face down"),
        ("kalabra", {"do": "draw", "count": 4}, "Ana drew 4 unseen cards"),
        ("kalabra", {"do": "draw"}, "Ana drew"),
        ("crveni_tepih", {"do": "discard", "cards": ["AS"], "count": 2}, "Ana discarded A♠ and 2 cards face down"),
        ("rikken", {"do": "bid", "word": "rich"}, "Ana: Rich"),
        ("rikken", {"do": "call", "card": "AD"}, "Ana called A♦"),
    ],
)
def test_an_event_in_words(game: str, event: dict[str, Any], words: str) -> None:
    played = Match().begin(Header(game, ("Ana", "Boris", "Vera", "Goran")))
    assert str(told(played, to_event(event | {"id": 1}), "Ana")) == words


def test_the_middle_is_a_lot_only_where_it_is_sold() -> None:
    def middle(game: str) -> str:
        return str(Match().begin(Header(game, ("Ana", "Boris", "Vera"))).deal.table.describe("lot"))

    assert (middle("crveni_tepih"), middle("kalabra")) == ("in the lot", "in the middle")
