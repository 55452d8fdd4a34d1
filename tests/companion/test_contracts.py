"""No module of the core is forgotten by the import contracts: they list modules by name."""

from __future__ import annotations

import pkgutil
import tomllib
from pathlib import Path

import pytest

import companion

PROJECT = Path(companion.__file__).parent.parent / "pyproject.toml"
SHARED = {"cards", "view", "ports", "texts", "crops", "face_words"}
"""What screens, eyes and hands may know of the core, or what only carries words and pictures."""
APPLICATION = {
    "journal", "session", "scribe", "settings", "settings_check", "viewer", "view", "ports", "texts", "crops",
    "face_words", "cli", "logbook", "sitting", "intents",
    "questions",
}  # fmt: skip
"""What surrounds the rules and may know of time, files and chance."""


def named(part: str) -> set[str]:
    """Modules of companion in a list of the contracts."""
    contracts = tomllib.loads(PROJECT.read_text())["tool"]["importlinter"]["contracts"]
    words = {
        "seen": ("Screens, eyes and hands know", "forbidden_modules"),
        "rules": ("The rules know", "source_modules"),
    }
    start, key = words[part]
    found = next(contract for contract in contracts if contract["name"].startswith(start))
    return {name.removeprefix("companion.") for name in found[key]}


@pytest.mark.parametrize(("part", "but"), [("seen", SHARED), ("rules", APPLICATION)])
def test_every_module_of_the_core_is_in_the_contracts(part: str, but: set[str]) -> None:
    modules = {module.name for module in pkgutil.iter_modules(companion.__path__)} - {"__main__"}
    assert modules - but == named(part) - but, "name new modules in pyproject.toml"
