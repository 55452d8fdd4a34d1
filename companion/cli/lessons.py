"""Showing a deck to the reader: pictures, or a camera and a terminal that asks for one card after the other."""

from __future__ import annotations

import select
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from companion.cards import Card
from companion.cli import wiring
from companion.kept.settings import read_settings
from companion.pack.face_names import face_in, face_name
from companion.ports import Reading, Trouble
from companion.texts import Text, counted, said, text
from vision.arrays import Picture
from vision.enrolled.enrol import Lesson, gather, learn
from vision.enrolled.known import load_likeness
from vision.enrolled.shown import Shown
from vision.enrolled.sorting import View
from vision.looking import ink
from vision.looking.examine import examine
from vision.pictures.drawings import Drawings
from vision.pictures.labels import Label, draw_labels
from vision.pictures.pictures import NoPicture, expand, load, no_pictures
from vision.pictures.remarks import swapped
from vision.reading.embed import FaceNet
from vision.reading.reader import CardReader

GREEN, ORANGE = (60, 170, 20), (0, 130, 255)


class Teacher:
    """Gathers views of a deck's cards and says what it sees. ``as_json``: print nothing, ask nothing."""

    def __init__(self, suits: str, packs: int, as_json: bool, language: str) -> None:
        self.suits, self.packs, self.as_json, self.language = suits, packs, as_json, language
        self.reader = CardReader(packs=packs)
        self.faces = FaceNet(self.reader.nets)
        self.likeness = load_likeness()
        self.same = self.likeness.same
        self.views: list[View] = []
        self.sources: list[str] = []
        """What each picture is called, by its number."""
        self.covered = 0
        self.errors: list[str] = []

    @property
    def net(self) -> str:
        """Which network learns."""
        return self.faces.name

    def say(self, words: Text) -> None:
        """Tell people how it goes."""
        if not self.as_json:
            wiring.echo(words.say(self.language))

    # pictures -------------------------------------------------------------------------------------------------------

    def pictures(self, paths: Sequence[str]) -> None:
        """Learn from files and folders; raises Trouble if none of them could be read."""
        for path in expand(paths):
            try:
                if path.is_dir():
                    raise no_pictures(path)
                image = load(path).image
            except NoPicture as error:
                self.errors.append(said(error, self.language))
                continue
            told = face_in(path.stem, self.suits) or face_in(path.parent.name, self.suits)
            found = gather(self.reader, self.faces, image, len(self.sources), str(told or ""))
            if self._swapped(image, found.readings):
                self.errors.append(f"{path}: {swapped().sentence.say(self.language)}")
                continue
            self.sources.append(str(path))
            self.views += found.views
            self.covered += found.covered
            self.say(counted("{file}: {n} card", "{file}: {n} cards", len(found.views), file=path))
        last = self.errors.pop() if self.errors and not self.sources else ""
        for words in self.errors:
            click.echo(f"dalje: {words}", err=True)
        if last:
            raise Trouble(last)

    def _swapped(self, image: Picture, readings: Sequence[Reading]) -> bool:
        """Whether `dalje see` would refuse a picture for its colours; what is read in foreign suits tells nothing."""
        if self.suits != "french":
            return False
        told = ink.order(image, readings)
        doubtful = told is False or (told is None and ink.blue(image, readings))
        return doubtful and any(one.code == "swapped" for one in examine(self.reader, image).remarks)

    # a camera -------------------------------------------------------------------------------------------------------

    def camera(self, spec: str, data: Path | None, asked: Sequence[Card]) -> None:
        """Learn from a camera: card by card as they are ``asked`` for, or in any order if none are.

        Enter skips a card that the deck does not have; in any order it ends, as Ctrl+C always does.
        """
        shown = Shown(self.reader, self.faces, self.same)
        waiting, ask = list(asked), bool(asked)
        self.say(
            text("Lay your cards before the camera, in any order; press Enter when all were seen")
            if not ask
            else text("Lay one card at a time; press Enter if the deck does not have it")
        )
        settings = read_settings(wiring.decks_folder(data).parent)
        try:
            with wiring.real_camera(spec, settings) as camera:
                self._ask(waiting)
                while (frame := camera.read()) is not None and (waiting or not ask):
                    if entered():
                        if not ask:
                            break
                        waiting.pop(0)
                        self._ask(waiting)
                    for view in shown.take(frame):
                        self._shown(view, waiting if ask else None)
        except KeyboardInterrupt:
            self.say(text("Stopped; what was seen is learned"))
        self.covered = shown.covered

    def _ask(self, waiting: Sequence[Card]) -> None:
        if waiting:
            self.say(text("Lay the {card}", card=face_name(waiting[0], self.suits)))

    def _shown(self, view: View, waiting: list[Card] | None) -> None:
        """A card came to rest before the camera."""
        while len(self.sources) <= view.picture:
            self.sources.append(text("look {n}", n=len(self.sources) + 1).say(self.language))
        if waiting is None:
            self.views.append(view)
            name = face_name(Card.parse(view.read), self.suits) if view.read else text("a card I cannot read")
            self.say(text("{n}: {card}", n=len(self.views), card=name))
        elif waiting:
            self.views.append(view.named(str(waiting.pop(0))))
            self._ask(waiting)

    # what was learned -----------------------------------------------------------------------------------------------

    def lesson(self, order: Sequence[Card], once: bool = False) -> Lesson:
        """Sort and name what was seen; asks for the rest where somebody sits at a terminal.

        ``once``: no two views are of one face, unless their files say so.
        """
        if not self.views:
            words = text(
                "no whole card was found: lay the cards open on a plain table, none over another, and come near enough "
                "that each fills a tenth of the picture's height"
            )
            raise Trouble(words)
        # In foreign suits the reader's own names mean nothing.
        views = self.views if self.suits == "french" else [view.unread() for view in self.views]
        lesson = learn(views, self.same, self.packs, order, once)
        if not self.as_json and not lesson.misordered and sys.stdin.isatty():
            self._name_the_rest(lesson)
        return lesson

    def _name_the_rest(self, lesson: Lesson) -> None:
        for face in lesson.unnamed:
            view, taken = face.views[0], {one.card for one in lesson.faces}
            where = text(
                "{n}: {file}, card {place}, line by line from the upper left: which card is it? (empty: none)",
                n=face.number, file=self.sources[view.picture], place=view.place,
            ).say(self.language)  # fmt: skip
            while answer := click.prompt(where, default="", show_default=False):
                card = face_in(answer, self.suits)
                if card is not None and str(card) not in taken:
                    face.card, face.doubt = str(card), None
                    break
                self.say(text("That is no card, or named already: write for example 7C"))

    def view_data(self, view: View) -> dict[str, Any]:
        """Where a view was seen, for programs."""
        quad = [[round(x, 1), round(y, 1)] for x, y in view.pose.quad]
        return {"file": self.sources[view.picture], "place": view.place, "quad": quad}

    def draw(self, folder: Path, lesson: Lesson) -> None:
        """Write copies of the pictures with the names of the faces, and the numbers of those without."""
        drawings = Drawings(folder, [Path(source) for source in self.sources])
        for number, source in enumerate(self.sources):
            if not Path(source).is_file():
                continue
            image, labels = load(Path(source)).image.copy(), []
            thick = max(1, round(max(image.shape[:2]) / 700))
            for face in lesson.faces:
                for view in (view for view in face.views if view.picture == number):
                    name = face.card or str(face.number)
                    at = (view.pose.x, view.pose.y)
                    labels.append(Label(name, at, (0.0, -1.0), GREEN if face.card else ORANGE))
            draw_labels(image, labels, 0.5 * thick, thick)
            drawings.write(f"{number + 1:02d}-{Path(source).stem}", image)


def entered() -> bool:
    """Whether somebody pressed Enter at the terminal; never where there is none."""
    if not sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
        return False
    sys.stdin.readline()
    return True
