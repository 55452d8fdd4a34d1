"""The lines of a replayed record in words, in the language of the reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.texts import Text, text

VERDICTS = {
    "ok": text("ok"), "illegal": text("illegal"), "impossible": text("impossible"), "question": text("question"),
}  # fmt: skip
VERBS = {
    "play": text("play"), "bid": text("bid"), "pass": text("pass"), "say": text("say"), "choose": text("choose"),
    "call": text("call"), "turn": text("turn"), "show": text("show"), "take": text("take"), "draw": text("draw"),
    "discard": text("discard"), "exchange": text("exchange"), "pay": text("pay"), "result": text("result"),
}  # fmt: skip
"""what is awaited, as the record has it; other languages say it in their own words"""
NOTES = {
    "missorted": text("void: money cards are among the playing cards"), "open": text("a question is open"),
    "misdeal": text("misdeal"), "redeal": text("dealt again"), "void": text("void"),
    "concede": text("somebody gave up"), "end": text("ended early"), "agree": text("agreed"),
    "revoke": text("a rule was broken"), "all_pass": text("all have passed"),
    "no_call": text("there is no ace to call"), "no_trumps": text("nobody made trumps"),
    "no_trump_hand": text("a hand without a trump"),
}  # fmt: skip
"""why a deal ended as it did, where no player's line tells it"""


def in_words(told: Mapping[str, Any], language: str = "en") -> Iterator[str]:
    """One answer for people."""
    lines = of_deal(told) if "deal" in told else of_beginning(told) if "begins" in told else of_event(told)
    yield from (line if isinstance(line, str) else line.say(language) for line in lines)


def of_beginning(told: Mapping[str, Any]) -> Iterator[Text]:
    """A deal that begins, and who is to do what first."""
    begins = text("Deal {n} begins", n=told["begins"])
    waits = awaited(told["awaits"])
    yield begins if waits is None else text("{one}; {other}", one=begins, other=waits)


def of_event(told: Mapping[str, Any]) -> Iterator[Text | str]:
    """What the referee says of an event, and what is awaited next."""
    sentence = told.get("sentence") or ""
    words = text("{n}: {what}", n=told["id"], what=VERDICTS[told["verdict"]])
    if told.get("stands"):
        words = text("{n}: illegal, counts", n=told["id"])
    if sentence:
        words = text("{what}: {why}", what=words, why=sentence)
    waits = awaited(told["awaits"])
    yield words if waits is None else text("{one}; {other}", one=words, other=waits)
    become = {(found["about"], found["rule"]) for found in told.get("also", ())}
    for found in told["findings"]:
        if found["sentence"] not in sentence and (found["about"], found["rule"]) not in become:
            yield f"  {found['sentence']}"
    yield from (f"  {found['sentence']}" for found in told.get("also", ()))


def of_deal(told: Mapping[str, Any]) -> Iterator[Text | str]:
    """How a deal ended: why, the points of everybody with their reasons, the pot, and who has won the match."""
    why = {name: how["sentence"] for name, how in told["how"].items() if how["sentence"]}
    shared = {why.get(name, "") for name in told["points"]} if len(told["points"]) > 1 else set()
    every = shared.pop() if len(shared) == 1 else ""  # (the same of everybody is said once)
    note = NOTES.get(told.get("note", ""), told.get("note"))
    heading = text("Deal {n}", n=told["deal"])
    if note:
        heading = text("{what} ({note})", what=heading, note=note)
    yield text("{what}: {why}", what=heading, why=every) if every else heading
    for name, points in told["points"].items():
        line = text("{name}: {points} (total {total})", name=name, points=points, total=told["scores"][name])
        reason = "" if every else why.get(name, "")
        yield indented(text("{what}  {why}", what=line, why=reason) if reason else line)
    for name, points in told.get("penalties", {}).items():
        yield indented(text("{name}: {points} points by the table", name=name, points=points))
    if "pot" in told:
        yield indented(text("in the pot: {n}", n=told["pot"]))
    if told["match_over"]:
        yield indented(text("The match is over: {names}", names=", ".join(told.get("winners", []))))


def indented(line: Text) -> Text:
    """A line below another."""
    return text("  {what}", what=line)


def awaited(waits: Mapping[str, Any]) -> Text | None:
    """Who is to do what, and who may do what besides; None when nothing is awaited."""
    parts: list[Text] = []
    if "seats" in waits:
        parts.append(text("next: {what}", what=doing(waits["seats"], waits["do"])))
    offers: dict[tuple[str, ...], list[str]] = {}
    for one in waits.get("may", ()):
        offers.setdefault(tuple(one["do"]), []).append(one["seat"])
    if offers:
        said = [doing(list(dict.fromkeys(seats)), verbs) for verbs, seats in offers.items()]
        parts.append(text("may: {what}", what=joined(said)))
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else text("{one} ({other})", one=parts[0], other=parts[1])


def doing(seats: Sequence[str], verbs: Sequence[str]) -> Text:
    """These players, and the verbs that are theirs."""
    who = text("{what}", what=seats[0])
    for seat in seats[1:]:
        who = text("{one} or {other}", one=who, other=seat)
    what = VERBS.get(verbs[0], text("{what}", what=verbs[0]))
    for verb in verbs[1:]:
        what = text("{one}/{other}", one=what, other=VERBS.get(verb, verb))
    return text("{name} {what}", name=who, what=what)


def joined(parts: Sequence[Text]) -> Text:
    """One after the other."""
    told = parts[0]
    for part in parts[1:]:
        told = text("{one}, {other}", one=told, other=part)
    return told
