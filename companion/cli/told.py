"""Events that are on disk, as lines for programs and in words for people."""

from __future__ import annotations

from companion.evening.sitting import Acknowledged
from companion.table.table import before
from companion.texts import Text, text


def told_line(told: Acknowledged, language: str) -> dict[str, object]:
    """An acknowledged event as JSON."""
    from companion.events import to_data
    from companion.match.record import finding_data

    line: dict[str, object] = {
        "acknowledged": told.event.id,
        "event": to_data(told.event),
        "verdict": told.answer.verdict.kind,
        "findings": [finding_data(told.played, found, language) for found in told.answer.verdict.findings],
    }
    if told.answer.verdict.text is not None:
        line["sentence"] = told.answer.verdict.text.say(language)
    if told.answer.verdict.also:
        line["also"] = [finding_data(told.played, found, language) for found in told.answer.verdict.also]
    return line


def told_words(told: Acknowledged, language: str) -> str:
    """An acknowledged event for people."""
    from companion.cli.retold import in_words as in_replay
    from companion.evening.logbook import told as in_words
    from companion.match.record import deal_line

    line = told.played.history.lines[told.event.id]
    words = [in_words(told.played, line.event, line.seat).say(language)]
    verdict = told.answer.verdict
    if verdict.kind != "ok":
        words[0] += f" - {verdict.text.say(language) if verdict.text else verdict.kind}"
    elif told.event.do in ("bid", "pass") and (sale := sold(told)):
        words.append("  " + sale.say(language))
    words += [f"  {found.text.say(language)}" for found in verdict.also]
    for end in told.answer.ended:
        words += in_replay(deal_line(told.match, end, language), language)
    return "\n".join(words)


def sold(told: Acknowledged) -> Text | None:
    """Who bought the lot by this call, if it settled it."""
    t = told.played.deal.table
    turned = max((n for n, line in told.played.history.lines.items() if line.event.do == "turn"), default=0)
    if not turned or not t.purses or t.places.get("lot"):
        return None
    for seat in range(t.seats):
        if any(lying.event == turned for lying in t.places.get(before(seat), ())):
            return text("{name} buys the lot", name=told.played.names[seat])
    return text("Nobody buys the lot")
