"""What happens to the camera and the light while cards lie on the table: nothing is lost, doubled or silently wrong."""

from __future__ import annotations

import gc
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.ports import Cover, Frame, Look, Scene
from tests.vision.moving import Moving
from vision.arrays import u8
from vision.reading.reader import CardReader
from vision.watching.camera_moved import Push, Standing
from vision.watching.pushed import FIELDS_WITHOUT_CARDS, Pushes
from vision.watching.regions import RegionReader

LEVELS = ("clean", "home", "pub")
CARDS = (("8S", 180.0, 150.0), ("KD", 330.0, 290.0), ("3C", 520.0, 140.0), (None, 640.0, 300.0))


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader(packs=2)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    cv2.setNumThreads(1)


def table(reader: CardReader, level: str = "clean", seed: int = 7) -> Moving:
    made = Moving(reader, seed, level)
    made.rest(0.9)
    for card, x, y in CARDS:
        made.put(card, x, y, 3.0)
    made.rest(1.5)
    assert len(made.watcher.sightings) == 4
    return made


def codes(looks: list[Look]) -> list[str]:
    return [remark.code for look in looks for remark in look.remarks]


def tracks(made: Moving) -> dict[int, tuple[float, float]]:
    return {one.track: (one.x, one.y) for one in made.watcher.sightings}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("bump", [(4.0, 2.0, 0.4), (-14.0, 9.0, 1.5), (30.0, -22.0, -3.0)])
def test_a_pushed_camera_is_noticed_within_a_second_and_brought_in_line(
    reader: CardReader, level: str, bump: tuple[float, float, float]
) -> None:
    made = table(reader, level)
    before = tracks(made)
    made.bump = bump
    looks = made.rest(1.0)
    assert codes(looks) == ["moved"] and looks[-1].refusal is None
    made.rest(1.5)
    after = tracks(made)
    assert after.keys() == before.keys() and all(one.seen for one in made.watcher.sightings)
    for track, place in before.items():
        assert after[track] == pytest.approx(place, abs=6)
    new = made.lay("TH", 430, 220)
    made.rest(1.5)
    assert made.of(new) is not None and codes(made.looks).count("moved") == 1


