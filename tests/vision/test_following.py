"""Cards on a rendered table followed through what hands do with them."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import pytest

from companion.ports import Cover, Sighting
from tests.vision.moving import Moving
from vision.reading.reader import CardReader

LEVELS = ("clean", "home", "pub")
SPOT, OTHER, THIRD = (200.0, 210.0), (330.0, 120.0), (470.0, 300.0)


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader(packs=2)


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)


def table(reader: CardReader, level: str = "clean", seed: int = 7) -> Moving:
    made = Moving(reader, seed, level)
    made.rest(0.9)
    return made


def told(table: Moving) -> list[str]:
    """The faces of all cards that are known, "back" for backs."""
    return sorted("back" if one.back else face(one) for one in table.watcher.sightings)


def face(one: Sighting) -> str:
    return max(one.odds, key=lambda name: one.odds[name], default="?")


@pytest.mark.parametrize("level", LEVELS)
def test_a_card_pushed_aside_keeps_its_track(reader: CardReader, level: str) -> None:
    made = table(reader, level)
    number = made.lay("8S", *SPOT)
    made.lay("KD", *OTHER)
    made.rest(1.2)
    before = made.of(number)
    assert before is not None and before.track > 0
    made.slide(number, *THIRD)
    made.rest(1.5)
    after = made.of(number)
    assert after is not None and after.track == before.track and after.since_ms > before.since_ms
    assert told(made) == ["8S", "KD"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_card_turned_over_keeps_its_track_both_ways(reader: CardReader, level: str) -> None:
    made = table(reader, level)
    number = made.lay(None, *SPOT)
    made.rest(1.2)
    (back,) = made.watcher.sightings
    assert back.back and back.odds == {} and back.seen
    made.turn(number, "QH")
    made.rest(1.2)
    (open_,) = made.watcher.sightings
    assert (open_.track, open_.back, face(open_)) == (back.track, False, "QH")
    made.turn(number, None)
    made.rest(1.2)
    (again,) = made.watcher.sightings
    assert (again.track, again.back, again.odds) == (back.track, True, {})


def test_what_lies_in_a_pile_is_remembered_and_comes_to_light_again(reader: CardReader) -> None:
    made = table(reader)
    laid = []
    for i, card in enumerate(("5C", "9D", "JS")):
        laid.append(made.lay(card, SPOT[0] + (9 if i % 2 else -9), SPOT[1]))
        made.rest(1.0)
    assert told(made) == ["5C", "9D", "JS"]
    tracks = {face(one): one.track for one in made.watcher.sightings}
    assert len(set(tracks.values())) == 3
    made.take(laid[2:])
    made.rest(1.2)
    made.take(laid[1:2])
    made.rest(1.2)
    (last,) = made.watcher.sightings
    assert (face(last), last.track, last.seen) == ("5C", tracks["5C"], True)


def test_an_equal_card_of_another_pack_laid_on_a_pile_is_another_card(reader: CardReader) -> None:
    made = table(reader)
    for i, card in enumerate(("5C", "7H", "7H")):
        made.lay(card, SPOT[0] + (9 if i % 2 else -9), SPOT[1])
        made.rest(1.0)
    assert told(made) == ["5C", "7H", "7H"]
    assert len({one.track for one in made.watcher.sightings}) == 3


def test_a_stack_of_backs_is_one_sighting_and_two_hidden_cards_are_two(reader: CardReader) -> None:
    made = Moving(reader, 7)
    for i in range(4):
        made.put(None, 600 + i, 210 - i, 2 * i)
    made.put(None, 150, 300)
    made.put(None, 216, 300)
    made.rest(1.0)
    assert told(made) == ["back"] * 3


@pytest.mark.parametrize("level", LEVELS)
def test_a_hand_that_rests_for_long_takes_nothing_and_keeps_nobody_waiting(reader: CardReader, level: str) -> None:
    made = table(reader, level)
    covered, beside = made.lay("8S", *SPOT), made.lay("KD", *OTHER)
    made.rest(1.2)
    before = made.of(covered)
    made.reach(SPOT[0], SPOT[1] - 20)
    made.hands.append(Cover(SPOT[0], SPOT[1] - 20, 180))
    made.rest(2)
    new = made.lay("3C", *THIRD)
    made.rest(1.5)
    assert told(made) == ["3C", "8S", "KD"]
    made.rest(20)
    made.take([beside])
    made.rest(1.5)
    assert told(made) == ["3C", "8S"]
    hidden = made.of(covered)
    assert before is not None and hidden is not None and hidden.track == before.track
    made.hands.clear()
    made.rest(1.5)
    after, other = made.of(covered), made.of(new)
    assert after is not None and other is not None
    assert after.track == before.track and after.seen and other.seen and after.since_ms == before.since_ms


def test_a_card_taken_from_under_a_resting_hand_is_gone_when_the_hand_is(reader: CardReader) -> None:
    made = table(reader)
    card = made.lay("8S", *SPOT)
    made.rest(1.2)
    made.hands.append(Cover(SPOT[0], SPOT[1] - 20, 180))
    made.rest(1.2)
    made.lying.remove(made.card(card))
    made.rest(1.2)
    (remembered,) = made.watcher.sightings
    assert not remembered.seen
    made.hands.clear()
    made.rest(1.2)
    assert told(made) == []


def test_a_card_taken_back_before_it_was_at_rest_never_was(reader: CardReader) -> None:
    made = table(reader)
    number = made.lay("8S", *SPOT, frames=3)
    made.lying.remove(made.card(number))
    made.leave(*SPOT)
    made.rest(1.5)
    assert all(look.sightings == () for look in made.looks)


@pytest.mark.parametrize("level", LEVELS)
def test_quick_next_cards_are_not_lost(reader: CardReader, level: str) -> None:
    made = table(reader, level)
    for card, at in (("8S", SPOT), ("KD", OTHER), ("3C", THIRD)):
        made.lay(card, *at, frames=2)
        made.rest(0.1)
    made.rest(1.2)
    assert told(made) == ["3C", "8S", "KD"]
    assert len({one.track for one in made.watcher.sightings}) == 3


@pytest.mark.parametrize("level", LEVELS)
def test_a_card_half_over_another_leaves_both_read(reader: CardReader, level: str) -> None:
    made = table(reader, level)
    lower = made.lay("8S", *SPOT)
    made.rest(1.0)
    before = made.of(lower)
    made.lay("KD", SPOT[0] + 22, SPOT[1] + 14, 4)
    made.rest(1.2)
    after = made.of(lower)
    assert told(made) == ["8S", "KD"]
    assert before is not None and after is not None and before.track == after.track


@pytest.mark.parametrize("level", LEVELS)
def test_a_card_taken_away_is_gone_though_another_lies_there_before_its_place_was_read(
    reader: CardReader, level: str
) -> None:
    made = table(reader, level)
    first = made.lay("8S", *SPOT)
    made.rest(1.2)
    made.take([first])
    second = made.lay("KD", SPOT[0] + 3, SPOT[1] + 3)
    made.rest(1.2)
    assert told(made) == ["KD"]
    assert made.of(second) is not None


def test_an_equal_card_laid_upon_a_pile_that_hides_the_first_is_another_card(reader: CardReader) -> None:
    made = table(reader)
    places = [(SPOT[0] + (10 if i % 2 else 0), SPOT[1] + (12 if i % 2 else 0)) for i in range(4)]
    for card, place in zip(("5C", "2H", "7S", "2H"), places, strict=True):
        made.lay(card, *place)
        made.rest(1.0)
    assert told(made) == ["2H", "2H", "5C", "7S"]
    assert [face(one) for one in made.watcher.sightings] == ["5C", "2H", "7S", "2H"]
    assert made.watcher.sightings[-1].seen


def test_a_joker_laid_upon_a_pile_is_seen_beside_the_index_that_shows_from_under_it(reader: CardReader) -> None:
    """A joker's own marks are small; the index of the card below lies about where a card's other index would."""
    for first, second in (((10, 12), (0, 0)), ((0, 0), (10, 12))):
        made = table(reader)
        for card, (x, y) in (("5C", second), ("2H", first), ("X", second)):
            made.lay(card, SPOT[0] + x, SPOT[1] + y)
            made.rest(1.0)
        top = made.watcher.sightings[-1]
        assert told(made)[:2] == ["2H", "5C"] and face(top).startswith("X") and top.seen


def test_the_second_of_two_equal_cards_of_a_pile_is_read_again_as_itself(reader: CardReader) -> None:
    made = table(reader)
    places = [(SPOT[0] + (10 if i % 2 else 0), SPOT[1] + (12 if i % 2 else 0)) for i in range(6)]
    for card, place in zip(("5C", "2H", "7S", "JD", "9C", "2H"), places, strict=True):
        made.lay(card, *place)
        made.rest(1.0)
    for _ in range(2):
        made.watcher.refresh()
        made.rest(1.0)
    assert told(made) == ["2H", "2H", "5C", "7S", "9C", "JD"]


@pytest.mark.parametrize("level", LEVELS)
def test_of_two_cards_stuck_together_the_one_that_goes_back_is_gone(reader: CardReader, level: str) -> None:
    """Of the lower one only a narrow strip was seen; which of the two lay lower did not show."""
    made = table(reader, level)
    under = made.put("QD", SPOT[0] + 11, SPOT[1] - 6, -2)
    made.lay("JS", *SPOT, 4)
    made.rest(1.2)
    assert told(made) == ["JS", "QD"]
    made.reach(SPOT[0] + 11, SPOT[1] + 16)
    made.lying.remove(made.card(under))
    made.leave(SPOT[0] + 11, SPOT[1] + 16)
    made.rest(1.2)
    assert told(made) == ["JS"]


def test_of_two_equal_cards_of_a_pile_an_index_tells_which_still_shows(reader: CardReader) -> None:
    """Their middles lie closer together than one index tells them; where the index itself lies is exact."""
    made = table(reader)
    for card, (x, y) in (("5C", (0, 0)), ("9D", (10, 12)), ("2S", (0, 0)), ("2S", (10, 12)), ("7H", (0, 0))):
        made.lay(card, SPOT[0] + x, SPOT[1] + y)
        made.rest(1.0)
    assert [face(one) for one in made.watcher.sightings] == ["5C", "9D", "2S", "2S", "7H"]


def test_a_second_joker_on_a_pile_is_not_the_one_that_lies_below(reader: CardReader) -> None:
    """Its one index shows beside all other cards of the pile, as that of the first did."""
    made = table(reader)
    for i, card in enumerate(("5C", "9D", "X", "JH", "8S", "2S", "X")):
        made.lay(card, SPOT[0] + (10 if i % 2 else 0), SPOT[1] + (12 if i % 2 else 0))
        made.rest(1.0)
    assert told(made)[:5] == ["2S", "5C", "8S", "9D", "JH"]
    assert len({one.track for one in made.watcher.sightings}) == 7


def test_a_card_drawn_out_from_under_others_is_gone_when_its_strip_is_bare(reader: CardReader) -> None:
    made = table(reader)
    under = made.lay("7H", SPOT[0] + 19, SPOT[1] + 22)
    made.rest(1.0)
    made.lay("KC", *SPOT)
    made.rest(1.0)
    made.lay("5D", SPOT[0] + 2, SPOT[1] + 97)
    made.rest(1.0)
    assert told(made) == ["5D", "7H", "KC"]
    made.take([under])
    made.rest(2.5)
    assert told(made) == ["5D", "KC"]


@pytest.mark.parametrize("hand", [(355.0, 190.0), (365.0, 180.0)])
def test_a_card_of_which_a_resting_hand_hid_the_index_is_read_when_the_hand_is_gone(
    reader: CardReader, hand: tuple[float, float]
) -> None:
    """Its middle lies outside the hand's place, which alone looks otherwise when the hand is gone."""
    made = Moving(reader)
    made.rest(1.0)
    number = made.put("7C", 380.0, 200.0)
    made.put("KD", 420.0, 262.0)
    for _ in range(20):
        made.frame(hands=[Cover(*hand, 0.0)])
    made.rest(1.5)
    assert made.of(number) is not None
