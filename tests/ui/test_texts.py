"""Every sentence of the screens can be said in Serbian, with the same placeholders and all plural forms."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

import ui

HERE = Path(ui.__file__).parent
PLACES = re.compile(r"\{(\w*)\}")
KV_CALL = re.compile(r"LOOK\.tr\((['\"])((?:[^'\"\\]|\\.)*)\1\)")


def _used() -> set[tuple[str, ...]]:
    used: set[tuple[str, ...]] = set()
    for file in HERE.glob("*.kv"):
        used |= {(found[2],) for found in KV_CALL.finditer(file.read_text("utf-8"))}
    for file in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            words = tuple(
                arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            )
            if name in ("tr", "N_") and words:
                used.add(words[:1])
            elif name == "trn":
                used.add(words[:2])
    return used


def _messages() -> dict[tuple[str, ...], Message]:
    with (HERE / "locale" / "sr.po").open("rb") as source:
        catalogue = read_po(source, locale="sr")
    return {(m.id if isinstance(m.id, tuple) else (m.id,)): m for m in catalogue if m.id}


def test_nothing_said_in_kv_escapes_the_search() -> None:
    calls = sum(file.read_text("utf-8").count("LOOK.tr(") for file in HERE.glob("*.kv"))
    found = sum(len(KV_CALL.findall(file.read_text("utf-8"))) for file in HERE.glob("*.kv"))
    assert found == calls > 30


def test_every_sentence_is_translated_and_none_is_left_over() -> None:
    assert _used() == set(_messages())


@pytest.mark.parametrize("ids", sorted(_messages()))
def test_the_translation_has_the_same_placeholders(ids: tuple[str, ...]) -> None:
    message = _messages()[ids]
    said = message.string if isinstance(message.string, tuple) else (message.string,)
    assert len(said) == (3 if len(ids) == 2 else 1)
    for sentence in said:
        assert sentence
        assert sorted(PLACES.findall(sentence)) == sorted(PLACES.findall(ids[-1]))


@pytest.mark.parametrize(
    ("n", "expected"),
    [(1, "1 karta"), (2, "2 karte"), (5, "5 karata"), (11, "11 karata"), (21, "21 karta"), (22, "22 karte")],
)
def test_serbian_counts_in_three_forms(n: int, expected: str) -> None:
    from companion.texts import catalogue

    words = catalogue(HERE / "locale" / "sr.po")
    assert words.ngettext("{n} card", "{n} cards", n).format(n=n) == expected
