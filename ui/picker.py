"""Picking cards of the pack by touch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.cards import RANKS, SUITS, Card
from ui.look import LOOK, Btn, Overlay
from ui.page import shown

FEW = 12
"""so few faces (the cards of one hand) need no row for each suit"""
Done = Callable[[tuple[str, ...], int], None]


class FaceBtn(Btn):
    """One face of the pack; ``copies`` of it are chosen, ``used`` when all copies lie elsewhere."""

    code = StringProperty("")
    copies = NumericProperty(0)
    used = BooleanProperty(False)


class PackGrid(GridLayout):
    """All faces of a pack, a suit a row, high cards first. ``picked`` is called after every tap."""

    picked = ObjectProperty(None, allownone=True)
    most = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.pack: dict[str, int] = {}
        self.chosen: list[str] = []
        self.elsewhere: Mapping[str, int] = {}

    def use(self, pack: Iterable[tuple[str, int]]) -> None:
        """Show this pack; nothing happens when it is the same as before."""
        if dict(pack) == self.pack:
            return
        self.pack = dict(pack)
        cards = sorted((Card.parse(code) for code in self.pack), key=_order)
        self.clear_widgets()
        few = len(cards) <= FEW
        self.cols = max(1, -(-len(cards) // 2) if few else max(Counter(card.suit for card in cards).values()))
        for card in cards:
            face = FaceBtn(code=str(card), name=f"pick.{card}", points=44 if few else 26)
            face.bind(on_release=self._tap)
            self.add_widget(face)

    def choose(self, chosen: Iterable[str], elsewhere: Mapping[str, int]) -> None:
        """Mark the chosen cards, and dim those whose copies all lie elsewhere."""
        self.chosen, self.elsewhere = list(chosen), elsewhere
        count = Counter(self.chosen)
        for face in self.children:
            face.copies = count[face.code]
            face.used = elsewhere.get(face.code, 0) >= self.pack[face.code] and not face.copies

    def _tap(self, face: FaceBtn) -> None:
        if face.copies >= self.pack[face.code]:
            self.chosen = [code for code in self.chosen if code != face.code]
        elif len(self.chosen) < self.most:
            self.chosen.append(face.code)
        elif self.most == 1:
            self.chosen = [face.code]
        elif face.copies:
            self.chosen.remove(face.code)
        self.choose(self.chosen, self.elsewhere)
        if self.picked is not None:
            self.picked(list(self.chosen))


def _order(card: Card) -> tuple[int, int]:
    return (SUITS.find(card.suit) if card.suit else 9, -RANKS.find(card.rank))


class PickerOverlay(Overlay):
    """Asks for cards; with one card wanted the first tap answers."""

    least = NumericProperty(1)
    most = NumericProperty(1)
    number = ObjectProperty(None, allownone=True)
    """the question this picker answers: it closes when the question is gone"""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.done: Done = lambda cards, hidden: None
        self.was = ""
        self.parts = [self.ids[part].__self__ for part in ("counted", "face_down", "down", "ok")]  # ids are weak

    def prepare(self, pack: Iterable[tuple[str, int]]) -> None:
        """Make the buttons of this pack before they are needed."""
        self.ids.grid.use(pack)

    def ask(
        self,
        sentence: str,
        pack: Iterable[tuple[str, int]],
        done: Done,
        *,
        least: int = 1,
        most: int = 1,
        elsewhere: Mapping[str, int] | None = None,
        was: str = "",
        hidden: int = 0,
        number: int | None = None,
    ) -> None:
        """Open; ``done(cards, face_down)`` is called once. ``hidden`` cards may be told as face down."""
        self.number = number
        self.done, self.least, self.most = done, least, most
        self.elsewhere = dict(elsewhere or {})
        self.ids.sentence.say = sentence
        grid = self.ids.grid
        grid.most = most
        grid.picked = self._picked
        grid.use(pack)
        grid.choose([was] if was else [], self.elsewhere)
        self.was = was
        self.ids.down.value, self.ids.down.high = 0, min(hidden, most)
        for part, wanted in zip(self.parts, (most > 1, hidden > 0, hidden > 0, most > 1 or hidden > 0), strict=True):
            shown(part, wanted, self.ids.foot)
        self._tell()
        self.open()

    def _picked(self, chosen: list[str]) -> None:
        if self.most == 1 and not self.ids.down.high:
            if not chosen:
                chosen = [self.was]
            self.close()
            if chosen[0] and chosen[0] != self.was:
                self.done((chosen[0],), 0)
            return
        self._tell()

    def _tell(self, *_: Any) -> None:
        picked = len(self.ids.grid.chosen) + int(self.ids.down.value)
        self.ids.ok.disabled = not self.least <= picked <= self.most
        counted = LOOK.tr("{n} of {most}").format(n=picked, most=int(self.most)) if self.most > 1 else ""
        pretty = " ".join(Card.parse(code).pretty for code in self.ids.grid.chosen)
        self.ids.counted.say = f"{counted}   {pretty}".strip() if self.most > 1 else ""

    def finish(self) -> None:
        """OK was tapped."""
        self.close()
        self.done(tuple(self.ids.grid.chosen), int(self.ids.down.value))

    def viewed(self, view: object) -> None:
        """Close when the question this belongs to has been answered elsewhere."""
        question = getattr(view, "question", None)
        if self.number is not None and (question is None or question.number != self.number):
            self.close()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
