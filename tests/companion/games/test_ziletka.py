"""Every worked example of ``rules/ziletka.md`` through the deal record; the numbers are those of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.replays import play, table_of

Lines = list[dict[str, Any]]


def header(names: str, rules: dict[str, str] | None = None, **start: Any) -> dict[str, Any]:
    """A deal by the last player."""
    players = list(names)
    return {"record": 1, "game": "ziletka", "players": players, "dealer": players[-1], "rules": rules or {},
            "start": start}  # fmt: skip


def begin(names: str, rules: dict[str, str] | None = None, stock: int = 15, **hands: str) -> Lines:
    """A position with hearts as trump: these hands, the others hidden; A attacks B."""
    held = {name: cards.split() for name, cards in hands.items()}
    return [header(names, rules, hands=held, trump="H", stock=stock, to_act="A")]


def put(seat: str, *cards: str) -> dict[str, Any]:
    """An attack, or the cards that beat it."""
    return {"do": "play", "seat": seat, "cards": list(cards)}


def take(seat: str) -> dict[str, Any]:
    """The attack is taken."""
    return {"do": "take", "seat": seat}


def draw(seat: str, number: int = 1) -> dict[str, Any]:
    """Cards of the stock."""
    return {"do": "draw", "seat": seat, "count": number}


def show(seat: str, cards: str) -> dict[str, Any]:
    """A Zbor."""
    return {"do": "show", "seat": seat, "cards": cards.split()}


def tried(attack: str, beat: str, rules: dict[str, str] | None = None) -> bool:
    """Whether these cards beat these, hearts being trump."""
    told = play([*begin("AB", rules, stock=6), put("A", *attack.split()), put("B", *beat.split())])
    assert told.events[1]["verdict"] == "ok"
    return bool(told.events[2]["verdict"] == "ok")


def test_1_2_and_4_what_beats() -> None:
    assert tried("9C", "TD") and tried("9C", "6H") and not tried("9C", "8C") and not tried("9C", "9D")
    assert tried("7C 7D", "8S 6H")
    assert tried("QH", "KH") and not tried("QH", "AS") and not tried("QH", "6H")
    assert not tried("7C 7D", "8S"), "each by a card of its own"


def test_house_rules_of_beating() -> None:
    assert tried("QH", "AS", {"beat_trump": "any_higher_or_trump"})
    assert not tried("9C", "TD", {"cross_suit": "same"}) and tried("9C", "TC", {"cross_suit": "same"})
    assert tried("9C", "6H", {"cross_suit": "same"})


def test_3_one_attacks_with_one_card_or_two_that_go_together() -> None:
    verdicts = {"KC 9S": "illegal", "KC 9C": "ok", "9S 9C": "ok", "KC 9C 8C": "illegal", "9S": "ok"}
    for attack, verdict in verdicts.items():
        assert play([*begin("AB"), put("A", *attack.split())]).events[1]["verdict"] == verdict, attack


def test_5_who_takes_does_not_draw() -> None:
    lines = [*begin("ABC"), put("A", "9C", "9D"), take("B"), draw("A", 2)]
    told, t = play(lines), table_of(lines)
    assert told.verdicts == {} and (t.size("hand 0"), t.size("hand 1")) == (3, 5)
    assert told.events[3]["awaits"]["seats"] == ["A"] and t.stage == "attack 2"
    told = play([*lines, put("A", "6S"), take("C"), draw("A"), put("A", "6D")])
    assert told.verdicts == {} and "B beats 6♦" in told.lines[-1]["awaits"].get("words", "B beats 6♦")
    assert play([*lines[:3], draw("B")]).verdicts == {3: "illegal"}, "the taker draws nothing"
    assert play([*lines[:3], draw("A", 3)]).verdicts == {3: "illegal"}, "only up to three"


def test_5_beaten_off() -> None:
    lines = [*begin("ABC"), put("A", "9C"), put("B", "TC"), draw("B"), draw("A")]
    told, t = play(lines), table_of(lines)
    assert told.verdicts == {} and told.events[4]["awaits"]["seats"] == ["B"], "the defender attacks"
    assert {str(card) for card in t.cards("aside")} == {"9C", "TC"}
    assert play([*lines[:3], draw("A"), draw("B")]).verdicts == {3: "illegal"}, "the defender draws first"


def test_6_six_cards_are_too_many() -> None:
    five = begin("AB", stock=6, A="6C 7D 8S", B="6S 7S 9D 8C JD")
    told = play([*five, put("A", "8S"), put("B", "9D")])
    assert told.deals == {}
    told = play([*begin("AB", stock=6, A="KC 7D 8S", B="6S 7S 9D 8C JD"), put("A", "KC"), take("B")])
    assert told.deals[1]["points"] == {"A": 1, "B": -1}, "B is out, A has the pot"
    three = begin("ABC", stock=6, A="KC 7D 8S", B="6S 7S 9D 8C JD", C="9C TC 9H")
    t = table_of([*three, put("A", "KC"), take("B"), draw("A")])
    assert str(t.marks[1]["out"]) == "out" and t.pot == 3
    seven = [*begin("AB", {"out_at": "exactly_six"}, stock=6, A="KC KD 8S", B="6S 7S 9D 8C JD"), put("A", "KC", "KD")]
    assert play([*seven, take("B")]).deals == {}


def test_7_a_zbor_by_playing() -> None:
    told = play([*begin("ABC", A="8S JS AS 7D"), put("A", "7D"), show("A", "8S JS AS")])
    assert told.verdicts == {} and told.deals[1]["points"] == {"A": 2, "B": -1, "C": -1}
    four = [*begin("ABC", B="6C 6D 9D QD"), show("A", "8S JS AS")]
    assert play(four).verdicts == {1: "illegal"}, "exactly three"
    told = play([*begin("AB", A="8S JS 7D KC"), put("A", "KC"), show("A", "8S JS 7D")])
    assert told.verdicts == {2: "illegal"} and "no Zbor" in told.sentence(2)


TURNED = {"do": "turn", "cards": ["9H"]}


def test_8_the_best_zbor_in_the_deal() -> None:
    kings, suit, sevens = show("B", "AH KH 6H"), show("C", "AD KD QD"), show("A", "7S 7D 7C")
    told = play([header("ABC"), TURNED, kings, sevens, {"do": "pass", "seat": "C"}])
    assert told.verdicts == {} and told.deals[1]["points"] == {"A": 2, "B": -1, "C": -1}
    told = play([header("ABC"), TURNED, suit, kings, {"do": "pass", "seat": "A"}])
    assert told.deals[1]["points"] == {"A": -1, "B": 2, "C": -1}, "the trump suit is best"
    spades = show("A", "AS KS JS")
    higher = play([header("ABC"), TURNED, suit, spades, {"do": "pass", "seat": "B"}])
    assert higher.deals[1]["points"]["C"] == 2, "of two plain suits the higher"
    split = play([header("ABC", {"zbor_ties": "split"}), TURNED, suit, spades, {"do": "pass", "seat": "B"}])
    assert split.deals[1]["points"] == {"A": 0, "B": -1, "C": 0}, "the third chip stays for the next pot"


def test_9_the_stock() -> None:
    t = table_of([header("ABCD"), TURNED])
    assert t.size("stock") == 23 and list(map(str, t.cards("turned"))) == ["9H"]
    assert table_of([header("ABCD", {"turned_card": "never"}), TURNED]).size("stock") == 23
    last = header("AB", hands={"A": ["7C", "6D", "8S"]}, trump="H", stock=1, stock_end=["9H"], to_act="A")
    t = table_of([last, put("A", "7C"), take("B"), draw("A")])
    assert "9H" in map(str, t.cards("hand 0")), "who draws the last card is known to hold the turned one"


def test_who_can_beat_must() -> None:
    known = begin("ABC", B="TC 6D 8S", A="9C 6S 7D")
    finding = play([*known, put("A", "9C"), take("B")]).events[2]["findings"][0]
    assert (finding["about"], finding["seat"], finding["rule"], finding["proof"]) == (2, "B", "must_beat", ["TC"])
    hidden = [*begin("ABC", A="9C 6S 7D"), put("A", "9C"), take("B"), draw("A"), put("A", "6S"), take("C"), draw("A"),
              put("A", "7D"), put("B", "TC")]  # fmt: skip
    told = play(hidden)
    finding = told.events[8]["findings"][0]
    assert (finding["about"], finding["seat"], finding["proof"]) == (2, "B", ["TC"])
    assert told.sentence(8) == "" and finding["sentence"] == "B took 9♣, but had 10♣, which beat it"
    rules = {"must_beat": "may_take"}
    free = [*begin("ABC", rules, A="9C 6S 7D"), *hidden[1:]]
    assert all(not line["findings"] for line in play(free).events.values())
    own = [*hidden[:-1], put("B", "9C")]
    assert all(not line["findings"] for line in play(own).events.values()), "that card he has just taken"


def test_cards_drawn_since_prove_nothing() -> None:
    lines = [*begin("AB", A="9C 6S 7D"), put("A", "9C"), take("B"), draw("A"), put("A", "7D"), put("B", "8D"),
             draw("A"), put("B", "TC")]  # fmt: skip
    finding = play(lines).events[7]["findings"][0]
    assert finding["about"] == 2, "B still holds more than three, and has drawn nothing"
    drawn = [*begin("AB", A="9C 6S 7D"), put("A", "9C"), take("B"), draw("A"), put("A", "7D"), put("B", "8D"),
             draw("A"), put("B", "9C"), put("A", "TD"), draw("A"), draw("B"), put("A", "6S"),
             put("B", "TC")]  # fmt: skip
    assert play(drawn).verdicts == {}
    assert all(not line["findings"] for line in play(drawn).events.values())


def test_a_deadlock_divides_the_pot() -> None:
    agree = [{"do": "say", "seat": name, "word": "deadlock"} for name in "ABC"]
    told = play([*begin("ABC"), *agree])
    assert told.deals[1]["points"] == {"A": 0, "B": 0, "C": 0}
    lines: Lines = [put("A", "6C"), take("B"), put("A", "7C"), take("B"), put("A", "8C"), take("B")]
    ring = begin("AB", stock=0, A="6C 7C", B="JS")
    assert play([*ring, *lines[:3]]).deals == {}


def test_nobody_who_has_no_cards_attacks() -> None:
    lines = [*begin("ABC", stock=0, A="9C", B="6D 6S 7S", C="KC KD QD"), put("A", "9C"), take("B")]
    assert play(lines).events[2]["awaits"]["seats"] == ["B"], "the attack passes to the right"
    told = play([*begin("ABC", {"empty_hand": "out"}, stock=0, A="9C", B="6D 6S 7S", C="KC KD QD"), *lines[1:]])
    assert told.events[2]["awaits"]["seats"] == ["B"] and told.deals == {}


def test_everything_as_it_was_is_a_deadlock() -> None:
    """A gives B the only card, and B gives it back: then A attacks with it again."""
    lines = [put("A", "9H"), take("B"), put("B", "9H"), take("A")]
    told = play([*begin("AB", stock=0, A="9H", B=""), *lines])
    assert told.verdicts == {} and told.deals[1]["points"] == {"A": 0, "B": 0}
    assert play([*begin("AB", stock=0, A="9H", B=""), *lines[:-1]]).deals == {}
    assert play([*begin("AB", {"deadlock": "play_on"}, stock=0, A="9H", B=""), *lines]).deals == {}


def test_the_rest_of_a_divided_pot_stays() -> None:
    lines = [header("ABC"), {"do": "result", "facts": {"winners": ["A", "B"]}},
             {"record": 1, "game": "ziletka", "players": ["A", "B", "C"]},
             {"do": "result", "facts": {"winners": ["C"]}}]  # fmt: skip
    told = play(lines)
    assert told.deals[1]["points"] == {"A": 0, "B": 0, "C": -1}
    assert told.deals[2]["points"] == {"A": -1, "B": -1, "C": 3}, "three stakes and the chip that was left"


@pytest.mark.parametrize("facts", [{}, {"winners": []}, {"winners": ["Z"]}, {"winners": "A"}, {"loser": "A"}])
def test_a_result_names_the_winners(facts: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="winners"):
        play([header("ABC"), {"do": "result", "facts": facts}])
