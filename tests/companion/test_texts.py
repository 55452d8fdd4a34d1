"""Every sentence of the core and the games is translated, and its places agree in all languages."""

from __future__ import annotations

import string

import pytest
from babel.messages.pofile import read_po

from companion.texts import HERE, LANGUAGES, SOURCES, Text, catalogue, catalogue_path, counted, text
from tests.companion.templates import templates

ALL = sorted({(t.domain, t.english): t for t in templates()}.items())
FOREIGN = [language for language in LANGUAGES if language != "en"]


def places(template: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def messages(domain: str, language: str) -> dict[str, list[str]]:
    """The translations of a domain: one sentence, or one for each plural form."""
    with catalogue_path(domain, language).open("rb") as source:
        found = {}
        for message in read_po(source):
            english = message.id if isinstance(message.id, str) else message.id[0]
            texts = [message.string] if isinstance(message.string, str) else list(message.string)
            found[english] = texts
    return found


def test_the_sentences_are_found() -> None:
    english = {template.english for _, template in ALL}
    assert len(ALL) > 150
    assert {"{name} is not to act: {what}", "Straight flush", "{name} may not bid now: {what}"} <= english


@pytest.mark.parametrize("language", FOREIGN)
def test_every_sentence_is_translated(language: str) -> None:
    known = {domain: messages(domain, language) for domain in {t.domain for _, t in ALL}}
    missing = [f"{t.where} {t.english}" for _, t in ALL if not all(known[t.domain].get(t.english, [""]))]
    assert missing == []


@pytest.mark.parametrize("language", FOREIGN)
def test_places_agree(language: str) -> None:
    wrong = []
    for _, template in ALL:
        for translated in messages(template.domain, language).get(template.english, []):
            if places(translated) != places(template.english):
                wrong.append((template.where, translated))
        if template.plural and places(template.plural) != places(template.english):
            wrong.append((template.where, template.plural))
    assert wrong == []


@pytest.mark.parametrize("language", FOREIGN)
def test_no_translation_is_left_over(language: str) -> None:
    for domain in sorted({t.domain for _, t in ALL}):
        used = {t.english for _, t in ALL if t.domain == domain}
        assert sorted(set(messages(domain, language)) - used - {""}) == []


RULES = "rules.summary"
GAME_TEXTS = sorted((path.parent.name, path.stem) for path in (HERE / "games" / "locale").glob("*/*.po"))


@pytest.mark.parametrize(("game", "language"), GAME_TEXTS)
def test_a_game_speaks_a_language_wholly(game: str, language: str) -> None:
    """English needs only what is told from the catalogue; every other language all of a game's sentences."""
    assert language in {**LANGUAGES, **SOURCES}
    known = messages(f"games/{game}", language)
    used = {t.english for _, t in ALL if t.domain == f"games/{game}"}
    wanted = {english for english in used if english.startswith("rules.")} if language == "en" else used
    assert [english for english in sorted(wanted) if not all(known.get(english, [""]))] == []
    assert sorted(set(known) - used - {""}) == []
    assert all(places(said) == places(english) for english in wanted for said in known[english] if english != RULES)


def test_serbian_counts_in_three_ways() -> None:
    def cards(n: int) -> str:
        return counted("{name} must discard {n} card", "{name} must discard {n} cards", n, name="Ana").say("sr")

    assert cards(1).endswith("1 kartu") and cards(21).endswith("21 kartu")
    assert cards(2).endswith("2 karte") and cards(34).endswith("34 karte")
    assert cards(5).endswith("5 karata") and cards(12).endswith("12 karata")


def test_a_text_within_a_text_is_translated_too() -> None:
    inner = text("{name} bids {low} or more, or says Dalje", name="Ana", low=3)
    assert text("{name} is not to act: {what}", name="Boris", what=inner).say("sr") == (
        "Boris nije na redu: Ana nudi 3 ili više, ili kaže „dalje“"
    )


def test_braces_in_a_name_are_only_a_name() -> None:
    assert str(text("Was this {name}?", name="{0} {x}")) == "Was this {0} {x}?"


def test_what_is_not_translated_stays_english() -> None:
    assert Text("Nobody ever said {n} of this", {"n": 3}).say("sr") == "Nobody ever said 3 of this"
    assert catalogue(catalogue_path("games/none", "sr")).gettext("Pair") == "Pair"
