"""What a deck's faces look like, as a file: embeddings and names, no pictures.

A profile is one small JSON file, ``NAME.json`` in the folder of decks; to share it is to send the file.
"""

from __future__ import annotations

import base64
import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from companion.cards import BadCard, Card
from companion.ports import Trouble
from companion.texts import text
from vision.arrays import Float, f32

VERSION = 1
MOST_BYTES = 2_000_000
DROPPED = "-"
"""In place of a card: this face is none of the deck's."""
NAME = re.compile(r"[^\W_][\w \-]{0,39}")


SUIT_PATTERNS = ("french", "german", "swiss", "italian", "spanish")
"""The keys of `companion.pack.face_names.PATTERNS`, which the eyes may not import; a test holds them together."""


class KnownFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One face: its card code, empty as long as nobody has named it, and how it looked each time."""

    card: str
    views: tuple[str, ...]
    """Embeddings: little-endian half floats in base64."""
    number: int = 0
    """What people call it as long as it has no name, from 1; kept after that, so that the others keep theirs."""

    @classmethod
    def of(cls, card: str, embeddings: Float, number: int = 0) -> KnownFace:
        """From embeddings, n x length."""
        return cls(card, tuple(base64.b64encode(row.astype("<f2").tobytes()).decode() for row in embeddings), number)

    @property
    def embeddings(self) -> Float:
        """The views as rows of unit length."""
        rows = f32([np.frombuffer(base64.b64decode(view, validate=True), "<f2") for view in self.views])
        return f32(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6))


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An enrolled deck.

    ``suits``: its pattern (`companion.pack.face_names.PATTERNS`). ``indices``: whether the reader can also read its
    corners; if not, the profile alone reads it. ``net``: `vision.reading.embed.FaceNet.name` of the network that made
    it.
    """

    deck: int
    """Version of this form."""
    name: str
    suits: str
    indices: bool
    net: str
    faces: tuple[KnownFace, ...]

    @property
    def named(self) -> tuple[KnownFace, ...]:
        """The faces that have a name."""
        return tuple(face for face in self.faces if face.card)

    @property
    def unnamed(self) -> tuple[KnownFace, ...]:
        """The faces that nobody has named."""
        return tuple(face for face in self.faces if not face.card)


def profile_path(folder: Path, name: str) -> Path:
    """Where the profile of a deck lies; raises Trouble for a name that cannot be a file's."""
    if not NAME.fullmatch(name):
        words = text("{name!r} cannot be a deck's name: use up to 40 letters, digits, spaces, - and _", name=name[:60])
        raise Trouble(words)
    return folder / f"{name}.json"


def profile_names(folder: Path) -> list[str]:
    """The enrolled decks."""
    return sorted(path.stem for path in folder.glob("*.json") if NAME.fullmatch(path.stem))


def load_profile(folder: Path, name: str) -> Profile:
    """An enrolled deck; raises Trouble when there is none of this name, or its file is damaged."""
    path = profile_path(folder, name)
    if not path.is_file():
        known = ", ".join(profile_names(folder)) or text("none yet")
        words = text(
            "there is no deck {name!r} (enrolled: {known}): 'dalje enrol PICTURES --deck {name}' learns it",
            name=name, known=known,
        )  # fmt: skip
        raise Trouble(words)
    return read_profile(path)