def test_a_push_that_no_card_confirms_is_refused_until_the_camera_stands_as_before(
    reader: CardReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table(reader)
    before = tracks(made)
    wrong = Push(np.array([[1.0, 0, 90], [0, 1, -60], [0, 0, 1]]), 0.1)
    monkeypatch.setattr(Standing, "pushed", lambda standing, image, least: wrong)
    made.put("9H", 430.0, 210.0)
    looks = made.rest(1.5)
    assert looks[-1].refusal is not None and looks[-1].refusal.code == "moved" and looks[-1].sightings == ()
    assert tracks(made) == before
    monkeypatch.undo()
    looks = made.rest(2.5)
    assert looks[-1].refusal is None and len(looks[-1].sightings) == 5
    assert before.keys() < tracks(made).keys() and all(one.seen for one in made.watcher.sightings)


@pytest.mark.parametrize("level", LEVELS)
def test_a_lamp_that_goes_off_and_on_changes_nothing(reader: CardReader, level: str) -> None:
    made = table(reader, level)
    before = tracks(made)
    for light in (0.5, 0.1, 0.0):
        made.light = light
        made.rest(0.2)
    looks = made.rest(2.0)
    assert all(look.refusal is None or look.refusal.code == "black" for look in looks)
    assert tracks(made).keys() == before.keys()
    made.light = 1.0
    looks = made.rest(3.0)
    assert looks and looks[-1].refusal is None
    assert tracks(made).keys() == before.keys() and all(one.seen for one in made.watcher.sightings)


@pytest.mark.parametrize("level", LEVELS)
def test_a_card_taken_in_the_dark_is_gone_when_it_is_light_again(reader: CardReader, level: str) -> None:
    made = table(reader, level)
    made.light = 0.0
    made.rest(2.0)
    taken = made.lying.pop(1)
    made.put("QC", 420.0, 200.0)
    made.light = 1.0
    made.rest(3.0)
    faces = sorted(
        "back" if one.back else max(one.odds, key=lambda name: one.odds[name]) for one in made.watcher.sightings
    )
    assert taken.card == "KD" and faces == ["3C", "8S", "QC", "back"]


def lit(frame: Frame, rows: np.ndarray) -> Frame:
    image = frame.image * rows[:, None, None]
    return Frame(u8(image), frame.at_ms, frame.number, frame.to_mm)


def flickering(made: Moving) -> Callable[[Scene], Frame]:
    """The same frames under bands of mains light that roll, and an exposure that wanders."""
    frames, high = made.seen, made.renderer.size[1]

    def seen(scene: Scene) -> Frame:
        bands = 1 + 0.06 * np.sin(np.arange(high) / 60 + 0.9 * made.number)
        return lit(frames(scene), bands * (1 + 0.002 * min(made.number, 100)))

    return seen


@pytest.mark.parametrize("level", LEVELS)
def test_flicker_bands_and_drifting_exposure_are_no_motion(
    reader: CardReader, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table(reader, level)
    monkeypatch.setattr(made, "seen", flickering(made))
    before, calls = tracks(made), []
    reads = made.watcher.regions.read

    def counted(*given: object, **more: object) -> object:
        calls.append(1)
        return reads(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(made.watcher.regions, "read", counted)
    looks = made.rest(6)
    assert len(calls) <= 6, "60 frames"
    assert looks == [] and tracks(made) == before


@pytest.mark.parametrize("level", LEVELS)
def test_white_cards_laid_under_flickering_light_come_to_rest(
    reader: CardReader, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table(reader, level)
    monkeypatch.setattr(made, "seen", flickering(made))
    made.rest(1.0)
    laid = [made.lay(name, x, 300.0) for name, x in (("QC", 200.0), ("4D", 420.0), ("7S", 600.0))]
    looks = made.rest(1.0)
    assert [made.of(one) is not None for one in laid] == [True] * 3
    calls, reads = [], made.watcher.regions.read
    monkeypatch.setattr(made.watcher.regions, "read", lambda *given: (calls.append(1), reads(*given))[1])
    assert looks and made.rest(5) == [] and len(calls) <= 6, "50 frames"


def test_a_hand_and_many_cards_that_move_are_no_push(reader: CardReader) -> None:
    made = table(reader)
    made.slide(1, 250.0, 200.0, 20.0)
    made.slide(2, 400.0, 220.0, -15.0)
    made.rest(1.0)
    made.hands.append(Cover(380.0, 200.0, 180.0))
    made.rest(1.0)
    made.hands.clear()
    made.take([1, 2, 3])
    made.rest(1.5)
    assert codes(made.looks) == [] and len(made.watcher.sightings) == 1


def test_a_camera_that_turns_grey_in_a_game_is_noticed(reader: CardReader, monkeypatch: pytest.MonkeyPatch) -> None:
    made = table(reader)
    frames = made.seen

    def grey(scene: Scene) -> Frame:
        seen = frames(scene)
        image = cv2.cvtColor(cv2.cvtColor(seen.image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        return Frame(u8(image), seen.at_ms, seen.number, seen.to_mm)

    assert "no_colour" not in codes(made.looks)
    monkeypatch.setattr(made, "seen", grey)
    number = made.lay("9D", 430.0, 210.0)
    looks = made.rest(1.5)
    assert "no_colour" in codes(looks)
    new = made.of(number)
    assert new is None or max(new.odds.values()) <= 0.9, "a red card may be taken for a black one"


def test_memory_is_flat_over_thousands_of_frames(reader: CardReader) -> None:
    """Objects and bytes that stay after a few hundred more frames of play, once all is warm."""
    made = table(reader)
    held = []
    for turn in range(12):
        number = made.lay("QC", 430.0, 210.0)
        made.rest(0.8)
        made.take([number])
        made.rest(0.8)
        made.looks.clear()
        gc.collect()
        held.append((len(gc.get_objects()), reachable(made.watcher)))
        if turn == 3:
            frame = made.seen(Scene(tuple(one.placement for one in made.lying)))
            for _ in range(2000):
                made.watcher.watch(frame)
    objects, sizes = zip(*held[4:], strict=True)
    assert max(objects) - min(objects) < 400
    assert max(sizes) - min(sizes) < 300_000
    assert len(made.watcher.sightings) == 4


def reachable(root: object) -> int:
    """Bytes of all arrays and bytes that hang on an object of the eyes."""
    seen: set[int] = set()
    stack, total = [root], 0
    while stack:
        one = stack.pop()
        if id(one) in seen or isinstance(one, CardReader | type):
            continue
        seen.add(id(one))
        if isinstance(one, np.ndarray):
            total += one.nbytes
        elif isinstance(one, bytes):
            total += len(one)
        elif isinstance(one, dict):
            stack += list(one.values())
        elif isinstance(one, list | tuple | set | frozenset):
            stack += list(one)
        elif hasattr(one, "__dict__"):
            stack += list(vars(one).values())
    return total


def test_a_pack_that_is_moved_on_a_plain_cloth_is_no_push(reader: CardReader) -> None:
    """All points that there are lie on it, and it moves as one thing: the watcher goes on reading."""
    grey = np.full((360, 640), 60, np.uint8)
    there, moved = grey.copy(), grey.copy()
    pack = np.random.default_rng(3).integers(0, 255, (75, 55), np.uint8)
    there[100:175, 200:255] = there[100:175, 300:355] = there[200:275, 250:305] = pack
    moved[106:181, 212:267] = moved[106:181, 312:367] = moved[206:281, 262:317] = pack
    standing = Standing()
    standing.learn(there)
    assert standing.pushed(moved) is not None
    assert standing.pushed(moved, FIELDS_WITHOUT_CARDS) is None
    pushes = Pushes(RegionReader(reader))
    pushes.learn(there)
    assert not pushes.noticed(moved, []) and not pushes.unproved


@pytest.mark.parametrize("way", [(1.0, 0.7), (-4.0, 9.0), (40.0, -12.0)])
def test_a_pile_that_is_moved_on_a_table_with_a_faint_grain_is_no_push(way: tuple[float, float]) -> None:
    """All points lie on cards that are moved together; the grain of the wood stays, or goes along with the camera."""
    rng = np.random.default_rng(5)
    grain = cv2.GaussianBlur(rng.normal(0, 40, (360, 640)), (0, 0), sigmaX=7, sigmaY=1.5)
    wood, pile = 60 + grain, rng.integers(0, 255, (150, 220)).astype(float)
    there = wood.copy()
    there[120:270, 200:420] = pile
    shift = np.array([[1.0, 0, way[0]], [0, 1, way[1]]])
    lies = cv2.warpAffine(np.pad(np.ones((150, 220)), ((120, 90), (200, 220))), shift, (640, 360))
    slid = cv2.warpAffine(there, shift, (640, 360)) * lies + wood * (1 - lies)
    pushed = cv2.warpAffine(there, shift, (640, 360), borderMode=cv2.BORDER_REFLECT)

    def seen(picture: np.ndarray) -> np.ndarray:
        return u8(np.clip(picture + rng.normal(0, 1.5, picture.shape), 0, 255))

    standing = Standing()
    standing.learn(seen(there))
    assert standing.pushed(seen(slid)) is None
    push = standing.pushed(seen(pushed))
    assert push is not None and push.onto[:2, 2] == pytest.approx(way, abs=0.3)


def test_a_pile_that_is_moved_beside_another_is_no_push() -> None:
    """On a cloth without any grain what lies beside the pile stands still."""
    rng = np.random.default_rng(6)
    there = np.full((360, 640), 60.0)
    there[100:300, 150:380], there[150:240, 440:500] = rng.integers(0, 255, (200, 230)), rng.integers(0, 255, (90, 60))
    slid = there.copy()
    slid[100:300, 150:390] = 60
    slid[107:307, 160:390] = there[100:300, 150:380]
    standing = Standing()
    standing.learn(u8(there))
    assert standing.pushed(u8(slid)) is None
    assert standing.pushed(u8(np.roll(there, (7, 10), (0, 1)))) is not None
