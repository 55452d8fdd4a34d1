"""Every worked example of ``rules/kvinto.md`` through the deal record; the numbers are those of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import BadRecord
from companion.games import find_game
from tests.companion.replays import Played, play

PLAYERS = ["P1", "P2", "P3", "P4"]
FILLERS = ["7S", "8S", "9S", "TS", "6C", "7C", "8C", "6H", "7H", "8H", "9H", "TH", "JD"]


def header(rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """A deal by P4."""
    return {"record": 1, "game": "kvinto", "players": PLAYERS, "dealer": "P4", "rules": rules or {}, "start": start}


def cards(codes: str) -> list[dict[str, Any]]:
    """Plays in turn, one card each; the seats follow from the rules."""
    return [{"do": "play", "cards": [code]} for code in codes.split()]


def who_leads_next(codes: str, rules: dict[str, str] | None = None) -> str:
    """Who has won the first trick."""
    played = play([header(rules), *cards(codes)])
    assert played.verdicts == {}
    return str(played.events[4]["awaits"]["seats"][0])


def last_two(first: str, rules: dict[str, str] | None = None) -> Played:
    """Trick 11 as given, led by P1, and a last trick and talon that are worth nothing."""
    free = [code for code in FILLERS if code not in first.split()]
    hands = {name: [code, free[i]] for i, (name, code) in enumerate(zip(PLAYERS, first.split(), strict=True))}
    head = header(rules, hands=hands, talon=free[4:9], to_act="P1", tricks={"P1": 5, "P2": 5})
    leader = str(play([head, *cards(first)]).events[4]["awaits"]["seats"][0])
    at = PLAYERS.index(leader)
    rest = [{"do": "play", "seat": name, "cards": [hands[name][1]]} for name in PLAYERS[at:] + PLAYERS[:at]]
    return play([head, *cards(first), *rest])


def by_hand(rules: dict[str, str] | None = None, scores: dict[str, int] | None = None, **facts: Any) -> dict[str, Any]:
    """The deal line of a result entered by hand."""
    start = {"scores": scores} if scores else {}
    return play([header(rules, **start), {"do": "result", "facts": facts}]).deals[1]


def test_1_the_king_is_high_and_a_trick_with_two_quints() -> None:
    assert who_leads_next("7S KS 2S QS") == "P2"
    assert who_leads_next("2D AD 4D 3D") == "P3"
    assert last_two("2D AD 4D 3D").deals[1]["how"]["P3"]["quints"] == 30


def test_2_only_the_next_suit_cuts() -> None:
    assert who_leads_next("9S 3C KS AD") == "P2"
    assert who_leads_next("9S 3C KS AD", {"cutting_suit": "any_higher"}) == "P4"


def test_3_two_cuts() -> None:
    assert who_leads_next("5C 5D KC 9D") == "P4"
    played = last_two("5C 5D KC 9D")
    assert played.deals[1]["how"]["P4"]["quints"] == 25


def test_4_hearts_cannot_be_cut_and_the_joker_never_wins() -> None:
    assert who_leads_next("AH 4H X KC") == "P2"
    assert last_two("AH 4H X KC").deals[1]["how"]["P2"]["quints"] == 45


def test_5_a_normal_deal() -> None:
    deal = by_hand(tricks={"P1": 8, "P2": 4}, last="P1",
                   quints={"P1": ["5H", "2D+3D", "X", "5S"], "P2": ["5C", "5D"]})  # fmt: skip
    assert deal["points"] == {"P1": 110, "P3": 110, "P2": 45, "P4": 45}


def test_6_duplo_made() -> None:
    deal = by_hand(tricks={"P1": 9, "P2": 3}, last="P3", duplo="P1")
    assert deal["points"] == {"P1": 100, "P3": 100, "P2": 30, "P4": 30}


def test_7_duplo_failed() -> None:
    deal = by_hand(tricks={"P1": 5, "P4": 7}, last="P2", duplo="P1")
    assert (deal["points"]["P1"], deal["points"]["P2"]) == (50, 100)
    deal = by_hand(tricks={"P3": 6, "P4": 6}, last="P2", duplo="P1")
    assert (deal["points"]["P1"], deal["points"]["P2"]) == (60, 80)


def test_8_cetiri_puta() -> None:
    deal = by_hand(tricks={"P1": 7, "P4": 5}, last="P1", duplo="P4", cetiri_puta="P1")
    assert (deal["points"]["P1"], deal["points"]["P2"]) == (180, 100)
    first = [*cards("7S KS 2S"), {"do": "say", "seat": "P4", "word": "duplo"}, *cards("QS")]
    told = play([header(), *first, *cards("TC"), {"do": "say", "seat": "P3", "word": "cetiri_puta"}])
    assert told.verdicts == {7: "illegal"}
    assert told.sentence(7).startswith("P3 may not say that now: Četiri puta answers a Duplo")
    told = play([header(), *first, {"do": "say", "seat": "P3", "word": "cetiri_puta"}, *cards("TC")])
    assert told.verdicts == {}
    told = play([header({"cetiri_puta_until": "own_card"}), *first, {"do": "say", "seat": "P3", "word": "cetiri_puta"}])
    assert told.verdicts == {6: "illegal"}


def test_8_duplo_with_ones_own_card_only_and_once() -> None:
    duplo = {"do": "say", "word": "duplo"}
    told = play([header(), *cards("7S"), {**duplo, "seat": "P4"}, {**duplo, "seat": "P1"}, {**duplo, "seat": "P2"}])
    assert told.verdicts == {2: "illegal", 4: "illegal"}
    told = play([header(), *cards("7S KS 2S QS"), {**duplo, "seat": "P4"}])
    assert told.verdicts == {}, "the last player says it with his card, before the second trick is led"
    told = play([header(), *cards("7S KS 2S QS TC"), {**duplo, "seat": "P2"}])
    assert told.verdicts == {6: "illegal"}


@pytest.mark.parametrize("card", ["8C", "X"])
def test_9_a_revoke_is_proven_when_the_suit_is_shown(card: str) -> None:
    plays = [{"do": "play", "seat": "P2", "cards": ["2S"]}, {"do": "play", "seat": "P3", "cards": ["3S"]},
             {"do": "play", "seat": "P4", "cards": ["4S"]}, {"do": "play", "seat": "P1", "cards": ["KS"]}]  # fmt: skip
    tricks = [plays, cards("AS 6S 7S 8S"), cards(f"2H 3H {card} 4H"), cards("AC 2C 3C 4C"), cards("6C 7C TC JC"),
              cards("9H TH AH JH")]  # fmt: skip
    head = header(to_act="P2")
    flat = [play_ for trick in tricks for play_ in trick]
    told = play([head, *flat])
    proving = next(n for n, line in told.events.items() if line["findings"])
    finding = told.events[proving]["findings"][0]
    assert told.verdicts == {}
    assert flat[finding["about"] - 1]["cards"] == [card] and finding["rule"] == "follow_suit"
    assert flat[proving - 1]["cards"] == finding["proof"] and "H" in finding["proof"][0]
    assert "in trick 3" in finding["sentence"] and "hearts had to be followed" in finding["sentence"]


def test_10_the_higher_total_wins_and_equal_totals_play_on() -> None:
    scores = {"P1": 540, "P3": 540, "P2": 545, "P4": 545}
    deal = by_hand(scores=scores, tricks={"P1": 7, "P2": 5}, last="P1",
                   quints={"P1": ["5H", "2D+3D"], "P2": ["AH+4H", "5D", "5S"]})  # fmt: skip
    assert deal["points"]["P1"] == 75 and deal["points"]["P2"] == 65
    assert deal["scores"]["P1"] == 615 and deal["match_over"] and deal["winners"] == ["P1", "P3"]
    scores = {"P1": 550, "P3": 550, "P2": 545, "P4": 545}
    quints = {"P1": ["5H", "2H+3H"], "P2": ["AH+4H", "5D", "5S"]}
    even = {"tricks": {"P1": 6, "P2": 6}, "last": "P2", "quints": quints}
    deal = by_hand(scores=scores, **even)
    assert deal["scores"]["P1"] == 620 and deal["scores"]["P2"] == 620 and not deal["match_over"]
    deal = by_hand({"target_tie": "shared"}, scores, **even)
    assert deal["match_over"] and deal["winners"] == PLAYERS


def test_trick_points_of_a_deal_make_65_times_the_stake() -> None:
    for facts in ({}, {"duplo": "P1"}, {"duplo": "P1", "cetiri_puta": "P2"}):
        deal = by_hand(tricks={"P1": 7, "P2": 5}, last="P2", **facts)
        points = sum(deal["how"][name]["trick_points"] for name in ("P1", "P2"))
        assert points == 65 * {0: 1, 1: 2, 2: 4}[len(facts)]


def test_shortfall_options() -> None:
    facts: dict[str, Any] = {"tricks": {"P1": 7, "P2": 5}, "last": "P1", "duplo": "P4", "cetiri_puta": "P1"}
    assert by_hand({"shortfall": "twenty"}, **facts)["points"]["P1"] == 160 + 40
    facts |= {"tricks": {"P1": 6, "P2": 6}}
    assert [by_hand({"shortfall": "both_sides"}, **facts)["how"][n]["premium"] for n in ("P1", "P2")] == [10, 10]


def test_the_joker_is_led_only_as_the_last_card() -> None:
    told = play([header(), *cards("X 7S KS 2S")])
    assert told.verdicts == {1: "illegal"}, "it lies there and counts; the next card sets the suit"
    assert told.events[1]["findings"][0]["rule"] == "joker_lead"
    assert told.events[4]["awaits"]["seats"] == ["P3"]
    assert play([header({"joker_lead": "any_time"}), *cards("X 7S KS 2S")]).verdicts == {}


def test_the_joker_at_any_time_claims_nothing() -> None:
    plays = [*cards("7S X 2S QS"), *cards("6S"), *cards("8S"), *cards("9S")]
    assert play([header(), *plays]).events[7]["findings"], "P2 held a spade when the joker was thrown"
    free = play([header({"joker_play": "any_time"}), *plays])
    assert not any(line["findings"] for line in free.events.values())


def test_talon_quints() -> None:
    hands = {name: [code] for name, code in zip(PLAYERS, ("AS", "7S", "8S", "9S"), strict=True)}
    start = {"hands": hands, "to_act": "P1", "talon": ["4S", "KH", "QH", "JH", "TH"], "tricks": {"P1": 5, "P2": 6}}
    assert play([header(**start), *cards("AS 7S 8S 9S")]).deals[1]["how"]["P4"]["quints"] == 0
    told = play([header({"talon_quints": "with_last_trick"}, **start), *cards("AS 7S 8S 9S")])
    assert told.deals[1]["how"]["P4"]["quints"] == 5


def revoking(rules: dict[str, str]) -> Played:
    """A last-two-tricks position in which P2 revokes in trick 11 and shows the suit in trick 12."""
    hands = {"P1": ["7S", "TH"], "P3": ["8S", "9H"], "P4": ["9S", "8H"]}
    talon = ["KH", "QH", "JH", "7H", "6H"]
    start = {"hands": hands, "to_act": "P1", "talon": talon, "tricks": {"P1": 5, "P2": 5}}
    lines = [*cards("7S 2C 8S 9S"), {"do": "play", "seat": "P2", "cards": ["KS"]}, *cards("9H 8H TH")]
    return play([header(rules, **start), *lines])


def test_revoke_options() -> None:
    told = revoking({})
    assert told.events[5]["findings"][0]["seat"] == "P2" and told.deals[1]["how"]["P2"]["tricks"] == 7
    assert revoking({"revoke": "trick_lost"}).deals[1]["how"]["P2"]["tricks"] == 6
    assert revoking({"revoke": "deal_void"}).deals[1]["note"] == "revoke"


def test_the_rest_are_mine() -> None:
    hands = {name: [code, other] for name, code, other in zip(
        PLAYERS, ("KS", "7S", "8S", "9S"), ("KH", "5H", "X", "2D"), strict=True)}  # fmt: skip
    head = header(hands=hands, to_act="P1", talon=["6H", "7H", "8H", "9H", "TH"], tricks={"P1": 5, "P2": 5})
    told = play([head, {"do": "note", "what": "rest_mine", "seat": "P1"}])
    assert told.deals[1]["how"]["P1"] | {"sentence": ""} == {
        "cards": [], "tricks": 7, "trick_points": 40, "quints": 45, "premium": 0, "sentence": "",
    }  # fmt: skip


def test_a_hand_that_must_hold_the_suit_is_proved_before_it_shows_it() -> None:
    """Earliest proof: the unseen cards leave P2 nothing but the suit that he did not follow."""
    hands = {"P1": ["7S", "TH"], "P3": ["8S", "9H"], "P4": ["9S", "8H"]}
    talon, mine = ["2H", "3H", "4H", "5H", "6H"], ["2C", "KS"]
    known = {*(code for held in hands.values() for code in held), *talon, *mine}
    aside = [str(card) for card in find_game("kvinto").pack(4, {}) if str(card) not in known]
    start = {"hands": hands, "to_act": "P1", "talon": talon, "tricks": {"P1": 5, "P2": 5}}
    told = play([header(**start, aside=aside), *cards("7S 2C")])
    assert told.verdicts == {2: "illegal"} and told.events[2]["findings"][0]["proof"] == ["KS"]
    assert told.events[2]["awaits"]["seats"] == ["P3"], "the card lies there and counts"
    told = play([header(**start, aside=[code for code in aside if code != "KH"]), *cards("7S 2C")])
    assert told.verdicts == {}, "one unseen card more, and P2 may be void"


def test_bad_results_are_told_in_one_sentence() -> None:
    for facts in ({}, {"tricks": {"P1": 7}}, {"tricks": {"P1": 12}}, {"tricks": {"P1": "x"}}, {"colour": 1},
                  {"tricks": {"P1": 12}, "last": "P9"}, {"tricks": {"P1": 12}, "last": "P1", "quints": {"P1": ["KS"]}},
                  {"tricks": {"P1": 12}, "last": "P1", "cetiri_puta": "P2"}):  # fmt: skip
        with pytest.raises(BadRecord) as refusal:
            play([header(), {"do": "result", "facts": facts}])
        assert "\n" not in str(refusal.value)
