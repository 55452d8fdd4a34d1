"""What must hold of a game's texts in a language: all there, none left over, the same places in all of them."""

from __future__ import annotations

from pathlib import Path

import companion
from companion.texts import catalogue_path
from tests.companion.templates import of_module
from tests.companion.test_texts import messages, places


def check_texts(module: str, language: str) -> None:
    """The texts of a module (``games/pinc``, or ``levels``) in a language."""
    path = Path(companion.__file__).parent / f"{module}.py"
    used = {found.english for found in of_module(path) if found.domain.startswith("games/")}
    told = messages(f"games/{path.stem}", language)
    assert catalogue_path(f"games/{path.stem}", language).exists()
    assert sorted(used - set(told)) == [], "not translated"
    assert sorted(set(told) - used - {""}) == [], "left over"
    for english in used - {"rules.summary"}:
        assert all(places(text) == places(english) and text for text in told[english]), english
