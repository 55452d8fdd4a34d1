"""Finds the sentences of the code: every English template that the core and the games can say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import companion
import hardware
import vision

HERE = Path(companion.__file__).parent
EYES, HANDS = Path(vision.__file__).parent, Path(hardware.__file__).parent
"""What they say is translated with the core's sentences."""
QUIET = {"training", "bench"}
"""folders of the eyes that say nothing to players"""
COUNTING = ("counted", "several")
SAYING = {"text": "companion", "Text": "companion", "counted": "companion", "words": "games", "several": "games"}


@dataclass(frozen=True)
class Template:
    """One sentence and where it stands."""

    english: str
    plural: str
    domain: str
    where: str


def templates() -> list[Template]:
    """All templates of all modules."""
    eyes = (path for path in sorted(EYES.rglob("*.py")) if path.parent.name not in QUIET)
    modules = [*sorted(HERE.rglob("*.py")), *eyes, *sorted(HANDS.rglob("*.py"))]
    return [found for path in modules for found in of_module(path)]


def of_module(path: Path) -> Iterator[Template]:
    """The templates of one module; sentences chosen from a table are found through the function they stand in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
            continue
        for call in calls(scope):
            name = called(call)
            domain = SAYING.get(name, "")
            if not domain or not call.args:
                continue
            domain = f"games/{game_of(path)}" if domain == "games" else domain
            where = f"{path.relative_to(HERE.parent)}:{call.lineno}"
            first = call.args[0]
            if isinstance(first, ast.Constant):
                plural = call.args[1].value if name in COUNTING and isinstance(call.args[1], ast.Constant) else ""
                yield Template(first.value, plural, domain, where)
            elif path.name != "texts.py":
                for english in chosen(scope, call):
                    yield Template(english, "", domain, where)


def game_of(path: Path) -> str:
    """The game that a module belongs to: ``cuhna_asks`` is a part of ``cuhna``."""
    texts = [folder.name for folder in (HERE / "games" / "locale").iterdir()]
    return max((name for name in texts if path.stem.startswith(name)), key=len, default=path.stem)


def calls(scope: ast.AST) -> Iterator[ast.Call]:
    """The calls in a scope, not those of functions within it."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not isinstance(scope, ast.ClassDef):
            continue
        if isinstance(node, ast.Call):
            yield node
        yield from calls(node)


def called(call: ast.Call) -> str:
    """The name of what is called."""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def chosen(scope: ast.AST, call: ast.Call) -> Iterator[str]:
    """The sentences of the tables in a function, and those in the call itself."""
    for node in ast.walk(scope):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield value.value
    for node in ast.walk(call.args[0]):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "{" in node.value:
            yield node.value
