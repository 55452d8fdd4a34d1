"""What the referee says: every violation of the table "Refereeing" in ``rules/crveni_tepih.md``, in exact words.

Each sentence says who erred and what is legal now; an illegal call changes nothing.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.match.record import replay
from tests.companion.replays import header, play

PEOPLE = ["Ana", "Boris", "Vera"]
HELD = {"Ana": ["7S", "7H", "KD", "KC", "9S", "9H"]}


def start(**more: Any) -> list[dict[str, Any]]:
    return [header(PEOPLE, **more)]


def lot(**more: Any) -> list[dict[str, Any]]:
    return [*start(**more), {"id": 1, "do": "turn", "cards": ["KS", "KH"]}]


def bids() -> list[dict[str, Any]]:
    """Boris bid 2, Vera said Dalje; Ana is to act."""
    return [*lot(), {"id": 2, "do": "bid", "amount": 2}, {"id": 3, "do": "pass"}]


def over_eight(**more: Any) -> list[dict[str, Any]]:
    """Boris dealt; Ana has bought two cards above her eight."""
    return [
        header(["Boris", "Ana"], start={"open": HELD, "stock": 6}, **more),
        {"id": 1, "do": "turn", "cards": ["KS", "KH"]},
        {"id": 2, "do": "bid", "amount": 2},
        {"id": 3, "do": "pass"},
    ]


def sold() -> list[dict[str, Any]]:
    """Boris bought the first lot."""
    return [*bids(), {"id": 4, "do": "pass"}]


def showdown() -> list[dict[str, Any]]:
    held = {"Boris": ["TD", "8C"]}
    return [*start(start={"stock": 0, "open": held}), {"id": 1, "seat": "Ana", "do": "show", "cards": ["AS", "8S"]}]


CASES = [
    # bid in turn
    (lot, {"seat": "Vera", "do": "bid", "amount": 2}, "illegal", "out_of_turn", "Vera",
     "Vera is not to act: Boris bids 2 or more, or says Dalje"),
    (lot, {"seat": "Ana", "do": "pass"}, "illegal", "out_of_turn", "Ana",
     "Ana is not to act: Boris bids 2 or more, or says Dalje"),
    # first bid at least 2
    (lot, {"do": "bid", "amount": 1}, "illegal", "bid_too_low", "Boris",
     "Boris bid 1, but the lowest bid is 2: bid again, or Dalje"),
    (lot, {"do": "bid", "amount": 0}, "illegal", "bid_too_low", "Boris",
     "Boris bid 0, but the lowest bid is 2: bid again, or Dalje"),
    (lot, {"do": "bid", "amount": -4}, "illegal", "bid_too_low", "Boris",
     "Boris bid -4, but the lowest bid is 2: bid again, or Dalje"),
    # strictly above the standing bid
    (bids, {"do": "bid", "amount": 2}, "illegal", "bid_not_higher", "Ana",
     "Ana bid 2, but 2 already stands: at least 3, or Dalje"),
    # after one's own Dalje
    (bids, {"seat": "Vera", "do": "bid", "amount": 5}, "illegal", "out_of_turn", "Vera",
     "Vera has said Dalje on this lot; Ana bids 3 or more, or says Dalje"),
    (bids, {"seat": "Vera", "do": "pass"}, "illegal", "out_of_turn", "Vera",
     "Vera has said Dalje on this lot; Ana bids 3 or more, or says Dalje"),
    # more than one owns; taking units back
    (bids, {"do": "bid", "amount": 21}, "illegal", "overspent", "Ana",
     "Ana bid 21, but does not have that much: 3 to 20, or Dalje"),
    (bids, {"seat": "Boris", "do": "take_back"}, "illegal", "take_back_money", "Boris",
     "What was thrown into the pot cannot be taken back"),
    (lot, {"do": "bid", "cards": ["9S"]}, "illegal", "not_money", "Boris",
     "Boris threw 9♠, which is not money"),
    (lot, {"do": "bid"}, "question", None, None, "How much did Boris bid?"),
    (lot, {"do": "bid", "amount": 5, "cards": ["2S", "4D"]}, "question", None, None,
     "Boris bid 5, but the cards thrown make 6: how much is the bid?"),
    # the winner takes both cards
    (sold, {"seat": "Boris", "do": "take", "cards": ["KS"]}, "illegal", "take_both", "Boris",
     "Boris must take all cards of the lot: K♠ K♥"),
    (sold, {"seat": "Ana", "do": "take"}, "illegal", "wrong_buyer", "Ana",
     "Ana took the cards, but Boris bought them"),
    (bids, {"seat": "Ana", "do": "take"}, "illegal", "not_awaited", "Ana",
     "Ana may not take cards now: Ana bids 3 or more, or says Dalje"),
    # more than 8 cards
    (over_eight, {"seat": "Ana", "do": "turn", "cards": ["QS", "QH"]}, "illegal", "not_awaited", "Ana",
     "Ana may not turn up cards now: Ana must discard 2 cards"),
    # discards at the cap: two bought or two others
    (over_eight, {"do": "discard", "cards": ["KS", "7S"]}, "illegal", "discard_mixed", "Ana",
     "Ana must discard only cards just bought, or only older ones, not one of each"),
    (over_eight, {"do": "discard", "cards": ["KS"], "count": 1}, "illegal", "discard_mixed", "Ana",
     "Ana must discard only cards just bought, or only older ones, not one of each"),
    (over_eight, {"do": "discard", "cards": ["KS"]}, "illegal", "discard_number", "Ana",
     "Ana must discard exactly 2 cards, not 1"),
    (over_eight, {"do": "discard", "cards": ["7S", "7H", "9S"]}, "illegal", "discard_number", "Ana",
     "Ana must discard exactly 2 cards, not 3"),
    (over_eight, {"do": "discard"}, "illegal", "discard_number", "Ana", "Ana must discard exactly 2 cards, not 0"),
    (over_eight, {"do": "discard", "count": 3}, "impossible", "too_many_cards", "Ana",
     "Ana has only 2 hidden cards, not 3"),
    (over_eight, {"seat": "Boris", "do": "discard", "cards": ["KS", "KH"]}, "illegal", "out_of_turn", "Boris",
     "Boris is not to act: Ana must discard 2 cards"),
    # discard without being over 8
    (sold, {"seat": "Boris", "do": "discard", "cards": ["KS", "KH"]}, "illegal", "not_awaited", "Boris",
     "Boris may not discard now: cards are discarded only above eight, right after buying; Boris turns up 2 cards"),
    # correct opener, number of cards turned
    (sold, {"seat": "Ana", "do": "turn", "cards": ["QS", "QH"]}, "illegal", "out_of_turn", "Ana",
     "Ana is not to act: Boris turns up 2 cards"),
    (sold, {"do": "turn", "cards": ["QS"]}, "illegal", "wrong_number", "Boris",
     "2 cards are turned up at a time, not 1"),
    (sold, {"do": "turn", "cards": ["QS", "KS"]}, "impossible", "card_seen_twice", "Boris",
     "K♠ was already seen before Boris: is this another card?"),
    (bids, {"seat": "Ana", "do": "turn", "cards": ["QS", "QH"]}, "illegal", "not_awaited", "Ana",
     "Ana may not turn up cards now: Ana bids 3 or more, or says Dalje"),
    (sold, {"seat": "Boris", "do": "bid", "amount": 3}, "illegal", "not_awaited", "Boris",
     "Boris may not bid now: Boris turns up 2 cards"),
    (sold, {"seat": "Vera", "do": "pass"}, "illegal", "not_awaited", "Vera",
     "Vera may not say Dalje now: Boris turns up 2 cards"),
    # exactly 2 hidden cards, not swapped
    (bids, {"seat": "Ana", "do": "show", "cards": ["AS", "8S"]}, "illegal", "not_awaited", "Ana",
     "Ana need not show cards now: Ana bids 3 or more, or says Dalje"),
    (showdown, {"seat": "Vera", "do": "show", "cards": ["9S", "9D", "TS"]}, "impossible", "too_many_cards", "Vera",
     "Vera has only 2 hidden cards, not 3"),
    (showdown, {"seat": "Vera", "do": "show", "cards": ["AS", "9D"]}, "impossible", "card_seen_twice", "Vera",
     "A♠ was already seen in the hand of Ana: is this another card?"),
    (showdown, {"seat": "Boris", "do": "show", "cards": ["8S", "9D"]}, "impossible", "card_seen_twice", "Boris",
     "8♠ was already seen in the hand of Ana: is this another card?"),
    (showdown, {"seat": "Boris", "do": "show"}, "question", None, None, "Which cards does Boris show?"),
    (showdown, {"do": "show", "cards": ["9S", "9D"]}, "question", None, None,
     "Who did that? Boris shows the hidden cards; Vera shows the hidden cards"),
    (showdown, {"seat": "Ana", "do": "show", "cards": ["QS", "9D"]}, "illegal", "out_of_turn", "Ana",
     "Ana is not to act: Boris shows the hidden cards"),
    # words about the deal
    (bids, {"do": "take_back"}, "illegal", "take_back_money", None,
     "What was thrown into the pot cannot be taken back"),
    (sold, {"do": "take_back"}, "illegal", "nothing_to_take_back", None,
     "There is nothing to take back; what counts can be undone"),
    (sold, {"do": "accept"}, "illegal", "nothing_to_accept", None, "There is no finding to let stand"),
    (sold, {"do": "claim", "seat": "Ana", "against": "Boris"}, "ok", None, None, "Nothing that was seen proves it"),
    (sold, {"do": "play", "seat": "Ana", "cards": ["KS"]}, "illegal", "not_awaited", "Ana",
     "That is not awaited now: Boris turns up 2 cards"),
    (sold, {"do": "note", "what": "rest_mine", "seat": "Ana"}, "illegal", "rest_mine", "Ana",
     "There are no tricks to claim in this game"),
    (sold, {"do": "note", "what": "concede"}, "question", None, None, "Who gives up?"),
    (sold, {"do": "note", "what": "penalty", "seat": "Ana"}, "question", None, None,
     "Whose penalty is it, and how many points are added to the score?"),
    (sold, {"do": "note", "what": "agree"}, "question", None, None, "How many points does each player get?"),
    (sold, {"do": "note", "what": "substitute", "seat": "Ana"}, "question", None, None,
     "Who leaves, and who takes the place?"),
    (sold, {"do": "note", "what": "substitute", "seat": "Ana", "name": "Vera"}, "illegal", "substitute", None,
     "Vera sits at this table already"),
    (sold, {"do": "redo"}, "illegal", "nothing_to_redo", None, "There is nothing to redo"),
    (start, {"do": "undo"}, "illegal", "nothing_to_undo", None, "There is nothing to undo"),
    (sold, {"do": "redo", "about": 2}, "illegal", "not_an_undo", None, "Event 2 is no undo that could be taken back"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "event", "verdict", "rule", "who", "sentence"), CASES)
def test_refusals_in_words(
    before: Any, event: dict[str, Any], verdict: str, rule: str | None, who: str | None, sentence: str
) -> None:
    lines = before()
    played = play([*lines, {"id": 50, **event}])
    told = played.events[50]
    assert (told["verdict"], told.get("sentence")) == (verdict, sentence)
    found = [(finding["rule"], finding["seat"], finding["sentence"]) for finding in told["findings"]]
    assert found == ([] if rule is None else [(rule, who, sentence)])
    if len(lines) > 1:
        assert told["awaits"] == play(lines).lines[-1]["awaits"], "a refusal changes nothing"
    if len(lines) > 1 and verdict != "ok" and event["do"] not in ("undo", "redo"):
        again = play([*lines, {"id": 50, **event}, {"id": 51, "do": "undo", "about": 50}])
        lies_there = rule in ("discard_mixed", "discard_number") or (rule == "out_of_turn" and event["do"] == "turn")
        assert lies_there or again.sentence(51) == "Event 50 was refused; there is nothing to undo"


def test_a_missed_chance_of_two_equal_cards() -> None:
    """Two packs: of two equal cards the hidden one may be put away, and then it is no breach."""
    held = {"Ana": ["7S", "7H", "KD", "KC", "9S", "9H"]}
    people = ["Ana", "Boris", "Vera", "Goran", "Dara"]
    lines = [
        header(people, start={"open": held, "stock": 4}) | {"dealer": "Dara"},
        {"id": 1, "do": "turn", "cards": ["KS", "KH"]},
        {"id": 2, "seat": "Ana", "do": "bid", "amount": 2},
        *({"id": n, "do": "pass"} for n in range(3, 7)),
        {"id": 7, "seat": "Ana", "do": "discard", "cards": ["KS", "7S"]},
    ]
    assert play(lines).events[7]["verdict"] == "ok", "the other king of spades, from the hand"
    lines[0]["start"]["hands"] = {"Boris": ["KS", "8S"]}
    assert play(lines).events[7]["verdict"] == "illegal", "the other one is Boris's"


def test_the_same_in_serbian() -> None:
    lines = [*bids(), {"id": 4, "do": "bid", "amount": 2}]
    told = list(replay([json.dumps(line) for line in lines], "sr"))
    assert told[-1]["sentence"] == "Ana nudi 2, a već stoji 2: najmanje 3 ili „dalje“"
