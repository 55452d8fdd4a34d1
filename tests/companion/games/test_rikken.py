"""Every worked example of ``rules/rikken.md`` through the deal record; the numbers are those of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import BadRecord
from companion.games.rikken import GAME
from tests.companion.games.texts_of import check_texts
from tests.companion.laid import findings, plays
from tests.companion.replays import RECORDS, Played, play, play_file, table_of

PLAYERS = ["A", "B", "C", "D"]
ACES = {"aces": ["AS", "AH", "AD", "AC"]}


def header(rules: dict[str, str] | None = None, dealer: str = "D", **start: Any) -> dict[str, Any]:
    """A deal, by D if nobody is named."""
    return {"record": 1, "game": "rikken", "players": PLAYERS, "dealer": dealer, "rules": rules or {}, "start": start}


def auction(told: str) -> list[dict[str, Any]]:
    """The calls of ``A:rich B:pass``; trumps ``B=S``, a call ``B!AD`` or blind ``B!!AD``, a partner ``D+``."""
    found: list[dict[str, Any]] = []
    for part in told.split():
        seat, sign, what = part[0], part[1], part[2:]
        if sign == ":":
            found.append({"seat": seat, **({"do": "pass"} if what == "pass" else {"do": "bid", "word": what})})
        elif sign == "=":
            found.append({"seat": seat, "do": "choose", "option": what})
        elif sign == "!":
            found.append({"seat": seat, "do": "call", "card": what.lstrip("!")})
            if what.startswith("!"):
                found[-1]["word"] = "blind"
        elif sign == "+":
            found.append({"seat": seat, "do": "say", "word": "fourth_ace"})
    return found


RICH = auction("A:pass B:rich C:pass D:pass B=S B!AD")


def by_hand(rules: dict[str, str] | None = None, start: dict[str, Any] | None = None, **facts: Any) -> dict[str, Any]:
    """The deal line of a result entered by hand."""
    return play([header(rules, **(start or {})), {"do": "result", "facts": facts}]).deals[1]


def points(rules: dict[str, str] | None = None, **facts: Any) -> list[int]:
    """What A, B, C and D score."""
    scored = by_hand(rules, **facts)["points"]
    return [scored[name] for name in PLAYERS]


def tricks(*numbers: int) -> dict[str, int]:
    """Tricks of A, B, C and D."""
    return dict(zip(PLAYERS, numbers, strict=True))


# The worked examples ------------------------------------------------------------------------------------------------


def test_1_an_auction() -> None:
    told = play([header(), *auction("A:rich B:rich_better C:rich C:pass D:alone_8 A:pass B:alone_9 D:pass")])
    assert told.verdicts == {3: "illegal"}
    assert told.sentence(3) == "C bid Rich, which is not above Rich Better"
    assert told.events[8]["awaits"] == {"do": ["choose"], "seats": ["B"], "options": ["S", "H", "D", "C"]}
    assert str(table_of([header(), *auction("A:rich B:rich_better C:pass D:alone_8 A:pass B:alone_9 D:pass")])
               .board["contract"]) == "9 Alone: B"  # fmt: skip


def test_2_bids_of_the_same_level() -> None:
    told = play([header(), *auction("A:misery B:piek C:pass D:misery")])
    assert told.verdicts == {}
    assert told.events[4]["awaits"] == {"do": ["play"], "seats": ["A"], "count": 1}
    bids = {"A": "misery", "B": "piek", "D": "misery"}
    assert points(bids=bids, tricks=tricks(0, 1, 10, 2)) == [10, 10, 5, 0]


def test_3_eight_alone_with_six_tricks() -> None:
    assert points(bids={"A": "alone_8"}, tricks=tricks(6, 7, 0, 0)) == [0, 3, 3, 3]


def test_4_a_trick() -> None:
    lines = [*auction("A:alone_8 B:pass C:pass D:pass A=S"), *plays("A:9D B:KD C:2S D:AD")]
    told = play([header(), *lines])
    assert told.verdicts == {} and told.events[9]["awaits"]["seats"] == ["C"]


def test_5_a_whole_deal() -> None:
    told = play_file(RECORDS / "rikken" / "05_whole_deal.jsonl")
    assert told.verdicts == {} and findings(told.events) == []
    deal = told.deals[1]
    assert [deal["points"][name] for name in PLAYERS] == [0, 2, 0, 2]
    assert [deal["how"][name]["tricks"] for name in PLAYERS] == [3, 8, 1, 1]
    assert deal["how"]["B"]["sentence"] == "Rich: 8 tricks" and deal["how"]["D"]["sentence"] == "1 trick as partner"


def test_5_the_partner_is_public_when_his_card_falls() -> None:
    lines = (RECORDS / "rikken" / "05_whole_deal.jsonl").read_text(encoding="utf-8").splitlines()
    assert table_of([header(), *RICH, *plays("A:AC B:8C C:2C D:4C A:KH B:3H C:AH D:4H C:KD")]).partners == ()
    t = table_of([header(), *RICH, *plays("A:AC B:8C C:2C D:4C A:KH B:3H C:AH D:4H C:KD D:AD A:5D")])
    assert t.partners == (frozenset({1, 3}), frozenset({0, 2})) and len(lines) == 1 + 6 + 52


def test_6_a_revoke_is_proved_when_the_suit_is_shown() -> None:
    lines = [*auction("A:alone_8 B:pass C:pass D:pass A=S"),
             *plays("A:AS B:2S C:3S D:4S  A:KS B:5S C:6S D:7S  A:AD B:2D C:2H D:3D  A:AC B:2C C:3C D:4C"),
             *plays("A:AH B:3H C:4H D:5H  A:KD B:4D C:5D")]  # fmt: skip
    told = play([header(), *lines])
    assert findings(told.events) == [(28, 16, "C", "follow_suit")]
    assert told.events[28]["findings"][0]["sentence"] == (
        "C played 2♥ in trick 3; diamonds had to be followed; but 5♦ was in the hand"
    )


@pytest.mark.parametrize(("card", "winner"), [("4C", "D"), ("4S", "B")])
def test_7_a_blind_call(card: str, winner: str) -> None:
    lines = [header(dealer="A"), *auction("B:rich C:pass D:pass A:pass B=S B!!AD"),
             {"do": "play", "seat": "B", "count": 1}, *plays("C:QD D:AD A:7D"),
             {"do": "turn", "cards": [card]}]  # fmt: skip
    told = play(lines)
    assert told.verdicts == {} and findings(told.events) == []
    assert told.events[10]["awaits"] == {"do": ["turn"], "seats": ["B"], "count": 1}
    assert told.events[11]["awaits"]["seats"] == [winner]
    assert table_of(lines).partners == (frozenset({1, 3}), frozenset({0, 2}))


def test_8_rich_better_failed() -> None:
    assert points(bids={"B": "rich_better"}, partner="D", tricks=tricks(3, 5, 3, 2)) == [2, 0, 2, 0]


def test_9_tricks_more_alone() -> None:
    assert points(bids={"C": "alone_9"}, tricks=tricks(1, 1, 11, 0)) == [0, 0, 3, 0]


@pytest.mark.parametrize(
    ("told", "proved"),
    [
        ("A:AS B:2S C:3S D:4S  A:AH B:2H C:3H D:4H  A:AC B:2C C:3C D:4C  A:2D B:3D C:4D D:AD", "AD"),
        ("A:2D B:3D C:4D D:AD  D:4S A:AS B:2S C:3S  A:AH B:2H C:3H D:4H  A:AC", "AC"),
    ],
)
def test_10_forced_troela(told: str, proved: str) -> None:
    played = play([header(), *RICH, *plays(told)])
    last = max(played.events)
    assert findings(played.events) == [(last, 1, "A", "forced_troela")]
    assert played.events[last]["findings"][0]["proof"] == ["AC", "AD", "AH", "AS"] and told.endswith(proved)
    assert played.events[last]["findings"][0]["sentence"] == (
        "A passed; three aces must bid Troela at the first turn; seen since: A♣ A♦ A♥ A♠"
    )


# The auction --------------------------------------------------------------------------------------------------------


def test_everybody_passes() -> None:
    after = {key: value for key, value in header().items() if key != "dealer"}
    told = play([header(), *auction("A:pass B:pass C:pass D:pass"), after, {"do": "pass"}])
    assert told.deals[1]["note"] == "all_pass" and set(told.deals[1]["points"].values()) == {0}
    assert told.events[5]["awaits"]["seats"] == ["C"], "A deals, B has passed"
    assert by_hand()["note"] == "all_pass"


def test_the_fourth_may_still_bid() -> None:
    told = play([header(), *auction("A:pass B:pass C:pass")])
    assert told.events[3]["awaits"]["seats"] == ["D"] and told.events[3]["awaits"]["do"] == ["bid", "pass"]


def test_speaking_out_of_turn_after_a_pass_and_unknown_bids() -> None:
    told = play([header(), *auction("B:rich A:pass B:rich A:misery C:rikk"), {"do": "bid", "seat": "C"}])
    assert told.verdicts == {1: "illegal", 4: "illegal", 5: "illegal", 6: "question"}
    assert told.sentence(1) == "B is not to act: A bids or passes"
    assert told.sentence(4) == "A has passed; C bids or passes"
    assert told.sentence(5).startswith("There is no bid 'rikk'; the bids are rich, rich_better, alone_8")
    told = play([header(), *auction("A:pass B:alone_10 C:alone_9")])
    assert told.sentence(3) == "C bid 9 Alone, which is not above 10 Alone"
    told = play([header(), *auction("A:alone_8 B:alone_8")])
    assert told.verdicts == {2: "illegal"}, "8 Alone cannot be joined"


def test_holders_are_not_asked_and_may_bid_when_overbid() -> None:
    told = play([header(), *auction("A:misery B:piek C:alone_9")])
    assert told.events[3]["awaits"]["seats"] == ["D"]
    told = play([header(), *auction("A:misery B:piek C:alone_9 D:pass A:open_misery B:open_piek C:pass")])
    assert told.verdicts == {} and told.events[7]["awaits"]["do"] == ["play"]
    one = play([header({"overbid_again": "one_bid"}), *auction("A:misery B:piek C:alone_9 D:pass")])
    assert one.events[4]["awaits"] == {"do": ["choose"], "seats": ["C"], "options": ["S", "H", "D", "C"]}


def test_no_card_is_played_before_the_auction_is_over() -> None:
    told = play([header(), *plays("A:AS")])
    assert told.verdicts == {1: "illegal"} and "the auction is not over" in told.sentence(1)


ACES_OF_A = "A:AS B:2S C:3S D:4S  A:AH B:2H C:3H D:4H  A:AC B:2C C:3C D:4C"


def test_four_aces_neither_force_nor_allow_troela() -> None:
    told = play([header(), *RICH, *plays(ACES_OF_A), *plays("A:AD")])
    assert [rule for *_, rule in findings(told.events)] == [], "A has all four"
    told = play([header(), *auction("A:troela B:pass C:pass D:pass D+ D=S"), *plays(ACES_OF_A), *plays("A:AD")])
    assert findings(told.events) == [(19, 1, "A", "troela"), (19, 5, "D", "fourth_ace")], "both were wrong"


def test_a_troela_without_three_aces() -> None:
    told = play([header(), *auction("A:troela B:pass C:pass D:pass D+ D=S"), *plays("A:2S B:AS C:3S D:4S B:AH")])
    assert findings(told.events)[-1] == (11, 1, "A", "troela"), "two aces are elsewhere: A has two at most"


def test_somebody_is_wrong_when_a_third_hand_shows_an_ace() -> None:
    told = play([header(), *auction("A:troela B:pass C:pass D:pass D+ D=S"), *plays("A:2S B:AS")])
    assert findings(told.events) == [(8, 5, None, "fourth_ace")], "A has too few aces or D has none: nobody is named"


def test_troela_higher_or_exactly() -> None:
    lines = auction("A:alone_13 B:pass C:pass D:pass A=S")
    seen = plays(ACES_OF_A + " A:2D B:AD")
    assert findings(play([header(), *lines, *seen]).events) == []
    told = play([header({"troela_or_higher": "exactly_troela"}), *lines, *seen])
    assert [(about, rule) for _, about, _, rule in findings(told.events)] == [(1, "forced_troela")]
    low = play([header(), *auction("A:alone_9 B:pass C:pass D:pass A=S"), *seen])
    assert [(about, rule) for _, about, _, rule in findings(low.events)] == [(1, "forced_troela")]


def test_overbid_later_three_aces_are_free() -> None:
    lines = auction("A:troela B:alone_13 C:pass D:pass A:pass B=S")
    told = play([header(), *lines, *plays(ACES_OF_A), *plays("A:2D B:AD")])
    assert findings(told.events) == []


def test_four_aces_are_shown_for_a_new_deal() -> None:
    aces = ["AS", "AH", "AD", "AC"]
    after = {key: value for key, value in header().items() if key != "dealer"}
    told = play([header({"four_aces": "redeal"}), {"do": "show", "seat": "A", "cards": aces}, after, {"do": "pass"}])
    assert told.deals[1]["note"] == "four_aces" and told.events[2]["awaits"]["seats"] == ["B"], "D deals again"
    told = play([header({"four_aces": "redeal"}), {"do": "show", "seat": "A", "cards": aces[:3]}])
    assert told.verdicts == {1: "illegal"}
    told = play([header({"four_aces": "redeal"}), *RICH, *plays(ACES_OF_A), *plays("A:AD")])
    assert [(about, rule) for _, about, _, rule in findings(told.events)] == [(1, "four_aces")]


# Trumps and calls ---------------------------------------------------------------------------------------------------


def calling(told: str, rules: dict[str, str] | None = None, then: str = "") -> Played:
    """B has bid Rich with spades for trumps and calls; then cards are played."""
    return play([header(rules), *auction(f"A:pass B:rich C:pass D:pass B=S {told}"), *plays(then)])


def test_calls_that_are_void_at_once() -> None:
    told = calling("B!AS C!AD B!!KD B!AD")
    assert told.verdicts == {6: "illegal", 7: "illegal", 8: "illegal"}
    assert told.sentence(6) == "A♠ is a trump: another card must be called"
    assert told.events[9]["awaits"]["do"] == ["play"]
    told = calling("B!QD", {"king_call_when_no_ace": "redeal"})
    assert told.sentence(6) == "An ace is called, with all four aces a king"
    hearts = play([header(), *auction("A:pass B:rich_better C:pass D:pass B!AH")])
    assert hearts.verdicts == {5: "illegal"}, "hearts are trumps"


def test_a_card_of_ones_own_was_called() -> None:
    told = calling("B!AD", then="A:2D B:AD")
    assert findings(told.events) == [(8, 6, "B", "called_own")]


def test_called_without_a_card_of_the_suit() -> None:
    assert findings(calling("B!AD", then="A:2D B:3H").events) == [], "he may have revoked instead"
    diamonds = "A:2D B:2C C:3D D:AD  D:KD A:4D B:3C C:5D  D:QD A:6D B:4C C:7D  D:JD A:8D B:5C C:9D D:TD"
    told = calling("B!AD", then=diamonds)
    assert findings(told.events) == [(23, 6, "B", "called_void")], "all thirteen diamonds were elsewhere"
    assert told.events[23]["findings"][0]["sentence"].startswith(
        "B called A♦; that needs a card of diamonds, else it is blind; seen since: 2♦ 3♦"
    )


def test_blind_with_a_card_of_the_suit() -> None:
    told = calling("B!!AD", then="A:2D B:3D")
    assert findings(told.events) == [(8, 6, "B", "called_blind")]
    turned = play([header(dealer="A"), *auction("B:rich C:pass D:pass A:pass B=S B!!AD"),
                   {"do": "play", "seat": "B", "count": 1}, *plays("C:QD D:AD A:7D"),
                   {"do": "turn", "cards": ["4D"]}])  # fmt: skip
    assert findings(turned.events) == [(11, 6, "B", "called_blind")]


def test_blind_though_another_ace_could_be_called() -> None:
    told = calling("B!!AD", then="A:2H B:3H C:AH")
    assert findings(told.events) == [(9, 6, "B", "called_blind")]
    assert "A♥ could be called" in told.events[9]["findings"][0]["sentence"]
    assert findings(calling("B!!AD", then="A:2S B:3S C:AS").events) == [], "spades are trumps"


def test_a_king_without_all_other_aces() -> None:
    assert findings(calling("B!KD", then="A:AS").events) == [], "B may lack the ace of trumps only"
    assert findings(calling("B!KD", then="A:AH").events) == [(7, 6, "B", "called_low")]
    told = calling("B!KD", {"king_call_when_no_ace": "redeal"}, then="A:AS")
    assert findings(told.events) == [(7, 6, "B", "called_low")]
    assert findings(calling("B!QD", then="A:KH").events) == [(7, 6, "B", "called_low")], "a king was there to call"


def test_no_ace_can_be_called_and_the_deal_is_void() -> None:
    no_call = {"do": "say", "seat": "B", "word": "no_call"}
    lines = auction("A:pass B:rich C:pass D:pass B=S")
    told = play([header({"king_call_when_no_ace": "redeal"}), *lines, no_call])
    assert told.deals[1]["note"] == "no_call"
    assert play([header(), *lines, no_call]).verdicts == {6: "illegal"}


def test_troela_trumps() -> None:
    lines = auction("A:troela B:pass C:pass D:pass D+")
    assert play([header(), *lines]).events[5]["awaits"]["seats"] == ["D"]
    assert play([header({"troela_trump": "bidder_names"}), *lines]).events[5]["awaits"]["seats"] == ["A"]
    told = play([header({"troela_trump": "not_ace_suit"}), *lines, *auction("D=S"), *plays("A:2S B:3S C:4S D:AS")])
    assert findings(told.events) == [(10, 6, "D", "troela_trump")]
    t = table_of([header(), *lines, *auction("D=S")])
    assert t.partners == (frozenset({0, 3}), frozenset({1, 2})), "the partner is public at once"
    told = play([header(), *auction("A:troela B:pass C:pass D:pass"), {"do": "say", "word": "fourth_ace"}])
    assert told.verdicts == {5: "question"}, "who said it?"


def test_troela_lead() -> None:
    lines = auction("A:troela B:pass C:pass D:pass C+ C=S")
    told = play([header({"troela_lead": "partner_leads_ace"}), *lines, *plays("C:AD D:2D A:3D B:4D")])
    assert told.verdicts == {} and findings(told.events) == []
    told = play([header({"troela_lead": "partner_leads_ace"}), *lines, *plays("C:2S D:3S A:4S B:5S B:2D C:AD")])
    assert findings(told.events) == [(12, 7, "C", "troela_lead")]
    assert play([header(), *lines]).events[6]["awaits"]["seats"] == ["A"]


# Play ---------------------------------------------------------------------------------------------------------------


def test_the_called_ace_must_fall_when_its_suit_is_first_led() -> None:
    told = play([header(), *RICH, *plays("A:2D B:3D C:4D D:5D  D:6C A:7C B:8C C:9C  C:6D D:AD")])
    assert findings(told.events) == [(16, 10, "D", "called_card")]
    assert told.events[16]["findings"][0]["sentence"] == (
        "D played 5♦ in trick 1; the called card, A♦, had to be played; but A♦ was in the hand"
    )


def test_its_holder_leads_it_first_of_the_suit() -> None:
    told = play([header(), *RICH, *plays("A:2D B:3D C:4D D:5D")])
    assert findings(told.events) == []
    led = play([header(), *RICH, *plays("A:5D B:3D C:4D D:2D  A:AD")])
    assert findings(led.events) == [(11, 7, "A", "called_card")]
    assert findings(play([header(), *RICH, *plays("A:5C B:3C C:4C D:2C  A:AD")]).events) == []


def test_before_that_it_may_be_thrown() -> None:
    lines = [header(), *RICH, *plays("A:2H B:3H C:4H D:AD  C:5D D:6D")]
    told = play(lines)
    assert findings(told.events) == [] and table_of(lines).partners[0] == frozenset({1, 3})


def test_a_blind_lead_only_where_it_may_be() -> None:
    down = {"do": "play", "seat": "B", "count": 1}
    told = play([header(dealer="A"), *auction("B:rich C:pass D:pass A:pass B=S B!AD"), down])
    assert told.verdicts == {7: "illegal"} and told.sentence(7).startswith("A card is led face down by the bid winner")
    told = calling("B!!AD", then="A:2C")
    assert told.verdicts == {}
    lead = [header(dealer="A"), *auction("B:rich C:pass D:pass A:pass B=S B!!AD")]
    told = play([*lead, {**down, "count": 2}])
    assert told.verdicts == {7: "illegal"}
    told = play([*lead, down, *plays("C:QD D:AD A:7D"), {"do": "turn", "cards": ["4S"]}, down])
    assert told.verdicts == {12: "illegal"}, "once only"
    told = play(
        [
            *lead,
            *plays("B:4C C:AD D:2C A:3C B:5C"),
        ]
    )
    assert told.verdicts == {}
    told = play([*lead, *plays("B:4C C:AD D:2C A:3C"), down])
    assert told.verdicts == {11: "illegal"}, "the ace has been seen"


def test_a_compulsory_blind_lead() -> None:
    lead = [header({"blind_lead_once": "compulsory"}, dealer="A"),
            *auction("B:rich C:pass D:pass A:pass B=S B!!AD")]  # fmt: skip
    told = play([*lead, *plays("B:4C")])
    assert findings(told.events) == [(7, 7, "B", "blind_lead")]
    assert play([*lead, {"do": "play", "seat": "B", "count": 1}]).verdicts == {}


def test_the_blind_lead_is_followed_like_the_called_suit() -> None:
    lead = [header(dealer="A"), *auction("B:rich C:pass D:pass A:pass B=S B!!AD"),
            {"do": "play", "seat": "B", "count": 1}]  # fmt: skip
    told = play([*lead, *plays("C:2C D:AD A:7D"), {"do": "turn", "cards": ["4C"]}, *plays("D:5D A:6D B:7H C:8D")])
    assert findings(told.events) == [(15, 8, "C", "follow_suit")]
    told = play([*lead, *plays("C:QD D:9D A:KD"), {"do": "turn", "cards": ["4C"]}])
    assert told.events[11]["awaits"]["seats"] == ["A"], "without the ace the highest of the called suit wins"
    told = play([*lead, *plays("C:QD D:9D A:KD"), {"do": "turn", "cards": ["4C"]}, *plays("A:2D B:3C C:4D D:AD")])
    assert findings(told.events) == [(15, 9, "D", "called_card")]
    told = play([*lead, *plays("C:QD D:AD A:2S"), {"do": "turn", "cards": ["4S"]}])
    assert told.events[11]["awaits"]["seats"] == ["B"], "the turned trump is the highest"


def test_open_hands() -> None:
    spades = [f"{rank}S" for rank in "3456789TJQKA"]
    show = {"do": "show", "seat": "A", "cards": spades}
    lines = [header(), *auction("A:open_misery B:pass C:pass D:pass"), *plays("A:2S B:2H C:3H D:4H")]
    told = play([*lines, *plays("A:3S"), {**show, "cards": spades[1:]}, show])
    assert told.verdicts == {9: "illegal", 10: "illegal"} and "laid open first" in told.sentence(9)
    assert told.sentence(10) == "A lays all 12 cards open, not 11"
    assert told.events[11]["awaits"]["do"] == ["play"]
    first = play([header({"open_when": "before_trick_1"}), *auction("A:open_13 B:pass C:pass D:pass A=S")])
    assert first.events[5]["awaits"] == {"do": ["show"], "seats": ["A"], "count": 13}
    every = play([header(), *auction("A:pass B:open_piek_all C:pass D:pass"), *plays("A:2S B:3S C:4S D:5S")])
    assert every.events[8]["awaits"]["seats"] == ["A", "B", "C", "D"]


def test_a_revoke_of_an_open_hand_is_found_at_once() -> None:
    held = ["3S", *(f"{rank}H" for rank in "23456789TJQ")]
    lines = [header(), *auction("A:open_misery B:pass C:pass D:pass"), *plays("A:2S B:7S C:8S D:9S"),
             {"do": "show", "seat": "D", "cards": ["2D"]}, *plays("D:4S"), {"do": "show", "seat": "A", "cards": held},
             *plays("D:4S A:3H")]  # fmt: skip
    told = play(lines)
    assert told.verdicts == {9: "illegal", 10: "illegal", 13: "illegal"}
    assert findings(told.events)[-1] == (13, 13, "A", "follow_suit")


def test_out_of_turn_and_the_rest_are_mine() -> None:
    told = play([header(), *RICH, *plays("B:2C A:3C C:4C D:5C")])
    assert told.verdicts == {7: "illegal"} and told.events[10]["awaits"]["seats"] == ["D"]
    hands = {"A": ["AS", "KS"], "B": ["2D", "3D"], "C": ["AD", "4D"], "D": ["5D", "6D"]}
    start = {"hands": hands, "bids": {"B": "rich"}, "called": "AD", "trump": "S", "tricks": tricks(3, 5, 2, 1)}
    told = play([header(**start), {"do": "note", "what": "rest_mine", "seat": "A"}])
    assert [told.deals[1]["points"][name] for name in PLAYERS] == [2, 0, 0, 2], "B and C have 7 tricks"


# Scoring ------------------------------------------------------------------------------------------------------------


def test_the_table_of_bids() -> None:
    made = {"rich": 1, "alone_8": 1, "alone_9": 1, "alone_10": 1, "alone_11": 1, "alone_12": 1, "alone_13": 15,
            "open_13": 20, "rich_better": 1}  # fmt: skip
    need = {"alone_9": 9, "alone_10": 10, "alone_11": 11, "alone_12": 12, "alone_13": 13, "open_13": 13}
    for word, base in made.items():
        n = need.get(word, 8)
        assert points(bids={"A": word}, tricks=tricks(n, 13 - n, 0, 0))[0] == base
        short = points(bids={"A": word}, tricks=tricks(n - 2, 15 - n, 0, 0))
        assert short == [0, *[base + 2 * (base < 15)] * 3]
    for word, worth in {"misery": 5, "open_misery": 10, "open_misery_all": 15}.items():
        assert points(bids={"A": word}, tricks=tricks(0, 13, 0, 0)) == [worth, 0, 0, 0]
        assert points(bids={"A": word}, tricks=tricks(1, 12, 0, 0)) == [0, worth, worth, worth]
    for word, worth in {"piek": 5, "open_piek": 10, "open_piek_all": 15}.items():
        assert points(bids={"A": word}, tricks=tricks(1, 12, 0, 0)) == [worth, 0, 0, 0]
        assert points(bids={"A": word}, tricks=tricks(0, 13, 0, 0)) == [0, worth, worth, worth]
    assert points(bids={"A": "troela"}, partner="B", tricks=tricks(5, 5, 2, 1)) == [4, 4, 0, 0]
    assert points(bids={"A": "troela"}, partner="B", tricks=tricks(3, 3, 4, 3)) == [0, 0, 4, 4]


def test_house_rules_of_the_score() -> None:
    assert points({"fail_score": "money"}, bids={"A": "alone_8"}, tricks=tricks(6, 7, 0, 0)) == [-9, 3, 3, 3]
    assert sum(points({"fail_score": "money"}, bids={"B": "rich"}, partner="D", tricks=tricks(3, 8, 1, 1))) == 0
    assert points({"misery_fail": "per_trick"}, bids={"A": "misery"}, tricks=tricks(3, 10, 0, 0)) == [0, 8, 8, 8]
    bids = {"A": "misery", "B": "piek", "D": "misery"}
    assert points({"co_bidder_paid": "non_bidders"}, bids=bids, tricks=tricks(0, 1, 10, 2)) == [5, 5, 5, 0]
    slam = {"slam_bonus": "one"}
    assert points(slam, bids={"B": "rich"}, partner="D", tricks=tricks(0, 8, 0, 5)) == [0, 7, 0, 7]
    assert points(slam, bids={"B": "open_13"}, tricks=tricks(0, 13, 0, 0)) == [0, 20, 0, 0]
    facts: dict[str, Any] = {"bids": {"A": "misery"}, "tricks": tricks(0, 13, 0, 0)}
    own = {"bid_table": {"misery": 7}}
    assert by_hand({"bid_table": "local"}, own, **facts)["points"]["A"] == 7
    assert by_hand({}, own, **facts)["points"]["A"] == 5


def test_the_tables_own_points_hold_for_the_match() -> None:
    rules = {"bid_table": "local"}
    result = {"do": "result", "facts": {"bids": {"A": "misery"}, "tricks": tricks(0, 13, 0, 0)}}
    told = play([header(rules, bid_table={"misery": 7}), {"id": 1, **result}, header(rules), {"id": 2, **result}])
    assert told.deals[2]["scores"]["A"] == 14


def revoked(who: str, before: int, rules: dict[str, str]) -> list[int]:
    """The last two tricks of 8 Alone by A: ``who`` revokes in the first of them and shows the suit in the second."""
    hands = {"A": ["AS", "AH"], "B": ["2S", "2H"], "C": ["3S", "3H"], "D": ["4S", "4H"]}
    del hands[who]
    start = {"hands": hands, "bids": {"A": "alone_8"}, "trump": "C", "tricks": tricks(before, 11 - before, 0, 0)}
    order = {"B": "A:AS B:2D C:3S D:4S A:AH B:5S C:3H D:4H", "A": "D:4S A:2D B:2S C:3S D:4H A:AS B:2H C:3H"}
    told = play([header(rules, to_act="A" if who == "B" else "D", **start), *plays(order[who])])
    assert len(findings(told.events)) == 1
    return [told.deals[1]["points"][name] for name in PLAYERS]


def test_a_punished_revoke() -> None:
    punish = {"revoke_penalty": "side_loses"}
    assert (revoked("B", 5, {}), revoked("B", 5, punish)) == ([0, 2, 2, 2], [1, 0, 0, 0]), "seven tricks count as eight"
    assert (revoked("B", 7, {}), revoked("B", 7, punish)) == ([2, 0, 0, 0], [2, 0, 0, 0])
    assert (revoked("A", 9, {}), revoked("A", 9, punish)) == ([2, 0, 0, 0], [0, 2, 2, 2]), "nine count as seven"
    assert (revoked("A", 6, {}), revoked("A", 6, punish)) == ([0, 3, 3, 3], [0, 3, 3, 3])


def test_a_match_of_so_many_deals() -> None:
    result = {"do": "result", "facts": {"bids": {"A": "misery"}, "tricks": tricks(0, 13, 0, 0)}}
    lines: list[dict[str, Any]] = []
    for number in range(1, 5):
        lines += [header({"deals": "4"}), {"id": number, **result}]
    told = play([header({"deals": "4"}), *auction("A:pass B:pass C:pass"), {"id": 4, "do": "pass"},
                 *({**line, "id": line["id"] + 10} if "id" in line else line for line in lines)])  # fmt: skip
    assert [told.deals[n]["match_over"] for n in range(1, 6)] == [False, False, False, False, True]
    assert told.deals[5]["winners"] == ["A"]


def test_bad_results_and_positions_are_told_in_one_sentence() -> None:
    good: dict[str, Any] = {"bids": {"B": "rich"}, "partner": "D", "tricks": tricks(3, 8, 1, 1)}
    for facts in ({**good, "bids": {"B": "rik"}}, {**good, "partner": "B"}, {**good, "tricks": tricks(3, 8, 1, 2)},
                  {**good, "bids": {"B": "rich", "C": "rich"}}, {**good, "bids": {"A": "misery", "B": "alone_9"}},
                  {**good, "bids": {"B": "alone_8"}}, {**good, "partner": 5}, {**good, "bids": ["rich"]},
                  {**good, "trumps": "S"}):  # fmt: skip
        with pytest.raises(BadRecord) as refusal:
            play([header(), {"do": "result", "facts": facts}])
        assert "\n" not in str(refusal.value)
    for start in ({"bids": {"B": "rik"}}, {"bids": {"B": "rich", "C": "misery"}}, {"bid_table": {"rik": 1}},
                  {"bid_table": {"rich": -1}}, {"bid_table": 5}, {"called": "AD"}, {"partner": "A"},
                  {"bids": {"B": "rich"}, "called": "ZZ"},
                  {"bids": {"B": "rich"}, "partner": "E"}):  # fmt: skip
        with pytest.raises(BadRecord):
            play([header(**start), {"do": "pass"}])


@pytest.mark.parametrize("language", ["sr", "ru"])
@pytest.mark.parametrize("module", ["rikken", "rikken_bids", "rikken_calls", "rikken_score"])
def test_texts(module: str, language: str) -> None:
    check_texts(f"games/{module}", language)
    assert GAME.summary is not None and GAME.summary.say(language) != GAME.summary.say("en")
