"""A question only the people can answer: over the table, but never over whose turn it is."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.view import AnswerQuestion, QuestionView, TableView
from ui.card import CardBtn
from ui.look import LOOK, Btn
from ui.page import shown

BESIDE_CROP, ALONE = 4, 6
"""so many likely cards fit beside the crop, and without one"""


class QuestionBox(FloatLayout):
    """The crop of the doubtful card, the likeliest cards as big buttons, and any other card of the pack."""

    app = ObjectProperty()
    question = ObjectProperty(None, allownone=True)
    picked = ListProperty()
    texture = ObjectProperty(None, allownone=True)
    wordy = BooleanProperty(False)
    """no card is to be picked: words have the room"""
    fewer = BooleanProperty(False)
    """cards that are not named were put away face down"""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.offered: list[Btn] = []
        self.buttons = [self.ids.other.__self__, self.ids.ok.__self__]  # ids are weak
        LOOK.bind(u=self._resize)

    def _resize(self, *_: Any) -> None:
        for card in self.ids.row.children:
            if isinstance(card, CardBtn):
                card.size = 100 * LOOK.u, 140 * LOOK.u
            else:
                card.height = (92 if self.wordy else 110) * LOOK.u
        for button in self.offered:
            if button in self.ids.foot.children:
                button.height = self.buttons[0].height

    def apply(self, view: TableView) -> None:
        """Show the question of this view."""
        question = view.question
        if question is None or question == self.question:
            self.question = question
            return
        self.question, self.picked = question, []
        self.fewer = question.crop is None and any(want.do == "discard" for want in view.awaits)
        self.texture = None
        if question.crop:
            self.texture = CoreImage(BytesIO(question.crop), ext="png", nocache=True).texture
        self.ids.sentence.say = question.sentence
        row = self.ids.row
        row.clear_widgets()
        for choice in question.choices[: BESIDE_CROP if question.crop else ALONE]:
            card = CardBtn(code=choice.code, name=f"choice.{choice.code}")
            card.bind(on_release=self._tap)
            row.add_widget(card)
        wants_cards = bool(question.choices) or not question.options
        self._offer(question.options, self.ids.foot if wants_cards else row)
        self.wordy = not wants_cards and not question.crop
        shown(self.buttons[0], wants_cards, self.ids.foot)
        shown(self.buttons[1], wants_cards and question.count > 1, self.ids.foot)
        self._resize()
        self._mark()

    def _offer(self, options: tuple[tuple[str, str], ...], box: Any) -> None:
        """Words as buttons: in place of cards, or below them."""
        self.ids.foot.clear_widgets(self.offered)
        self.offered = []
        for word, label in options:
            button = Btn(say=label, name=f"option.{word}", kind="plain", size_hint=(1, None))
            button.bind(on_release=lambda _, word=word: self._answer(option=word))
            box.add_widget(button)
            self.offered.append(button)

    def _tap(self, card: CardBtn) -> None:
        if self.question.count == 1:
            self._answer(cards=(card.code,))
            return
        if card in self.picked:
            self.picked.remove(card)
        elif len(self.picked) < self.question.count:
            self.picked.append(card)
        self._mark()

    def _mark(self) -> None:
        for card in self.ids.row.children:
            if isinstance(card, CardBtn):
                card.chosen = card in self.picked
        missing = self.question.count - len(self.picked)
        ok = self.buttons[1]
        ok.disabled = missing > 0 and not self.fewer
        ok.say = LOOK.tr("OK, {n} face down").format(n=missing) if missing and self.fewer else LOOK.tr("OK")

    def confirm(self) -> None:
        """Send the picked cards."""
        self._answer(cards=tuple(card.code for card in self.picked))

    def other(self) -> None:
        """Pick from the whole pack."""
        view, question = self.app.view, self.question
        self.app.picker.ask(
            question.sentence,
            view.pack,
            lambda cards, _: self._answer(cards=cards),
            least=question.count,
            most=question.count,
            hidden=question.count if self.fewer else 0,
            number=question.number,
        )

    def _answer(self, cards: tuple[str, ...] = (), option: str = "") -> None:
        question: QuestionView = self.question
        self.app.send(AnswerQuestion(question.number, cards, option))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
