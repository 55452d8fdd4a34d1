"""Learning a deck: views of its cards are gathered, sorted by face, and named.

A face gets its name from, in this order: the name of the file or folder, which counts for pictures of a single card;
the reader, where it is sure of the corners; the person who is asked. An order that somebody gives overrules the first
two. What contradicts itself stays without a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.cards import JOKERS, Card
from companion.ports import CARD_MM, Reading
from vision.arrays import Float, Matrix, Picture, f32, f64
from vision.enrolled.jokers import joined_jokers, name_jokers, redness
from vision.enrolled.known import CornerReader, FaceLooker, Likeness
from vision.enrolled.profiles import VERSION, KnownFace, Profile, numbered
from vision.enrolled.sorting import Learned, View, alike_pairs, doubt_names, name_by_order, name_faces, sort_views
from vision.reading.embed import pose_of
from vision.reading.halves import Halves
from vision.reading.pair import Pose
from vision.reading.whole import Whole, distance_mm, in_reading_order, inside, turn_apart, whole_cards

MOST_VIEWS = 6
"""So many views of a face are kept, as different from each other as can be."""
SCANNED = (1.345, 1.48)
"""Long side over short side of a picture that is nothing but a card; photographs are 1.33 or 1.5."""
INDICES = 0.6
"""If the reader is sure of this share of the cards it can read the deck's corners ..."""
WRONG = 0.05
"""... and no more than this share of its sure readings contradict the names."""


@dataclass(frozen=True)
class Gathered:
    """The views of one picture, and how many cards were left out because others lie on them."""

    views: tuple[View, ...]
    covered: int
    readings: tuple[Reading, ...]
    """What the reader says of it."""


@dataclass(frozen=True)
class Lesson:
    """What was learned: faces in the order in which they were first seen, and pairs that look alike."""

    faces: tuple[Learned, ...]
    alike: tuple[tuple[str, str], ...]
    indices: bool
    overruled: tuple[tuple[str, str], ...] = ()
    """Names from files and corners that the order replaced by others."""
    misordered: int = 0
    """If the order did not name as many faces as were seen: how many were; it then names none."""

    @property
    def unnamed(self) -> tuple[Learned, ...]:
        """Faces without a name, each with its number."""
        return tuple(face for face in self.faces if not face.card)


def gather(reader: CornerReader, faces: FaceLooker, image: Picture, picture: int, told: str = "") -> Gathered:
    """The views of one picture; ``told`` is the face that its file's name means, for pictures of a single card."""
    size = (image.shape[1], image.shape[0])
    seen = reader.look(image)
    readings = reader.tell(seen, image)
    wholes = whole_cards(image, seen.bodies, readings)
    if not wholes and told and (scan := scanned(size)) is not None:
        wholes = [Whole(scan.quad, 1.0)]
    embeddings = faces.recognise(Halves(image), wholes)
    order = in_reading_order([one.pose for one in wholes])
    views = []
    for place, row in enumerate(order, 1):
        one = wholes[row]
        reading = readings[one.reading] if one.reading is not None else None
        views.append(
            View(
                picture, place, one.pose, embeddings[row],
                read=reading.card if reading is not None and reading.accepted else "",
                told=told if len(wholes) == 1 else "",
                redness=redness(image, one.pose),
            )
        )  # fmt: skip
    return Gathered(tuple(views), _covered(readings, wholes, size), readings)


def scanned(size: tuple[int, int]) -> Pose | None:
    """The pose of a card that fills a picture of this size exactly, as in a scan; None if its sides are no card's."""
    wide, high = size
    long, short = max(size), min(size)
    if not SCANNED[0] < long / short < SCANNED[1]:
        return None
    return Pose((wide - 1) / 2, (high - 1) / 2, 0.0 if high >= wide else 90.0, long / CARD_MM[1])


def _covered(readings: Sequence[Reading], wholes: Sequence[Whole], size: tuple[int, int]) -> int:
    """Cards of which a corner was surely read, but that are no whole cards."""
    used = {whole.reading for whole in wholes}
    poses = [
        pose_of(one.quad) for number, one in enumerate(readings) if number not in used and one.accepted and one.quad
    ]
    return sum(
        inside(pose, size)
        and not any(distance_mm(pose, one.pose) < 20 and turn_apart(pose, one.pose) < 30 for one in wholes)
        for pose in poses
    )


