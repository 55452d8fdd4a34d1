"""The plane of the table from cards that lie on it, and the seats."""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.place.layout import AREA_MM, Layout
from companion.ports import CARD_MM, Placement, Scene
from vision import optics
from vision.arrays import Matrix, f64, u8
from vision.levels import LEVELS
from vision.optics import View, apply
from vision.reading.names import FACES
from vision.scenes.table import held_out_renderer
from vision.setup.plane import BRIDGE_MM, Lens, Plane, card_corners, fit_plane
from vision.setup.rectangles import CardSearch
from vision.setup.seats import Seat, clockwise, facing, plan_seats

SIZE = (2304, 1296)


def laid(places: int, seed: int, backs: float = 0.3) -> Scene:
    """One card before each of so many players."""
    rng, layout = random.Random(f"laid {seed}"), Layout(places)
    faces, cards = rng.sample(FACES, places), []
    for place in range(places):
        zone, turned = layout.seat_zone(place), 180 if layout.upside_down(place) else 0
        x, y = (zone.left + zone.right) / 2 + rng.uniform(-5, 5), (zone.top + zone.bottom) / 2 + rng.uniform(-4, 4)
        face = None if rng.random() < backs else str(faces[place])
        cards.append(Placement(face, x, y, turned + rng.gauss(0, 5)))
    return Scene(tuple(cards))


def lying(scene: Scene) -> Matrix:
    return f64([(card.x, card.y, math.radians(card.angle)) for card in scene.cards])


def quads(view: View, scene: Scene, card_mm: tuple[float, float] = CARD_MM) -> Matrix:
    return apply(view.to_px, card_corners(lying(scene), card_mm).reshape(-1, 2)).reshape(-1, 4, 2)


def errors_mm(to_mm: Matrix, view: View) -> Matrix:
    """How far points of the watched area are from where they are, once the axes are laid on each other."""
    wide, high = view.area
    true = f64([(x, y) for x in np.linspace(0, wide, 9) for y in np.linspace(0, high, 7)])
    found = apply(to_mm, apply(view.to_px, true))
    a, b = found - found.mean(0), true - true.mean(0)
    u, _, v = np.linalg.svd(a.T @ b)
    return f64(np.linalg.norm(a @ u @ v - b, axis=1))


def seen_by(level: str, seed: int) -> View:
    return optics.look_down(random.Random(seed), LEVELS[level], SIZE, AREA_MM)


LAID = given(st.integers(0, 10**6), st.integers(2, 8), st.sampled_from(list(LEVELS)))


@settings(max_examples=15, deadline=None)
@LAID
@example(2, 2, "home")
def test_exact_outlines_give_the_exact_plane(seed: int, places: int, level: str) -> None:
    """With a lens of which nothing is known; what is left is the pull of the usual tilt."""
    view = seen_by(level, seed)
    plane = fit_plane(quads(view, laid(places, seed)), SIZE, lens=Lens(spread=50))
    assert errors_mm(f64(np.linalg.inv(plane.to_px)), view).max() < 0.45
    assert max(plane.off_mm) < 0.05


@settings(max_examples=15, deadline=None)
@LAID
@example(232, 3, "pub")
def test_a_lens_unlike_the_usual_one_is_within_what_is_doubted(seed: int, places: int, level: str) -> None:
    """A wide lens is taken for one nearer to the usual where the outlines leave it open, and the doubt says so."""
    view = seen_by(level, seed)
    plane = fit_plane(quads(view, laid(places, seed)), SIZE)
    corners = apply(view.to_px, f64([(0, 0), (view.area[0], 0), view.area, (0, view.area[1])]))
    off = errors_mm(f64(np.linalg.inv(plane.to_px)), view).max()
    assert off < min(2.0, plane.doubt_mm(corners).max() / 2)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.5, 2.0))
def test_a_larger_picture_gives_the_same_plane(seed: int, factor: float) -> None:
    """Millimetres do not depend on how many pixels a picture has."""
    seen = quads(seen_by("pub", seed), laid(4, seed))
    one = fit_plane(seen, SIZE)
    middle = (f64(SIZE) - 1) / 2
    size = (round(SIZE[0] * factor), round(SIZE[1] * factor))
    enlarged = (seen - middle) * (size[0] / SIZE[0]) + (f64(size) - 1) / 2
    other = fit_plane(enlarged, size)
    assert np.abs(one.cards[:, :2] - other.cards[:, :2]).max() < 0.5


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_the_order_of_corners_by_half_turns_does_not_matter(seed: int, turned: int) -> None:
    seen = quads(seen_by("home", seed), laid(4, seed))
    again = seen.copy()
    again[:turned] = np.roll(again[:turned], 2, axis=1)
    one, other = fit_plane(seen, SIZE), fit_plane(again, SIZE)
    assert np.abs(one.to_px - other.to_px).max() < 1e-2 * np.abs(one.to_px).max()


def test_doubt_grows_away_from_the_cards_and_shrinks_with_their_number() -> None:
    view = seen_by("home", 3)
    few, many = (fit_plane(quads(view, laid(places, 3)), SIZE) for places in (2, 8))
    points = f64([(SIZE[0] / 2, SIZE[1] / 2), (0, 0)])
    assert few.doubt_mm(points)[0] < few.doubt_mm(points)[1]
    assert many.doubt_mm(points)[1] < few.doubt_mm(points)[1] / 2