def read_profile(path: Path) -> Profile:
    """A profile file; raises Trouble when it is damaged or of another version."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Trouble(text("{path} is no deck of Dalje: it is too large", path=path))
        content = path.read_bytes()
        version = msgspec.json.decode(content, type=_Version).deck
        if version != VERSION:
            words = text(
                "{path} is a deck of another version of Dalje ({version}, not {ours}): enrol it again",
                path=path, version=version, ours=VERSION,
            )  # fmt: skip
            raise Trouble(words)
        profile = msgspec.json.decode(content, type=Profile)
        _check(profile)
        profile = numbered(profile)
    except OSError as error:
        words = text("the deck {path} cannot be read ({why}): check the name", path=path, why=error.strerror)
        raise Trouble(words) from error
    except (ValueError, BadCard) as error:
        words = text("{path} is no deck of Dalje, or damaged: enrol it again, or get the file again", path=path)
        raise Trouble(words) from error
    return profile


class _Version(msgspec.Struct):
    deck: int


def _check(profile: Profile) -> None:
    """Raises ValueError or BadCard if the content makes no sense."""
    if profile.suits not in SUIT_PATTERNS:
        raise ValueError("suits")
    names = [str(Card.parse(face.card)) for face in profile.named]
    lengths = {len(base64.b64decode(view, validate=True)) for face in profile.faces for view in face.views}
    if (
        len(set(names)) != len(names)
        or len(lengths) != 1
        or lengths == {0}
        or not all(face.views for face in profile.faces)
    ):
        raise ValueError("faces")
    numbers = [face.number for face in profile.faces if face.number]
    if len(set(numbers)) != len(numbers) or min(numbers, default=1) < 1:
        raise ValueError("numbers")
    if not all(np.isfinite(face.embeddings).all() for face in profile.faces):
        raise ValueError("embeddings")


def save_profile(folder: Path, profile: Profile) -> Path:
    """Write a profile, whole or not at all; returns its file. Raises Trouble when it cannot be written."""
    path = profile_path(folder, profile.name)
    write_profile(path, profile)
    return path


def write_profile(path: Path, profile: Profile) -> None:
    """Write a profile file, whole or not at all; raises Trouble when it cannot be written."""
    content = msgspec.json.format(msgspec.json.encode(profile), indent=1)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as target:
                target.write(content + b"\n")
            Path(part).chmod(0o644)
            Path(part).replace(path)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
    except OSError as error:
        words = text(
            "the deck {path} cannot be written ({why}): make room or choose another", path=path, why=error.strerror
        )
        raise Trouble(words) from error


def delete_profile(folder: Path, name: str) -> None:
    """Forget a deck; raises Trouble when there is none of this name."""
    path = profile_path(folder, name)
    if not path.is_file():
        load_profile(folder, name)
    try:
        path.unlink()
    except OSError as error:
        raise Trouble(
            text("the deck {path} cannot be deleted ({why}): allow it", path=path, why=error.strerror)
        ) from error


def numbered(profile: Profile) -> Profile:
    """The profile with a number for each face that has neither a name nor a number: the next that was never used."""
    last, faces = max((face.number for face in profile.faces), default=0), []
    for face in profile.faces:
        if not face.card and not face.number:
            last += 1
            face = msgspec.structs.replace(face, number=last)
        faces.append(face)
    return msgspec.structs.replace(profile, faces=tuple(faces))


def with_names(profile: Profile, names: Sequence[tuple[int, str]]) -> Profile:
    """The profile with unnamed faces named by their numbers, and without those that are DROPPED.

    Raises Trouble for a number or name that cannot be, and when no face would be left.
    """
    profile, chosen = numbered(profile), dict(names)
    unnamed = {face.number for face in profile.unnamed}
    if len(chosen) != len(names):
        raise Trouble(text("a number is given two names: name each face once"))
    for number, card in names:
        if number not in unnamed:
            left = ", ".join(str(one) for one in sorted(unnamed)) or text("none")
            raise Trouble(text("there is no unnamed face {number}: still unnamed: {left}", number=number, left=left))
        if card != DROPPED and (
            any(face.card == card for face in profile.faces) or list(chosen.values()).count(card) > 1
        ):
            raise Trouble(text("{card} is named already: give every face its own name", card=card))
    faces = [
        face if face.card else msgspec.structs.replace(face, card=chosen.get(face.number, "")) for face in profile.faces
    ]
    faces = [face for face in faces if face.card != DROPPED]
    if not faces:
        raise Trouble(text("no face of the deck would be left: 'dalje decks delete' forgets a deck"))
    return msgspec.structs.replace(profile, faces=tuple(faces))
