"""What the eyes say of a picture beside its cards: why it cannot be read, or not surely.

The codes are what programs may rely on (``dalje see --json``: ``"remarks": [{"code", "sentence"}]``); the sentences may
change and are translated.
"""

from __future__ import annotations

from typing import Any

from companion.ports import Remark
from companion.texts import text

CODES = (
    "swapped", "black", "white", "plain", "dark", "low_contrast", "blurred", "too_small", "crowded",
    "first_only", "other_table", "unread", "no_colour", "moved",
)  # fmt: skip
"""All codes there are."""


def swapped() -> Remark:
    """Red and blue have changed places; refused."""
    words = text("Red and blue are swapped in this picture: set the camera to the other order of colours")
    return Remark("swapped", words, refused=True)


def black() -> Remark:
    """Nothing but black."""
    words = text("The picture is black: take the cover off the lens and switch on a light")
    return Remark("black", words, refused=True)


def white() -> Remark:
    """Nothing but white."""
    return Remark("white", text("The picture is white: shorten the exposure or turn the lamp away"), refused=True)


def plain() -> Remark:
    """One colour, nothing to see."""
    return Remark("plain", text("The picture is all of one colour: point the camera at the table"))


def dark() -> Remark:
    """Too dark to tell."""
    return Remark("dark", text("It is too dark to read cards: more light, please"))


def low_contrast() -> Remark:
    """Print and paper, or cards and table, are too much alike."""
    return Remark(
        "low_contrast", text("There is too little contrast here to be sure: turn the light, or lay a darker cloth")
    )


def blurred() -> Remark:
    """Out of focus or moved."""
    return Remark("blurred", text("The picture is blurred: focus the camera on the table and hold it still"))


def too_small(card_px: float, index_px: float) -> Remark:
    """Cards that tall, with indices that high (px), are below what can be read surely."""
    words = text(
        "The cards are about {card} px tall, their indices {index} px: too small to be sure; come nearer or use a "
        "larger picture",
        card=round(card_px),
        index=round(index_px),
    )
    return Remark("too_small", words)


def crowded(most: int) -> Remark:
    """More cards than are told apart in one picture."""
    return Remark("crowded", text("There are more cards here than the {n} that one picture may hold", n=most))


def first_only() -> Remark:
    """A file with several pictures."""
    return Remark("first_only", text("Only the first picture of this file was read: save the others one by one"))


def other_table() -> Remark:
    """The picture of the empty table does not fit."""
    words = text("The picture of the empty table shows another view: take it again with the camera where it is now")
    return Remark("other_table", words)


def unread() -> Remark:
    """Most cards lie open, but are of no deck that is known here."""
    words = text(
        "Cards lie here that cannot be read: lay them apart, or enrol their deck ('dalje enrol') and name it with "
        "--deck"
    )
    return Remark("unread", words)


def no_colour() -> Remark:
    """Grey, or nearly: red suits cannot be told from black ones."""
    words = text(
        "There is hardly any colour in this picture: red and black suits cannot be told apart surely; set the camera "
        "to colour, or give it more light"
    )
    return Remark("no_colour", words)


def moved(known: bool) -> Remark:
    """The camera was pushed; ``known``: how far, as the cards that lie there confirm. Else refused."""
    if known:
        return Remark("moved", text("The camera has been pushed: the places on the table have been brought in line"))
    words = text("The camera has been moved: put it back as it was, or set up the table again")
    return Remark("moved", words, refused=True)


def as_json(remark: Remark, language: str = "en") -> dict[str, Any]:
    """A remark as `dalje see` prints it."""
    return {"code": remark.code, "sentence": remark.sentence.say(language)}
