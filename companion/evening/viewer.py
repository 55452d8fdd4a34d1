"""From a session to the frozen view that a screen draws: everything in words, nothing that a player could not see."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Cards
from companion.evening.logbook import earlier_lines, log_line
from companion.evening.questions import Open
from companion.evening.session import Session
from companion.evening.sitting import Sitting
from companion.evening.start_viewer import start_view
from companion.match.played import Played
from companion.match.totals import DealEnd
from companion.ports import Look
from companion.rules.bids import Bid
from companion.table.table import Laid, Lying, Seat, Table, before, hand
from companion.texts import Text, text
from companion.view import (
    AwaitedView,
    CardView,
    Choice,
    FindingView,
    LaidView,
    QuestionView,
    SeatView,
    SeenView,
    SheetRow,
    TableView,
    View,
)


def view(session: Session, camera: str = "") -> View:
    """What the screen shows now. ``camera`` says what is wrong with the camera, empty when nothing is."""
    if session.sitting is None or not session.sitting.match.deals:
        return start_view(session, camera)
    return table_view(session, session.sitting, camera)


def table_view(session: Session, sitting: Sitting, camera: str = "") -> TableView:
    """The whole table as everybody can see it."""
    language, played, deal = session.language, sitting.played, sitting.deal
    t, ends = deal.table, sitting.match.ends()
    end = ends[-1]
    over = deal.outcome is not None
    alive = [line for line in played.history.lines.values() if line.alive]
    return TableView(
        match=sitting.name,
        game=sitting.game.id,
        title=sitting.game.title.say(language),
        deal=played.number,
        seats=tuple(seat_view(sitting, place, end, language) for place in range(len(sitting.people))),
        lot=tuple(card_view(played, lying) for lying in open_middle(t)),
        trick=tuple(laid_view(sitting, laid) for laid in t.trick),
        board=tuple((name, words.say(language)) for name, words in t.board.items()),
        pot=t.pot if t.chips else None,
        partners=tuple(tuple(sorted(map(sitting.place_of, side))) for side in t.partners),
        stock=t.size("stock") if "stock" in t.places else 0,
        aside=t.size("aside") if "aside" in t.places else 0,
        sentence=awaited_sentence(sitting, end).say(language),
        message=sitting.message.say(language) if sitting.message else "",
        awaits=awaited(sitting),
        question=question_view(sitting.question, language) if sitting.question else None,
        findings=findings(sitting, language),
        sheet=sheet(sitting, ends, language),
        log=tuple(log_line(played, line, language) for line in played.history.lines.values()),
        earlier=earlier_lines(sitting, language),
        pack=tuple((str(card), n) for card, n in t.pack.items()),
        money_each=max((purse.units for purse in played.new_table().purses), default=0),
        target=sitting.game.target,
        score_only=sitting.score_only,
        deal_over=over,
        match_over=over and end.match_over,
        winners=tuple(sitting.place_of(seat) for seat in end.winners),
        can_undo=played.history.to_undo() is not None,
        can_redo=any(line.event.do == "undo" for line in alive),
        seen=seen(session.last_look, t.pack),
        camera="none" if sitting.score_only else camera,
    )


def seat_view(sitting: Sitting, place: int, end: DealEnd, language: str) -> SeatView:
    """One person's place."""
    seat, t = sitting.seat_at(place), sitting.deal.table
    bid = next((r for r in sitting.deal.asking if isinstance(r, Bid) and r.seat == seat), None)
    cards = [lying for where in (before(seat), hand(seat)) for lying in t.places.get(where, [])]
    secret = sitting.rules.get("units_held") == "hidden" and sitting.deal.outcome is None
    may_bid = bid is not None and bid.low <= bid.high and not sitting.paused
    return SeatView(
        place=place,
        name=sitting.played.names[seat],
        score=end.scores[seat],
        money=None if secret else held_money(t, seat),
        bid=t.bids.get(seat),
        passed=seat in t.passed,
        dealer=seat == sitting.played.dealer,
        to_act=place in sitting.places_to_act(),
        entry=sitting.dials.get(place),
        low=bid.low if bid and may_bid else None,
        high=bid.high if bid and may_bid else None,
        cards=tuple(card_view(sitting.played, lying) for lying in cards if lying.card is not None),
        hidden=sum(lying.card is None for lying in cards),
        tricks=t.tricks.get(seat, 0) if "trick" in t.places else None,
        marks=tuple(words.say(language) for words in t.marks.get(seat, {}).values()),
    )


def held_money(t: Table, seat: Seat) -> int | None:
    """Units or chips of a seat, None where nothing is paid."""
    return t.purses[seat].units if t.purses else t.chips.get(seat)


