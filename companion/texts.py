"""Sentences that can be said in every language of the table.

A Text keeps its English sentence and its values apart until somebody reads it, so that the rules need not know
the reader's language. Catalogues are plain .po files next to the code (``companion/locale/LANG/companion.po``,
one domain a game in ``companion/games/locale/NAME/LANG.po``), compiled in memory by Babel.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = {"en": "English", "sr": "Srpski"}
SOURCES = {"hu": "Magyar", "ru": "Русский"}
"""languages that only games speak whose rules come from there; the rest of the product is English then"""
HERE = Path(__file__).parent


@cache
def catalogue(path: Path) -> gettext.NullTranslations:
    """The translations of one .po file; the English of the code where the file does not exist."""
    if not path.exists():
        return gettext.NullTranslations()
    with path.open("rb") as source:
        compiled = BytesIO()
        write_mo(compiled, read_po(source))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@cache
def translations(domain: str, language: str) -> gettext.NullTranslations:
    """A domain's translations; what is missing there is English, from the catalogue where it stands only there."""
    if language == "en":
        return catalogue(catalogue_path(domain, language))
    path, english = catalogue_path(domain, language), catalogue(catalogue_path(domain, "en"))
    if not path.exists():
        return english
    found = copy(catalogue(path))
    found.add_fallback(english)
    return found


def catalogue_path(domain: str, language: str) -> Path:
    """Where a domain's texts lie: the core's own, or a game's (``games/NAME``)."""
    if domain.startswith("games/"):
        return HERE / "games" / "locale" / domain.removeprefix("games/") / f"{language}.po"
    return HERE / "locale" / f"{language}.po"


@dataclass(frozen=True)
class Text:
    """An English sentence with named places, the values for them, and the domain of its translations.

    A value may be a Text itself. ``str()`` gives the English.
    """

    english: str
    values: Mapping[str, object] = field(default_factory=dict)
    domain: str = "companion"
    plural: str = ""
    """the English for other counts; then ``values["n"]`` counts"""

    def say(self, language: str = "en") -> str:
        """The sentence in this language; English where a translation is missing."""
        words = translations(self.domain, language)
        if self.plural:
            template = words.ngettext(self.english, self.plural, int(str(self.values["n"])))
        else:
            template = words.gettext(self.english)
        values = {k: v.say(language) if isinstance(v, Text) else v for k, v in self.values.items()}
        return template.format(**values)

    def __str__(self) -> str:
        return self.say()


def text(english: str, **values: object) -> Text:
    """A sentence of the core."""
    return Text(english, values)


def counted(english: str, plural: str, n: int, **values: object) -> Text:
    """A sentence of the core that counts something: the English for one, and for other numbers."""
    return Text(english, {**values, "n": n}, plural=plural)


def said(error: Exception, language: str = "en") -> str:
    """What an exception says: in this language if it was raised with a Text, else as it was raised."""
    first = error.args[0] if error.args else None
    return first.say(language) if isinstance(first, Text) else str(error)
