"""The measurement for people: the goals first, then what lies behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from vision.bench.goals import lines

MOST_LISTED = 30


def in_words(told: Mapping[str, Any]) -> Iterator[str]:
    """Lines of text."""
    yield from columns([("measure", "figure", "goal", "reached"), *lines(told)])
    if photos := told.get("photos"):
        yield from _photos(photos)
    for name in ("rendered", "pasted"):
        if part := told.get(name):
            yield from _rendered(name, part)
    if heights := told.get("heights"):
        yield from _heights(heights)
    if enrolled := told.get("enrolled"):
        yield from _enrolled(enrolled)
    if speed := told.get("speed"):
        yield from _speed(speed)
    if beside := told.get("beside"):
        yield from _beside(beside)


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of words in aligned columns."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()


def percent(value: float | None) -> str:
    """A share for people."""
    return "-" if value is None else f"{value:.2%}"


def _counts(told: Mapping[str, Any]) -> str:
    return (
        f"{told['cards']} cards, recall {percent(told['recall'])}, precision {percent(told['precision'])}, "
        f"accepted {percent(told['accepted_share'])} of {told['readings']} readings, {told['wrongly_accepted']} wrongly"
    )


def _photos(told: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield f"Photographs ({told['pictures']} without the foil deck): {_counts(told)}"
    third = told["unseen_third"]
    yield f"  unseen third ({third['pictures']} pictures, {third['fans']} with fans): {_counts(third)}"
    yield f"  fans: {_counts(told['fans'])}"
    yield f"  foil deck, not enrolled: {_counts(told['foil'])}"
    for turn, part in told["turned"].items():
        yield f"  turned by {turn}: recall {percent(part['recall'])}, {percent(part['same_readings'])} of readings same"
    yield from _evenness(told)
    yield from _listed("wrongly accepted, all decks", told["wrongly_accepted_readings"])
    yield from _listed("wrong, foil deck apart", told["wrong_readings"])
    yield from _reliability(told["reliability"])


def _listed(title: str, wrong: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield f"  {title}: {len(wrong) or 'none'}"
    for one in wrong[:MOST_LISTED]:
        yield f"    {one['picture']}: {one['truth'] or 'nothing'} read as {one['read']} ({one['p']:.3f})"
    if len(wrong) > MOST_LISTED:
        yield f"    and {len(wrong) - MOST_LISTED} more (--json tells all)"


def _rendered(name: str, told: Mapping[str, Any]) -> Iterator[str]:
    titles = {"rendered": "Rendered tables of unseen decks", "pasted": "Crops of real cards on rendered tables"}
    yield ""
    yield f"{titles[name]} ({told['source']}): {_counts(told)}"
    if (bound := told["wrongly_accepted_upper_95"]) is not None:
        yield f"  95% upper bound of wrong among accepted: {bound:.6f} (1 in {1 / bound:,.0f})"
    for part in ("sources", "levels", "kinds", "obstacles", "widths", "scales", "decks"):
        for value, counts in told.get(part, {}).items():
            yield f"  {part[:-1]} {value}: {_counts(counts)}"
    yield from _evenness(told)
    pairs = [f"{c['truth']}>{c['read']} {c['times']}" + ("!" if c["accepted"] else "") for c in told["confusions"]]
    yield "  confused (truth>read, times, ! if any was accepted): " + (", ".join(pairs) or "none")
    yield from _reliability(told["reliability"])


def _evenness(told: Mapping[str, Any]) -> Iterator[str]:
    for part in ("suits", "ranks"):
        each = ", ".join(f"{name} {percent(one['recall'])}" for name, one in told[part]["each"].items())
        yield f"  recall of {part}: {each}"


def _reliability(bins: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield "  told and true probability:"
    rows = [("    from", "to", "readings", "told", "right")]
    for one in bins:
        share = one["right"] / one["readings"]
        rows.append(
            (f"    {one['low']:g}", f"{one['high']:g}", str(one["readings"]), f"{one['mean']:.4f}", f"{share:.4f}")
        )
    yield from columns(rows)


def _heights(told: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield "Accuracy against the height of the printed rank:"
    rows = [("    px", "cards", "recall", "accepted", "wrongly")]
    for one in told["curve"]:
        rows.append(
            (f"    {one['index_px']:g}", str(one["cards"]), percent(one["recall"]),
             percent(one["accepted_and_right_of_cards"]), str(one["wrongly_accepted"]))
        )  # fmt: skip
    yield from columns(rows)
    limit = told["limit_px"]
    yield f"  sure enough from: {'no height measured' if limit is None else f'{limit:g} px'}"


def _enrolled(told: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield "After enrolment from one showing of each card:"
    for name, part in told.items():
        yield (
            f"  {name} decks ({part['level']}): {part['cards']} cards, right {percent(part['right'])}, right and "
            f"accepted {percent(part['accepted'])}, {part['wrongly_accepted']} wrongly; of {part['strangers']} cards "
            f"of faces never shown {part['strangers_accepted']} accepted"
        )
        for one in part["decks"]:
            right = f"{one['right']} of {one['shown']} right"
            yield f"    {one['deck']}: {right}, {one['wrongly_accepted']} wrongly accepted"


def _speed(told: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield "Time on one thread, median (95%; computing alone):"
    names = {"frame": "whole frame, scale known", "frame_scale_found": "whole frame, scale found", "region": "region"}
    for part, name in names.items():
        yield f"  {name}: {_times(told[part])}"
    memory = told["memory"]
    yield (
        f"  memory: {memory['resident_mb']:.0f} MB resident with numpy and OpenCV ({memory['before_mb']:.0f} MB before "
        f"the reader), {memory['after_search_mb']:.0f} MB after a search for the scale, "
        f"{memory['most_mb']:.0f} MB at most"
    )


def _times(one: Mapping[str, Any]) -> str:
    return f"{one['median_ms']:.1f} ms ({one['p95_ms']:.1f} ms; {one['cpu_ms']:.1f} ms)"


def _beside(told: Mapping[str, Any]) -> Iterator[str]:
    width, height = told["size"]
    yield ""
    yield f"On the same {told['frames']} frames of {width}x{height}:"
    for part, name in (("ours", "this reader"), ("contours_and_templates", "contours and templates")):
        one = told[part]
        yield (f"  {name}: {_times(one)}, recall {percent(one['recall'])}, precision {percent(one['precision'])}")
    if one := told.get("rival"):
        yield f"  {one['model']} at {one['input']}: {_times(one)}, time only"