def open_middle(t: Table) -> list[Lying]:
    """The open cards in the middle: a lot or a talon that was turned up, or the top of the pile."""
    places = ("lot", "talon", "turned")
    shown = [lying for place in places for lying in t.places.get(place, []) if lying.event or lying.card]
    return shown + t.places.get("pile", [])[-1:]


def laid_view(sitting: Sitting, laid: Laid) -> LaidView:
    """What a player has put down to the trick."""
    cards = tuple(card_view(sitting.played, Lying(card, laid.event)) for card in laid.cards)
    return LaidView(sitting.place_of(laid.seat), cards, laid.hidden)


def card_view(played: Played, lying: Lying) -> CardView:
    """A card with the event that showed it; doubtful when that event no longer fits."""
    line = played.history.lines.get(lying.event)
    code = None if lying.card is None else str(lying.card)
    return CardView(code, lying.event or None, line is not None and line.open)


def awaited_sentence(sitting: Sitting, end: DealEnd) -> Text:
    """What is awaited, in words."""
    if sitting.paused:
        return text("Everybody is back? Then go on")
    if sitting.deal.outcome is None and sitting.score_only and not sitting.deal.table.purses:
        return text("Enter the result of the deal")
    if sitting.deal.outcome is None and sitting.score_only:
        return text("Enter what each holds at the showdown, and the units left")
    if sitting.deal.outcome is None:
        return sitting.deal.describe()
    if end.match_over:
        names = ", ".join(sitting.played.names[seat] for seat in end.winners)
        return text("The match is over: {names}", names=names)
    if sitting.deal.outcome.void:
        return text("This deal does not count; the same dealer deals again")
    return text("The deal is over")


def awaited(sitting: Sitting) -> tuple[AwaitedView, ...]:
    """The requests for screens that offer them: one entry a verb, with all places that may act."""
    found: dict[str, AwaitedView] = {}
    for request in () if sitting.paused else sitting.deal.asking:
        if request.silent:
            continue
        told = request.awaited(sitting.deal.table)
        for verb in request.verbs:
            earlier = found[verb].places if verb in found else ()
            places = (*earlier, sitting.place_of(request.seat))
            count = told.get("count") if verb not in found or found[verb].count == told.get("count") else None
            words = told.get("options", told.get("words", ()))
            options = tuple(dict.fromkeys((*(found[verb].options if verb in found else ()), *words)))
            found[verb] = AwaitedView(verb, places, count, told.get("low"), told.get("high"), options)
    return tuple(found.values())


def question_view(question: Open, language: str) -> QuestionView:
    """A question for the screen."""
    return QuestionView(
        question.number,
        question.words.say(language),
        tuple(Choice(str(card), p) for card, p in question.choices),
        tuple((value, words.say(language)) for value, words in question.options),
        question.count,
        question.crop,
    )


def findings(sitting: Sitting, language: str) -> tuple[FindingView, ...]:
    """What the referee has found, but for what is not said while people are asked about a card."""
    return tuple(
        FindingView(f.about, None if f.seat is None else sitting.place_of(f.seat), f.text.say(language), f.accepted)
        for f in sitting.deal.table.findings
        if not sitting.hushes(f.about, f.seat, f.rule)
    )


def sheet(sitting: Sitting, ends: Sequence[DealEnd], language: str) -> tuple[SheetRow, ...]:
    """The score sheet: every deal that is over, or has been once."""
    return tuple(
        sheet_row(sitting, end, language)
        for end in ends
        if end.outcome.note != "open" or sitting.match.deals[end.number - 1].ended
    )


def sheet_row(sitting: Sitting, end: DealEnd, language: str) -> SheetRow:
    """A finished deal on the score sheet."""
    played, outcome = sitting.match.deals[end.number - 1], end.outcome
    now = {seat: sitting.place_now(played, seat) for seat in range(len(played.names))}
    here = {seat: place for seat, place in now.items() if place is not None}
    note = outcome.note
    if end.open:
        note = text("Some events no longer fit: {ids}", ids=", ".join(map(str, end.open))).say(language)
    return SheetRow(
        end.number,
        now[played.dealer],
        {here[seat]: points for seat, points in outcome.points.items() if seat in here},
        {here[seat]: points for seat, points in end.scores.items() if seat in here},
        {here[seat]: how.words.say(language) for seat, how in outcome.how.items() if seat in here},
        {here[seat]: tuple(str(card) for card in how.cards) for seat, how in outcome.how.items() if seat in here},
        note,
    )


def seen(look: Look | None, pack: Cards) -> tuple[SeenView, ...]:
    """What the camera sees, by likeliest face."""
    found = []
    for s in look.sightings if look else ():
        if s.odds:
            code, p = max(s.odds.items(), key=lambda item: item[1])
            found.append(SeenView(code, p, s.x, s.y))
    return tuple(found)
