"""No module of the core is forgotten by the import contracts: they list modules by name. Games know no other game."""

from __future__ import annotations

import importlib
import pkgutil
import re
import tomllib
from pathlib import Path

import pytest

import companion
from companion import games

PROJECT = Path(companion.__file__).parent.parent / "pyproject.toml"
SHARED = {"cards", "view", "ports", "texts"}
"""What screens, eyes and hands may know of the core."""
APPLICATION = {"evening", "kept", "view", "ports", "texts", "cli"}
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


def test_no_game_imports_another() -> None:
    modules = [module.name for module in pkgutil.iter_modules(games.__path__)]
    heads = [name for name in modules if hasattr(importlib.import_module(f"companion.games.{name}"), "GAME")]
    assert len(heads) > 10
    for name in modules:
        text = (Path(games.__path__[0]) / f"{name}.py").read_text(encoding="utf-8")
        assert "from companion.games import" not in text, name
        mine = [head for head in heads if f"{name}_".startswith(f"{head}_")]
        for other in re.findall(r"^from companion\.games\.(\w+) import", text, re.MULTILINE):
            assert any(f"{other}_".startswith(f"{head}_") for head in mine), f"{name} imports {other}"
