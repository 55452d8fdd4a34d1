"""Views of cards sorted by face, and faces named by what files and the reader tell."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.cards import JOKERS, Card
from companion.texts import Text, text
from vision.arrays import Float, Matrix, f32, f64
from vision.reading.pair import Pose

READ_ALIKE, READ_APART = 0.15, 0.3
"""Two views for which the reader is sure count as so much more or less alike (cosine) if it names one face or two."""
UNLIKE = 0.75
"""Views less alike than this are of two faces, whatever they were told: an unknown face is as likely as the same one
(`vision.enrolled.known.Likeness.unknown`)."""


@dataclass(frozen=True)
class View:
    """A card as it was seen once. ``told``: the face by the file's name; ``read``: by the reader, where it is sure."""

    picture: int
    place: int
    """Number of the card in its picture, in reading order."""
    pose: Pose
    embedding: Float
    read: str = ""
    told: str = ""
    redness: float = 0.0
    """Share of its pixels that are bright red: tells jokers apart."""

    def named(self, card: str) -> View:
        """The view with the face that somebody says it shows."""
        return replace(self, told=card)

    def unread(self) -> View:
        """The view without what the reader says."""
        return replace(self, read="")


@dataclass
class Learned:
    """A face: its views and its name, empty if there is none yet; ``doubt`` says why a name was not taken, or may be
    wrong.

    ``number``: what it is called without a name, 0 if it had one at once.
    """

    views: list[View]
    card: str = ""
    doubt: Text | None = None
    number: int = 0

    @property
    def embeddings(self) -> Float:
        """One row a view."""
        return f32([view.embedding for view in self.views])

    @property
    def first(self) -> tuple[int, int]:
        """Picture and place of its first view."""
        return min((view.picture, view.place) for view in self.views)


# Sorting ------------------------------------------------------------------------------------------------------------


def sort_views(views: Sequence[View], same: float, packs: int = 1) -> list[Learned]:
    """Views sorted by face: the most alike are joined first, as long as they are alike by ``same`` on average.

    No two cards of one picture are joined (unless there are several packs), nor two that were told different names;
    those told the same name always are, unless they are UNLIKE.
    """
    embeddings = f32([view.embedding for view in views]).reshape(len(views), -1)
    similar = f64(embeddings @ embeddings.T) + _by_reading(views)
    members = _told_alike(views, similar)
    links = f64([[similar[np.ix_(a, b)].mean() for b in members] for a in members]).reshape(len(members), -1)
    np.fill_diagonal(links, -np.inf)
    for i, a in enumerate(members):
        for j, b in enumerate(members):
            if i != j and _apart(views, a, b, packs):
                links[i, j] = -np.inf
    while links.size and float(links.max()) >= same:
        i, j = sorted(int(v) for v in np.unravel_index(int(links.argmax()), links.shape))
        a, b = members[i], members[j]
        joined = (len(a) * links[i] + len(b) * links[j]) / (len(a) + len(b))
        members[i], members[j] = a + b, []
        links[i], links[:, i] = joined, joined
        links[j], links[:, j], links[i, i] = -np.inf, -np.inf, -np.inf
    learned = [Learned([views[row] for row in sorted(rows)]) for rows in members if rows]
    return sorted(learned, key=lambda face: face.first)


def _told_alike(views: Sequence[View], similar: Matrix) -> list[list[int]]:
    """Rows of views that were told the same name, as far as they look alike; each of the others for itself."""
    groups: list[list[int]] = []
    for row, view in enumerate(views):
        told = [rows for rows in groups if view.told and views[rows[0]].told == view.told]
        near = [rows for rows in told if float(similar[row, rows].mean()) >= UNLIKE]
        if near:
            max(near, key=lambda rows: float(similar[row, rows].mean())).append(row)
        else:
            groups.append([row])
    return groups


def _by_reading(views: Sequence[View]) -> Matrix:
    """What the reader adds to how alike two views look."""
    read = np.array([view.read for view in views], dtype=object)
    both = (read[:, None] != "") & (read[None] != "")
    alike = read[:, None] == read[None]
    return f64(np.where(both, np.where(alike, READ_ALIKE, -READ_APART), 0.0))


def _apart(views: Sequence[View], a: list[int], b: list[int], packs: int) -> bool:
    """Whether two groups cannot be one face."""
    told = {views[row].told for row in (*a, *b)} - {""}
    pictures = {views[row].picture for row in a} & {views[row].picture for row in b}
    return len(told) > 1 or (packs == 1 and bool(pictures))


# Naming -------------------------------------------------------------------------------------------------------------


def name_faces(faces: Sequence[Learned]) -> None:
    """Give faces the names that files or the reader told, in place; a name claimed by two faces goes to neither."""
    claims: dict[str, list[Learned]] = defaultdict(list)
    for face in faces:
        told = Counter(view.told for view in face.views if view.told)
        read = Counter(view.read for view in face.views if view.read)
        best = (told or read).most_common(1)
        if not best:
            continue
        card, votes = best[0]
        if not told and 2 * votes <= sum(read.values()):
            first, second = sorted(read)[:2]
            face.doubt = text("read as {one} and as {other}", one=first, other=second)
            continue
        face.card = card
        claims[card].append(face)
    for card, claimed in claims.items():
        sure = [face for face in claimed if any(view.told for view in face.views)]
        if len(claimed) > 1 and card not in JOKERS:
            for face in claimed:
                if len(sure) != 1 or face is not sure[0]:
                    face.card, face.doubt = "", _claimed(card, len(sure))


def _claimed(card: str, told: int) -> Text:
    """Why a name that several faces claim was not taken; ``told`` of them have it from their files."""
    if told > 1:
        return text("files of cards that look different are all called {card}", card=card)
    return text("several faces are read as {card}", card=card)


def doubt_names(faces: Sequence[Learned], same: float) -> None:
    """Doubt, in place, names that files gave to views that are not as alike as those of one face should be."""
    for face in faces:
        told = f32([view.embedding for view in face.views if view.told])
        if face.card and len(told) > 1 and float((told @ told.T).min()) < same:
            face.doubt = text("its pictures differ: is one of them another card?")


def alike_pairs(faces: Sequence[Learned], same: float) -> tuple[tuple[str, str], ...]:
    """Named faces that look so alike that the profile cannot tell them apart for sure."""
    named = [face for face in faces if face.card]
    found = []
    for i, one in enumerate(named):
        for other in named[i + 1 :]:
            if float((one.embeddings @ other.embeddings.T).mean()) >= same:
                found.append((one.card, other.card))
    return tuple(found)


def name_by_order(faces: Sequence[Learned], cards: Sequence[Card]) -> tuple[tuple[str, str], ...]:
    """Name faces, in place, in the order in which they were first seen; gives the names that this overruled.

    There must be one card a face, each once; pairs are (old name, new name).
    """
    overruled = []
    for face, card in zip(faces, cards, strict=True):
        if face.card not in ("", str(card)):
            overruled.append((face.card, str(card)))
        face.card, face.doubt = str(card), None
    return tuple(overruled)
