"""Checks parsed TOML against typed structs and says what is wrong in one sentence, with the line.

msgspec's own messages name neither the line nor the nearest valid key, and its paths would have to be cut from
their text; here the same types give the check and the words.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import inspect

KeyPath = tuple[str | int, ...]


class Complaint(NamedTuple):
    """Where in the document (keys and list positions), and what is wrong there."""

    path: KeyPath
    sentence: str


def complaint(found: object, kind: type) -> Complaint | None:
    """The first mistake of a parsed document that should be a ``kind`` (a msgspec struct), None if there is none."""
    root = inspect.type_info(kind)
    return next(_complaints(found, root, (), root), None)


def line_of(text: str, path: KeyPath) -> int | None:
    """The line of a valid TOML document on which the value at ``path`` begins to exist; None if it does not.

    tomllib does not tell. But the first lines of the document hold the path as soon as that line is among them,
    where a list that goes on over several lines is closed for the trial.
    """
    lines = text.split("\n")
    for number in range(1, len(lines) + 1):
        for close in ("", "]", "]]"):
            try:
                part = tomllib.loads("\n".join([*lines[:number], close]))
            except tomllib.TOMLDecodeError:
                continue
            if _holds(part, path):
                return number
            break
    return None


def _holds(value: Any, path: KeyPath) -> bool:
    for key in path:
        if isinstance(key, str) and not (isinstance(value, dict) and key in value):
            return False
        if isinstance(key, int) and not (isinstance(value, list) and key < len(value)):
            return False
        value = value[key]
    return True


def _complaints(found: object, kind: inspect.Type, path: KeyPath, root: inspect.Type) -> Iterator[Complaint]:
    """All mistakes at and below ``path``."""
    kind = _without_none(kind)
    if not _fits(found, kind):
        said = f'"{found}"' if isinstance(found, str) else _words(found)
        yield Complaint(path, f'"{name_of(path)}" must be {_describe(kind)}, not {said}.')
    elif isinstance(kind, inspect.StructType):
        assert isinstance(found, dict)
        yield from _table(found, kind, path, root)
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType):
        assert isinstance(found, list)
        for number, item in enumerate(found):
            yield from _complaints(item, kind.item_type, (*path, number), root)


def _table(
    found: dict[str, object], kind: inspect.StructType, path: KeyPath, root: inspect.Type
) -> Iterator[Complaint]:
    fields = {field.encode_name: field for field in kind.fields}
    for key, value in found.items():
        if key not in fields:
            yield Complaint((*path, key), f'there is no key "{key}"{_under(path)}; {_advice(key, list(fields), root)}')
        else:
            yield from _complaints(value, fields[key].type, (*path, key), root)
    for key, field in fields.items():
        if field.required and key not in found:
            yield Complaint(path, f'the key "{key}" is missing{_under(path)}: {_describe(field.type)}.')


def _advice(key: str, here: list[str], root: inspect.Type) -> str:
    """The nearest valid key of this table, else of any other, else all of this table."""
    for near in difflib.get_close_matches(key, here, n=1):
        return f'did you mean "{near}"?'
    elsewhere = dict(_all_keys(root, ()))
    for near in difflib.get_close_matches(key, list(elsewhere), n=1):
        return f'did you mean "{near}"{_under(elsewhere[near]) or " at the top of the file"}?'
    return "the keys are " + ", ".join(f'"{name}"' for name in here) + "."


def _all_keys(kind: inspect.Type, path: KeyPath) -> Iterator[tuple[str, KeyPath]]:
    kind = _without_none(kind)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        yield from _all_keys(kind.item_type, path)
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield from _all_keys(field.type, (*path, field.encode_name))
            yield field.encode_name, path


def _without_none(kind: inspect.Type) -> inspect.Type:
    """TOML has no null: a key that may be None is a key that may be left out."""
    if isinstance(kind, inspect.UnionType):
        (kind,) = (choice for choice in kind.types if not isinstance(choice, inspect.NoneType))
    return kind


def _fits(found: object, kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.LiteralType):
        return any(type(found) is type(value) and found == value for value in kind.values)
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        right = type(found) is int or (isinstance(kind, inspect.FloatType) and type(found) is float)
        return right and not _outside(found, kind)
    types = {
        inspect.StructType: dict,
        inspect.VarTupleType: list,
        inspect.ListType: list,
        inspect.StrType: str,
        inspect.BoolType: bool,
    }
    return isinstance(found, types[type(kind)])


def _outside(found: Any, kind: inspect.IntType | inspect.FloatType) -> bool:
    return (kind.ge is not None and not found >= kind.ge) or (kind.le is not None and not found <= kind.le)


def _describe(kind: inspect.Type) -> str:
    """A kind of value in words."""
    kind = _without_none(kind)
    if isinstance(kind, inspect.LiteralType):
        words = [f'"{value}"' if isinstance(value, str) else str(value) for value in kind.values]
        return " or ".join([", ".join(words[:-1]), words[-1]])
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        word = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
        return word if kind.ge is None else f"{word} from {kind.ge:,} to {kind.le:,}".replace(",", "")
    if isinstance(kind, inspect.StrType):
        return "text in quotes"
    if isinstance(kind, inspect.BoolType):
        return "true or false"
    return "a table" if isinstance(kind, inspect.StructType) else "a list"


def _words(found: object) -> str:
    if isinstance(found, bool):
        return str(found).lower()
    if isinstance(found, dict):
        return "a table"
    return "a list" if isinstance(found, list) else str(found)


def name_of(path: KeyPath) -> str:
    """A path as people write it: lights.pins[2]."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")


def _under(path: KeyPath) -> str:
    return f" under [{name_of(path)}]" if path else ""