def learn(views: Sequence[View], same: float, packs: int = 1, order: Sequence[Card] = (), once: bool = False) -> Lesson:
    """Sort and name views; jokers that look alike become one, X. ``order`` has the last word on names.

    ``once``: every face was seen once, so that only views that were told the same name are of one.
    """
    faces = sort_views(views, float("inf") if once else same, packs)
    name_faces(faces)
    doubt_names(faces, same)
    name_jokers(faces)
    misordered = len(faces) if order and len(order) != len(faces) else 0
    overruled = name_by_order(faces, order) if order and not misordered else ()
    alike = alike_pairs(faces, same)
    if any(set(pair) <= set(JOKERS) for pair in alike):
        faces = joined_jokers(faces)
    number_faces(faces)
    return Lesson(tuple(faces), alike, has_indices(faces), overruled, misordered)


def has_indices(faces: Sequence[Learned]) -> bool:
    """Whether the reader can be trusted with the corners of this deck."""
    views = [(view, face.card) for face in faces for view in face.views if face.card not in JOKERS]
    read = [(view.read, card) for view, card in views if view.read]
    wrong = sum(name != card for name, card in read)
    return len(read) >= INDICES * max(1, len(views)) and wrong <= WRONG * len(read)


def make_profile(lesson: Lesson, name: str, suits: str, net: str) -> Profile:
    """The profile of what was learned; views are thinned out to MOST_VIEWS a face."""
    faces = tuple(KnownFace.of(face.card, spread_out(face.embeddings), face.number) for face in lesson.faces)
    return Profile(VERSION, name, suits, lesson.indices, net, faces)


def spread_out(rows: Float, most: int = MOST_VIEWS) -> Float:
    """A choice of rows: the one nearest to all, then each time the one least like those chosen."""
    similar = rows @ rows.T
    chosen = [int(similar.sum(1).argmax())]
    while len(chosen) < min(most, len(rows)):
        nearest: Matrix = f64(similar[:, chosen].max(1))
        nearest[chosen] = np.inf
        chosen.append(int(nearest.argmin()))
    return f32(rows[chosen])


def enlarged(old: Profile, lesson: Lesson, likeness: Likeness, once: bool = False) -> Profile:
    """A profile with more views of its faces, and with faces that it did not have; its unnamed ones stay.

    The faces of the lesson get, in place, the names and numbers of those that they are found to be. ``once``: they
    are new ones unless they have a known name.
    """
    old, found = numbered(old), met(old.faces, lesson.faces, likeness, once)
    faces = []
    for row, known in enumerate(old.faces):
        again = [face for face, other in zip(lesson.faces, found, strict=True) if other == row]
        card = known.card or next((face.card for face in again if face.card), "")
        for face in again:
            face.card, face.number = card, known.number
        rows = f32(np.concatenate([known.embeddings, *(face.embeddings for face in again)]))
        faces.append(KnownFace.of(card, spread_out(rows), known.number))
    new = [face for face, other in zip(lesson.faces, found, strict=True) if other is None]
    number_faces(new, max((face.number for face in old.faces), default=0))
    faces += [KnownFace.of(face.card, spread_out(face.embeddings), face.number) for face in new]
    return Profile(VERSION, old.name, old.suits, old.indices and lesson.indices, old.net, tuple(faces))


def number_faces(faces: Sequence[Learned], last: int = 0) -> None:
    """Number the faces without a name, in place, from ``last`` + 1."""
    nameless = [face for face in faces if not face.card]
    for face in faces:
        face.number = 0
    for number, face in enumerate(nameless, last + 1):
        face.number = number


def met(known: Sequence[KnownFace], seen: Sequence[Learned], likeness: Likeness, once: bool) -> list[int | None]:
    """Which known face (row) each seen one is, None for new ones: by name, else the most alike first.

    Two that were seen in one picture are never the same, nor are two with different names.
    """
    rows = {face.card: row for row, face in enumerate(known) if face.card}
    found = [rows.get(face.card) if face.card else None for face in seen]
    if once:
        return found
    similar = f64([[float((face.embeddings @ one.embeddings.T).max(1).mean()) for one in known] for face in seen])
    for flat in np.argsort(-similar, axis=None):
        i, row = (int(one) for one in np.unravel_index(flat, similar.shape))
        likely, unknown = likeness.weights(similar[i])
        alike = similar[i, row] >= likeness.same or likely[row] >= likeness.accept * (likely.sum() + unknown)
        others = [one for one, other in zip(seen, found, strict=True) if other == row]
        pictures = {view.picture for one in others for view in one.views}
        together = any(view.picture in pictures for view in seen[i].views)
        names = {known[row].card, seen[i].card, *(one.card for one in others)} - {""}
        if found[i] is None and alike and not together and len(names) < 2:
            found[i] = row
    return found
