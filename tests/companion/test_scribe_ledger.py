"""What lies on the table and is accounted for, from look to look: hand-made sequences of sightings."""

from __future__ import annotations

from companion.ports import Sighting
from companion.scribe.ledger import Ledger


def card(face: str, track: int, x: float = 0.0, *, since: int = 0, seen: bool = True) -> Sighting:
    """A card that lies there face up and is read surely."""
    return Sighting(x, 0.0, 0.0, {face: 0.999}, track=track, since_ms=since, seen=seen)


def tracks(ledger: Ledger) -> list[int]:
    return [s.track for s in ledger.fresh]


# Cards that are new ---------------------------------------------------------------------------------------------------


def test_a_new_card_that_is_covered_before_it_was_told_of_stays_new() -> None:
    ledger = Ledger()
    ledger.see([card("9S", 1, since=100)], 400)
    ledger.see([card("9S", 1, since=100, seen=False), card("QS", 2, 5.0, since=600)], 900)
    assert tracks(ledger) == [1, 2], "in the order in which they came to rest"


def test_a_card_that_was_told_of_is_new_no_more_when_it_is_covered() -> None:
    ledger = Ledger()
    ledger.see([card("9S", 1, since=100)], 400)
    ledger.enter(ledger.fresh, ["9S"], event=7)
    ledger.see([card("9S", 1, since=100, seen=False), card("QS", 2, 5.0, since=600)], 900)
    assert tracks(ledger) == [2]
    assert [account.event for account in ledger.accounts] == [7]


def test_a_card_that_was_never_seen_plainly_is_not_new() -> None:
    ledger = Ledger()
    ledger.see([card("9S", 1, since=100, seen=False)], 400)
    assert tracks(ledger) == []


def test_a_new_card_in_the_hand_that_lifts_it_again_is_none() -> None:
    ledger = Ledger()
    ledger.see([card("9S", 1, since=100)], 400)
    ledger.see([card("9S", 1, since=700, seen=False)], 700)
    assert tracks(ledger) == [], "it moves: since it was seen it has not come to rest"
    ledger.see([card("9S", 1, 80.0, since=1000)], 1300)
    assert tracks(ledger) == [1], "laid down again it is as new as before"


def test_a_new_card_without_a_track_is_new_while_it_is_seen() -> None:
    ledger = Ledger()
    ledger.see([card("9S", 0)], 400)
    assert len(ledger.fresh) == 1
    ledger.see([card("9S", 0, seen=False)], 500)
    assert ledger.fresh == []


# Cards that the table has shuffled ------------------------------------------------------------------------------------


def gone(*faces: str) -> Ledger:
    """A ledger in which these cards were told of, and are there no more."""
    ledger = Ledger()
    ledger.see([card(face, track, 100.0 * track) for track, face in enumerate(faces, 1)], 400)
    ledger.enter(ledger.fresh, faces, event=1)
    ledger.see([], 700)
    return ledger


def test_what_the_table_knows_nowhere_any_more_is_forgotten_when_it_is_gone() -> None:
    ledger = gone("9S", "QS")
    ledger.forget_unseen({"QS": 1})
    assert [account.face for account in ledger.gone] == ["QS"]
    ledger.see([card("9S", 1, 100.0, since=900)], 1200)
    assert tracks(ledger) == [1], "laid again it is new, though the eyes have followed it"


def test_what_lies_there_is_never_forgotten() -> None:
    ledger = Ledger()
    ledger.see([card("9S", 1)], 400)
    ledger.enter(ledger.fresh, ["9S"], event=1)
    ledger.forget_unseen({})
    ledger.see([card("9S", 1)], 700)
    assert tracks(ledger) == []


def test_of_two_equal_cards_one_is_forgotten_if_one_is_known() -> None:
    ledger = gone("9S", "9S")
    ledger.forget_unseen({"9S": 1})
    assert [account.face for account in ledger.gone] == ["9S"]
    ledger.forget_unseen({"9S": 1})
    assert [account.face for account in ledger.gone] == ["9S"]


def test_backs_are_not_forgotten() -> None:
    ledger = Ledger()
    ledger.see([Sighting(0.0, 0.0, 0.0, {}, track=1, back=True)], 400)
    ledger.enter(ledger.backs, [""], event=1)
    ledger.see([], 700)
    ledger.forget_unseen({})
    assert len(ledger.gone) == 1


def test_a_back_laid_where_one_of_a_trick_that_is_over_lay_is_new() -> None:
    ledger = Ledger()
    ledger.see([Sighting(0.0, 0.0, 0.0, {}, track=1, back=True, since_ms=100)], 400)
    ledger.enter(ledger.backs, [""], event=14)
    ledger.see([], 700)
    ledger.forget_backs({14})
    assert len(ledger.gone) == 1, "of the trick that is being played it may still be there"
    ledger.forget_backs({16})
    ledger.see([Sighting(1.0, 0.0, 0.0, {}, track=2, back=True, since_ms=2500)], 2800)
    assert [s.track for s in ledger.backs] == [2]


# Bare places ----------------------------------------------------------------------------------------------------------


def test_a_card_that_is_only_remembered_after_its_place_was_bare_counts_as_missed() -> None:
    ledger = gone("9S")
    (account,) = ledger.accounts
    assert account.missed_ms == 700
    ledger.see([card("9S", 1, 100.0, seen=False)], 900)
    assert account.here is not None and account.gone_ms == 0 and account.missed_ms == 700
    ledger.see([card("9S", 1, 100.0)], 1100)
    assert account.missed_ms == 0, "it was there all the time"


def test_later_cards_of_an_event_are_numbered_after_its_first() -> None:
    ledger = Ledger()
    ledger.see([card("TS", 1), card("TH", 2, 100.0)], 400)
    first, second = ledger.fresh
    ledger.enter([first], ["TS"], event=5)
    ledger.enter([second], ["TH"], event=5, first=1)
    assert [(account.face, account.index) for account in ledger.of([5])] == [("TS", 0), ("TH", 1)]


def test_where_a_won_card_lay_another_is_new_unless_it_looks_more_like_the_won_one() -> None:
    for odds, new in (({"TC": 0.55, "TS": 0.3}, [2]), ({"TC": 0.3, "TS": 0.6}, [])):
        ledger = Ledger()
        ledger.see([card("TS", 1)], 400)
        ledger.enter(ledger.fresh, ["TS"], event=7)
        ledger.accounts[0].won = True
        ledger.see([], 2000)
        ledger.see([Sighting(0.0, 0.0, 0.0, odds, track=2, since_ms=3500)], 3900)
        assert tracks(ledger) == new
