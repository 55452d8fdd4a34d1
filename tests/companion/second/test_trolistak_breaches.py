"""Trolistak, what the rules text says of exchanges, Hljusts and plays against the rules."""

from __future__ import annotations

import pytest

from tests.companion.replays import play
from tests.companion.second.test_trolistak import Deal, Rules


def verdicts(deal: Deal, *numbers: int) -> list[str]:
    played = play(deal.lines)
    return [played.events[number]["verdict"] for number in numbers]


def test_wrong_exchanges() -> None:
    """Boris may exchange one card, Vera three, the dealer one; each in his turn; none of the wrong ones counts."""
    deal = Deal("Ana", "8S")
    wrong = [deal.add("exchange", "Vera", count=3), deal.add("exchange", "Boris", count=3)]
    right = [deal.add("exchange", "Boris", count=1)]
    wrong += [deal.add("exchange", "Vera", count=1), deal.add("exchange", "Vera", count=2)]
    right += [deal.add("exchange", "Vera", count=3), deal.add("pass", "Goran")]
    wrong += [deal.add("exchange", "Ana", count=3), deal.add("take", "Ana")]
    right += [deal.add("exchange", "Ana", count=1), deal.add("take", "Ana")]
    assert verdicts(deal, *wrong) == ["illegal"] * 6 and verdicts(deal, *right) == ["ok"] * 5


def test_the_dealer_may_take_the_turned_card_only_if_he_has_exchanged_none() -> None:
    deal = Deal("Ana", "8S", {"dealer_swap": "only_if_not_exchanged"})
    for who in deal.order[:3]:
        deal.add("pass", who)
    deal.add("exchange", "Ana", count=1)
    assert verdicts(deal, deal.add("take", "Ana")) == ["illegal"]


def test_no_hljust_and_wrong_payment() -> None:
    deal = Deal("Ana", "8S")
    wrong = [deal.add("show", "Vera", cards=["AH", "KH", "8D"]), deal.add("pay", "Vera", amount=3)]
    twice = deal.add("show", "Goran", cards=["8S", "9S", "TS"])
    assert verdicts(deal, *wrong) == ["illegal"] * 2
    assert verdicts(deal, twice)[0] in ("impossible", "question")
    assert verdicts(deal, deal.add("pay", "Vera", amount=2)) == ["ok"]


def no_exchange(rules: Rules) -> Deal:
    deal = Deal("Ana", "8S", rules)
    for who in (*deal.order, "Ana"):
        deal.add("pass", who)
    return deal


def test_a_face_up_card_that_is_not_stronger_has_lost() -> None:
    """Vera's ace of diamonds does not beat the ace of hearts; out of turn and a second card are illegal too."""
    deal = no_exchange({})
    deal.add("play", "Boris", cards=["AH"])
    wrong = [deal.add("play", "Vera", cards=["AD"])]
    deal.add("play", "Goran", count=1)
    deal.add("play", "Ana", count=1)
    deal.add("play", "Boris", cards=["KH"])
    wrong += [deal.add("play", "Ana", count=1)]
    played = play(deal.lines)
    assert verdicts(deal, *wrong) == ["illegal"] * 2
    assert played.events[wrong[0]]["findings"][0]["proof"] == ["AD"]
    assert played.events[wrong[0] + 2]["awaits"]["seats"] == ["Boris"]


def findings(deal: Deal) -> list[tuple[int, str, list[str]]]:
    return [(one["about"], one["seat"], one["proof"]) for line in play(deal.lines).lines for one in line["findings"]]


@pytest.mark.parametrize("rule", ["allowed", "must_beat"])
def test_a_strong_card_laid_face_down(rule: str) -> None:
    """Vera could have beaten the eight with her ace, shown in the second trick."""
    deal = no_exchange({"face_down_strong_card": rule})
    deal.add("play", "Boris", cards=["8D"])
    weak = deal.add("play", "Vera", count=1)
    for who in ("Goran", "Ana"):
        deal.add("play", who, count=1)
    deal.trick("Boris", ["KH", "AC", "-", "-"])
    assert findings(deal) == ([(weak, "Vera", ["AC"])] if rule == "must_beat" else [])


@pytest.mark.parametrize("rule", ["optional", "must_show"])
def test_a_hljust_that_was_not_shown(rule: str) -> None:
    deal = no_exchange({"hljust_optional": rule})
    for card in ("AH", "KH", "QH"):
        deal.trick("Boris", [card, "-", "-", "-"])
    found = play(deal.lines).deals[1]["findings"]
    assert [one["seat"] for one in found] == (["Boris"] if rule == "must_show" else [])
