"""Every worked example of ``rules/pinc.md`` through the deal record; the numbers are those of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import BadRecord
from companion.games.pinc import GAME
from tests.companion.games.texts_of import check_texts
from tests.companion.laid import findings, plays
from tests.companion.replays import RECORDS, Played, play, play_file, table_of

PLAYERS = ["A", "B", "C"]
WHOLE_DEAL = """
I    A:KC B:QC C:6C     II   A:9C B:JC C:7C     III  B:KD C:JD A:7D     IV   C:9H A:AH B:JH
V    C:KH A:TH B:QH     VI   C:KS A:JS B:8S     VII  A:8C B:TC C:AC     VIII A:8H B:7H C:6H
IX   A:QD B:AD C:9D     X    A:TD B:8D C:6D     XI   A:AS B:QS C:9S     XII  A:TS B:7S C:6S
"""


def header(rules: dict[str, str] | None = None, dealer: str = "C", **start: Any) -> dict[str, Any]:
    """A deal, by C if nobody is named."""
    return {"record": 1, "game": "pinc", "players": PLAYERS, "dealer": dealer, "rules": rules or {}, "start": start}


def trick(told: str, rules: dict[str, str] | None = None) -> tuple[str, int, str]:
    """The first trick of a deal as given: who owns it (``AB``, or nothing), its points for them, who leads next."""
    lines = [header(rules, to_act=told.split(":")[0].strip()), *plays(told)]
    played = play(lines)
    assert played.verdicts == {} and findings(played.events) == []
    t = table_of(lines)
    owners = "".join(name for seat, name in enumerate(PLAYERS) if t.tricks.get(seat))
    last = {n: line["awaits"]["seats"][0] for n, line in played.events.items()}[3]
    has = {pair.removeprefix("pair "): str(words) for pair, words in t.board.items() if pair.startswith("pair ")}
    points = [int(words.rsplit(" ", 1)[1]) for words in has.values() if not words.endswith(": 0")]
    assert len(points) == (1 if owners else 0)
    return owners, sum(points), last


def whole(rules: dict[str, str] | None = None) -> Played:
    """Example 8 by its deal record."""
    played = play([header(rules), *plays(WHOLE_DEAL)])
    assert played.verdicts == {}
    return played


def by_hand(*pairs: Any, rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """The deal line of a result entered by hand."""
    return play([header(rules, **start), {"do": "result", "facts": {"pairs": list(pairs)}}]).deals[1]


def test_1_king_and_queen() -> None:
    assert trick("A:KD B:QS C:8D") == ("AB", 8, "A")


def test_2_a_jack_with_the_lower_card() -> None:
    assert trick("A:JD B:9D C:TD") == ("AB", 13, "A")
    assert trick("A:JD B:9D C:TD", {"height_of_ten": "natural"}) == ("AB", 13, "A")
    assert trick("A:JD B:KD C:TD") == ("AB", 16, "A"), "the ten is above the king"
    assert trick("A:JD B:KD C:TD", {"height_of_ten": "natural"}) == ("AC", 16, "A")


def test_3_an_ace_cancels_the_jack() -> None:
    assert trick("A:JH B:AH C:7H") == ("", 0, "A")


def test_4_king_and_queen_take_the_ace_along() -> None:
    assert trick("B:AS C:KS A:QS") == ("AC", 18, "C")


def test_5_a_trick_of_nobody() -> None:
    assert trick("A:TC B:AC C:9C") == ("", 0, "A")


def test_6_king_and_queen_go_before_the_jack() -> None:
    assert trick("C:KH A:JH B:QH") == ("BC", 9, "C")


def test_7_the_lower_card_whatever_its_suit() -> None:
    assert trick("A:JH B:9H C:7S") == ("AC", 4, "A")
    assert trick("A:JH B:9H C:TS", {"jack_other_suits": "off_suit_lower"}) == ("AC", 13, "A")
    assert trick("A:JH B:9H C:TS") == ("AB", 13, "A")
    assert trick("A:JH B:9H C:7S", {"jack_other_suits": "nobody"}) == ("", 0, "A")
    assert trick("A:9H B:JS C:TD", {"jack_other_suits": "off_suit_lower"}) == ("BC", 13, "B")
    assert trick("A:JH B:9S C:7D", {"jack_other_suits": "off_suit_lower"}) == ("AC", 4, "A"), "both off: by height"


def test_8_a_whole_deal() -> None:
    played = play_file(RECORDS / "pinc" / "08_whole_deal.jsonl")
    assert played.verdicts == {} and findings(played.events) == []
    deal = played.deals[1]
    assert deal["points"] == {"A": 0, "B": 3, "C": 3}
    assert deal["how"]["B"]["together"] == {"A": 15, "C": 21} and deal["how"]["A"]["together"] == {"B": 15, "C": 7}
    assert deal["how"]["C"]["sentence"] == "21 with B, 7 with A; a tenth of 21, rounded up: 3"
    leaders = [played.events[3 * n]["awaits"]["seats"][0] for n in range(1, 12)]
    assert leaders == ["A", "B", "C", "C", "C", "A", "A", "A", "A", "A", "A"]
    assert whole().deals[1]["points"] == deal["points"], "the record is the example"


def test_8_the_owned_and_the_ownerless_make_the_pack() -> None:
    t = table_of([header(), *plays(WHOLE_DEAL)])
    points = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    counted = {
        place: sum(points.get(card.rank, 1) for card in t.cards(place))
        for place in ("taken 0", "taken 1", "taken 2", "taken")
    }
    assert counted == {"taken 0": 15, "taken 1": 21, "taken 2": 7, "taken": 93}


@pytest.mark.parametrize(("points", "written"), [(20, 2), (30, 3), (31, 4), (4, 1), (21, 3)])
def test_9_rounding(points: int, written: int) -> None:
    assert by_hand(["A", "B", points])["points"] == {"A": written, "B": written, "C": 0}
    more = written + (points % 10 == 0)
    assert by_hand(["B", "A", points], rules={"rounding": "floor_plus_one"})["points"]["A"] == more


def test_nobody_has_anything() -> None:
    for rules in ({}, {"rounding": "floor_plus_one"}):
        assert by_hand(rules=rules)["points"] == {"A": 0, "B": 0, "C": 0}


def test_tied_pairs() -> None:
    tied = (["A", "B", 21], ["C", "B", 21], ["A", "C", 4])
    assert by_hand(*tied)["points"] == {"A": 3, "B": 3, "C": 3}
    assert by_hand(*tied, rules={"tie_top": "nobody"})["points"] == {"A": 0, "B": 0, "C": 0}


def test_two_highest_of_the_suit_led() -> None:
    high = {"plain_trick": "two_highest_led"}
    assert trick("A:TC B:AC C:9C", high) == ("AB", 22, "A")
    assert trick("A:TC B:AS C:9C", high) == ("AC", 12 + 10, "A")
    assert trick("A:TC B:AS C:9D", high) == ("", 0, "A"), "only one card of the suit led"
    assert trick("A:JH B:AH C:7H", high) == ("", 0, "A"), "jack and ace stay without an owner"


def test_who_leads_after_nobody() -> None:
    assert trick("B:TC C:AC A:9C") == ("", 0, "B")
    assert trick("B:TC C:AC A:9C", {"lead_after_nobody": "leaders_right"}) == ("", 0, "C")


def test_king_and_queen_in_one_suit_only() -> None:
    suit = {"kq_suits": "same_suit"}
    assert trick("A:KD B:QS C:8D", suit) == ("", 0, "A")
    assert trick("A:KD B:KS C:QS", suit) == ("BC", 11, "B")
    assert trick("A:KD B:JS C:QS", suit) == ("BC", 9, "B"), "then the jack goes with the lower of the others"


def test_two_kings_two_jacks() -> None:
    assert trick("A:KD B:KS C:QD") == ("AC", 11, "A")
    assert trick("A:KD B:KS C:QD", {"double_court": "last"}) == ("BC", 11, "B")
    assert trick("A:JD B:JS C:9D") == ("AC", 5, "A")
    assert trick("A:JD B:JS C:9D", {"double_court": "last"}) == ("BC", 5, "B")
    assert trick("A:JD B:JS C:JH") == ("AB", 6, "A"), "of equal others the first played"
    assert trick("A:JD B:TS C:TH") == ("AB", 22, "A")


def test_the_match() -> None:
    deal = by_hand(["A", "B", 21], scores={"A": 9, "B": 8, "C": 10})
    assert deal["scores"] == {"A": 12, "B": 11, "C": 10} and deal["winners"] == ["A"]
    tied = {"scores": {"A": 9, "B": 9, "C": 10}}
    assert by_hand(["A", "B", 21], **tied)["winners"] == ["A", "B"]
    assert not by_hand(["A", "B", 21], rules={"match_tie": "another_deal"}, **tied)["match_over"]
    assert not by_hand(["A", "B", 21], scores={"A": 7, "B": 7, "C": 10})["match_over"]


def test_the_deal_passes_to_the_right() -> None:
    result = {"do": "result", "facts": {"pairs": [["A", "B", 21]]}}
    after = {key: value for key, value in header().items() if key != "dealer"}
    played = play([header(), {"id": 1, **result}, after, {"id": 2, "do": "play", "cards": ["KC"]}])
    assert played.events[2]["awaits"]["seats"] == ["C"], "A deals now, B has led"


def test_out_of_turn_and_a_wrong_lead() -> None:
    played = play([header(), *plays("B:KC A:QC")])
    assert played.verdicts == {1: "illegal"} and played.sentence(1).startswith("B is not to act: A leads. ")
    assert played.events[2]["awaits"]["seats"] == ["C"], "the card that came too early counts in its turn"
    played = play([header(), *plays("B:KC C:QC A:6C")])
    assert played.verdicts == {1: "illegal"}, "the wrong lead stands with the next card"
    assert table_of([header(), *plays("B:KC C:QC A:6C")]).tricks == {1: 1, 2: 1}
    played = play([header(), *plays("B:KC"), {"do": "take_back", "seat": "B"}, *plays("A:QC B:6C")])
    assert played.verdicts == {1: "illegal"} and table_of([header(), *plays("A:QC B:6C")]).findings == []
    played = play([header(), *plays("A:KC B:KC")])
    assert played.verdicts == {2: "impossible"}


def test_a_revoke_is_proved_when_the_suit_is_shown() -> None:
    played = play([header(), *plays("A:TC B:7S C:9C  A:9D B:8D C:6D  A:8H B:QC C:6H")])
    assert findings(played.events) == [(8, 2, "B", "follow_suit")]
    found = played.events[8]["findings"][0]
    assert found["proof"] == ["QC"]
    assert found["sentence"] == "B played 7♠ in trick 1; clubs had to be followed; but Q♣ was in the hand"


def test_a_revoke_is_proved_as_soon_as_the_suit_must_be_there() -> None:
    """Nine clubs: when all other cards are known and clubs must be in the hand of B, he had one when he threw a heart.

    With two cards each left and four clubs unseen, A and C cannot hold all four.
    """
    held = {"A": "TC 9C", "C": "8C 7D", "B": "6H KC"}
    aside = [code for code in (f"{rank}{suit}" for suit in "SHDC" for rank in "6789TJQKA")
             if code not in " ".join(held.values()).split() and code != "AC"]  # fmt: skip
    known = {name: cards.split() for name, cards in held.items() if name != "B"}
    lines = [header(hands=known, aside=aside, to_act="A"), *plays("A:TC B:6H")]
    played = play(lines)
    assert findings(played.events) == [(2, 2, "B", "follow_suit")]
    assert set(played.events[2]["findings"][0]["proof"]) == {"KC", "AC"}


def test_where_a_trick_is_laid() -> None:
    first = plays("A:KC B:QC C:6C")
    told = play([header(), *first, {"do": "take", "seat": "B", "to": "A"}, *plays("A:9C")])
    assert told.verdicts == {}
    told = play([header(), *first, {"do": "take", "seat": "B", "to": "C"}])
    assert told.verdicts == {4: "illegal"}
    assert told.sentence(4) == "that is not the place for it; the last trick: A and B"
    told = play([header(), *plays("A:TC B:AC C:9C"), {"do": "take", "seat": "B", "to": "aside"}, *plays("A:8C")])
    assert told.verdicts == {}
    told = play([header(), *first, *plays("A:9C"), {"do": "take", "seat": "B", "to": "A"}])
    assert told.verdicts == {5: "illegal"} and "before the next lead" in told.sentence(5)


def test_nobody_can_claim_the_rest() -> None:
    told = play([header(), {"do": "note", "what": "rest_mine", "seat": "A"}])
    assert told.verdicts == {1: "illegal"} and told.sentence(1) == "There are no tricks to claim now"


def test_a_card_is_corrected_after_the_end() -> None:
    """The queen of hearts of trick V was the eight: then C's king and A's ten belong to nobody."""
    lines = [header(), *plays(WHOLE_DEAL), {"do": "correct", "about": 15, "cards": ["8H"]},
             {"do": "correct", "about": 22, "cards": ["QH"]}]  # fmt: skip
    deal = play(lines).deals[1]
    assert deal["how"]["B"]["together"] == {"A": 15, "C": 4} and deal["points"] == {"A": 2, "B": 2, "C": 0}


def test_bad_results_are_told_in_one_sentence() -> None:
    for facts in ({}, {"pairs": "AB"}, {"pairs": [["A", "B"]]}, {"pairs": [["A", "A", 3]]}, {"colour": 1},
                  {"pairs": [["A", "D", 3]]}, {"pairs": [["A", "B", -1]]}, {"pairs": [["A", "B", 137]]},
                  {"pairs": [["A", "B", True]]}, {"pairs": [["A", "B", 100], ["A", "C", 100]]},
                  {"pairs": [[["A"], "B", 1]]}):  # fmt: skip
        with pytest.raises(BadRecord) as refusal:
            play([header(), {"do": "result", "facts": facts}])
        assert "\n" not in str(refusal.value)


def test_texts() -> None:
    check_texts("games/pinc", "sr")
    assert str(GAME.summary).startswith("Pinč is for three.")