def test_bridge_cards_are_told_by_their_width() -> None:
    view = seen_by("home", 5)
    seen = quads(view, laid(4, 5), BRIDGE_MM)
    right, wrong = fit_plane(seen, SIZE, BRIDGE_MM), fit_plane(seen, SIZE)
    assert errors_mm(f64(np.linalg.inv(right.to_px)), view).max() < 0.6
    assert max(right.off_mm) < 0.02 and float(np.median(wrong.off_mm)) > 0.2


def test_a_known_lens_is_kept_to() -> None:
    view = seen_by("pub", 2)
    plane = fit_plane(quads(view, laid(2, 2)), SIZE, lens=Lens.across(66))
    assert plane.camera[1] == pytest.approx(math.log(0.5 / math.tan(math.radians(33))), abs=0.06)


@pytest.mark.parametrize(("level", "seed", "places"), [("clean", 3, 5), ("home", 0, 2), ("home", 8, 6), ("pub", 8, 4)])
def test_rendered_tables(level: str, seed: int, places: int) -> None:
    renderer, scene = held_out_renderer(seed, level), laid(places, seed)
    seen = CardSearch(renderer.frame(scene, 0).image).cards()
    assert seen is not None and len(seen.rectangles) == places
    off = errors_mm(f64(np.linalg.inv(seen.plane.to_px)), renderer.view)
    assert np.percentile(off, 95) < 2.5
    plan = plan_seats(seen.plane)
    for place, seat in enumerate(plan.seats):
        card = scene.cards[place]
        at = apply(plan.to_mm, apply(renderer.view.to_px, [(card.x, card.y)]))[0]
        assert 0 < seat.x < plan.area[0] and 0 < seat.y < plan.area[1]
        assert math.hypot(at[0] - seat.x, at[1] - seat.y) < 3
        assert abs((seat.facing - card.angle + 180) % 360 - 180) < 15


def test_what_only_looks_like_a_card_is_left_out() -> None:
    """A sheet of paper, and a card of which a half is covered by it, spoil nothing."""
    renderer, scene = held_out_renderer(8, "home"), laid(5, 8, backs=0)
    image = renderer.frame(scene, 0).image
    middle = apply(renderer.view.to_px, [(scene.cards[0].x, scene.cards[0].y)])[0]
    around = f64([(-170, -330), (110, -330), (110, 30), (-170, 30)])
    sheet = np.round(middle + around).astype(np.int32)
    picture = u8(cv2.fillConvexPoly(image.copy(), sheet, (228, 232, 235)))
    seen = CardSearch(picture).cards()
    assert seen is not None and len(seen.rectangles) == 4
    assert np.percentile(errors_mm(f64(np.linalg.inv(seen.plane.to_px)), renderer.view), 95) < 2.5


def test_an_empty_table_has_no_cards() -> None:
    assert CardSearch(held_out_renderer(3, "home").frame(Scene(), 0).image).cards() is None


def sitting(places: int, wide: float, high: float) -> list[Seat]:
    """Seats along the two long sides, as the layout numbers them."""
    layout = Layout(places)
    seats = []
    for place in range(places):
        zone = layout.seat_zone(place)
        x, y = (zone.left + zone.right) / 2 * wide / AREA_MM[0], (zone.top + zone.bottom) / 2 * high / AREA_MM[1]
        seats.append(Seat(x, y, 180.0 if layout.upside_down(place) else 0.0))
    return seats


@given(st.integers(2, 12), st.floats(500, 1500), st.floats(300, 900), st.randoms(use_true_random=False))
def test_seats_are_numbered_clockwise_as_the_layout_does(
    places: int, wide: float, high: float, rng: random.Random
) -> None:
    seats = sitting(places, wide, high)
    mixed = rng.sample(seats, places)
    assert list(clockwise(mixed)) == seats


@given(st.floats(0, 359), st.floats(-25, 25))
def test_a_card_lies_upright_for_who_sits_there(towards: float, lean: float) -> None:
    turn = math.radians(towards)
    for upside_down in (0, 180):
        found = facing(math.radians(towards + lean + upside_down), math.sin(turn), -math.cos(turn))
        assert abs((found - towards - lean + 180) % 360 - 180) < 1e-6


def test_a_card_laid_sideways_still_tells_the_side() -> None:
    assert facing(math.radians(90), 0.0, -1.0) == pytest.approx(0, abs=1e-6)


def test_the_axes_follow_the_players() -> None:
    """A camera turned about its axis by 20 degrees gives the same seats."""
    seats = sitting(4, 760, 420)
    turn = math.radians(20)
    cards = f64(
        [
            (
                seat.x * math.cos(turn) - seat.y * math.sin(turn),
                seat.x * math.sin(turn) + seat.y * math.cos(turn),
                math.radians(seat.facing) + turn,
            )
            for seat in seats
        ]
    )
    plane = Plane(SIZE, f64([0, 0, 0, 0, 0]), cards, (0.0,) * 4, f64(np.eye(5)))
    plan = plan_seats(plane)
    assert plan.area[1] == pytest.approx(seats[0].y - seats[2].y + 98)
    for seat, other in zip(plan.seats, seats, strict=True):
        assert abs((seat.facing - other.facing + 180) % 360 - 180) < 1e-6
        assert seat.x - plan.seats[0].x == pytest.approx(other.x - seats[0].x, abs=1e-6)
        assert seat.y - plan.seats[0].y == pytest.approx(other.y - seats[0].y, abs=1e-6)
