"""Views as a real evening gives them, for pictures of the screens and for their tests."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.cards import pack
from companion.view import (
    AwaitedView,
    CardView,
    Choice,
    FindingView,
    LogLine,
    QuestionView,
    SeatView,
    SeenView,
    SheetRow,
    TableView,
)
from ui.sample_pictures import crop
from ui.sample_start import NAMES

REFUSAL = {
    "en": "Boris bid 3, but 3 already stands: at least 4, or Dalje",
    "sr": "Boris je ponudio 3, ali 3 već stoji: najmanje 4, ili Dalje",
}
SENTENCE = {"en": "Bid at least 6, or Dalje. 5 stands (Vera).", "sr": "Ponudi najmanje 6, ili Dalje. Stoji 5 (Vera)."}


def _faces(people: int) -> list[str]:
    cards = [str(card) for card in pack("789TJQKA", 2 if people > 4 else 1).elements()]
    random.Random(people).shuffle(cards)
    return cards


def table(people: int = 4, language: str = "en") -> TableView:
    """In the middle of an auction: the third place is to act."""
    cards = _faces(people)
    acting, dealer = min(2, people - 1), people - 1
    seats = []
    for place in range(people):
        held = [cards.pop() for _ in range(6 if people in (3, 8) else (2 + 2 * place) % 8)]
        open_cards = tuple(CardView(code, 10 + place, doubtful=number == 3) for number, code in enumerate(held))
        seats.append(
            SeatView(
                place,
                NAMES[place],
                score=37 * (place + 1) % 214,
                money=20 - 2 * place,
                bid=3 if place == 1 else None,
                passed=place == 0,
                dealer=place == dealer,
                to_act=place == acting,
                low=6 if place == acting else None,
                high=20 - 2 * place if place == acting else None,
                cards=open_cards,
                hidden=2,
            )
        )
    lot = (CardView(cards.pop(), 40), CardView(cards.pop(), 40))
    seen = tuple(
        SeenView(code, p, x, y)
        for code, p, x, y in zip(
            [*(card.code for card in lot if card.code), "TD", "7H", "QS"],
            (0.998, 0.993, 0.97, 0.71, 0.99),
            (330, 410, 150, 590, 240),
            (200, 205, 90, 320, 340),
            strict=True,
        )
    )
    return TableView(
        match="m1",
        game="crveni_tepih",
        title="Crveni tepih",
        deal=3,
        seats=tuple(seats),
        lot=lot,
        stock=18,
        aside=2,
        sentence=SENTENCE[language],
        awaits=(AwaitedView("bid", (acting,), low=6, high=20 - 2 * acting),),
        sheet=sheet(people, language, 2),
        log=log(language),
        pack=tuple((str(c), n) for c, n in pack("789TJQKA", 1 + (people > 4)).items()),
        money_each=20,
        target=250,
        can_undo=True,
        can_redo=False,
        seen=seen,
    )


def log(language: str) -> tuple[LogLine, ...]:
    """The last few events."""
    sr = language == "sr"
    return (
        LogLine(31, "Vera je otvorila K♥ i 7♦" if sr else "Vera turned K♥ and 7♦", ("KH", "7D"), correctable=True),
        LogLine(32, "Boris nudi 3" if sr else "Boris bids 3"),
        LogLine(33, "Aleksandra kaže „dalje”" if sr else "Aleksandra says Dalje", undone=True),
        LogLine(34, "Vera nudi 5" if sr else "Vera bids 5", open=True),
    )


def sheet(people: int, language: str, deals: int) -> tuple[SheetRow, ...]:
    """Finished deals."""
    rows, totals, dice = [], dict.fromkeys(range(people), 0), random.Random(5)
    how = (
        "dva para, 2 × 14 = 28, najbolja ruka 25, ostalo 4"
        if language == "sr"
        else "two pairs, 2 × 14 = 28, best hand 25, 4 units left"
    )
    for deal in range(1, deals + 1):
        cards = _faces(people)
        points = {place: dice.randint(14, 93) for place in range(people)}
        totals = {place: totals[place] + points[place] for place in range(people)}
        hands = {place: tuple(cards.pop() for _ in range(4)) for place in range(people)}
        rows.append(SheetRow(deal, (deal - 1) % people, points, dict(totals), dict.fromkeys(range(people), how), hands))
    return tuple(rows)


def refused(people: int = 4, language: str = "en") -> TableView:
    """A bid was refused."""
    return replace(table(people, language), message=REFUSAL[language])


def refused_at_length(people: int = 4, language: str = "en") -> TableView:
    """The longest refusal there may be."""
    said = (
        "Aleksandra nudi 12, što ove novčane karte ne daju, a 20 nema više da baci: 14, 16, 18, ili Dalje"
        if language == "sr"
        else "Aleksandra bid 12, which these money cards do not make, and 20 is more than she has: 14, 16, 18, or Dalje"
    )
    return replace(table(people, language), message=said, sentence=said)


def which_discards(people: int = 4, language: str = "en") -> TableView:
    """It was not seen which cards were put away."""
    said = "Koje 2 karte je Vera odbacila?" if language == "sr" else "Which 2 cards did Vera discard?"
    choices = tuple(Choice(code, 0.5) for code in ("7D", "7H", "JD", "KS", "QC"))
    return replace(discarding(people, language), question=QuestionView(9, said, choices, count=2))


def turning(people: int = 4, language: str = "en", camera: str = "none") -> TableView:
    """The opener is to turn a lot; no camera unless told."""
    view = table(people, language)
    opener = min(2, people - 1)
    seats = tuple(replace(seat, low=None, high=None, passed=False, bid=None) for seat in view.seats)
    said = "Vera okreće dve karte ostatka." if language == "sr" else "Vera turns two cards of the stock."
    wants = (AwaitedView("turn", (opener,), count=2),)
    return replace(
        view, seats=seats, lot=(), awaits=wants, sentence=said, camera=camera, seen=() if camera else view.seen
    )


def showing(people: int = 4, language: str = "en") -> TableView:
    """The showdown: several have still to show."""
    view = turning(people, language)
    seats = tuple(replace(seat, to_act=seat.place > 0) for seat in view.seats)
    said = "Svi pokazuju karte." if language == "sr" else "Everybody shows his cards."
    return replace(view, seats=seats, sentence=said, awaits=(AwaitedView("show", tuple(range(1, people)), count=2),))


def discarding(people: int = 4, language: str = "en") -> TableView:
    """The buyer holds ten cards and must put two away."""
    view = turning(people, language)
    said = "Vera ima 10 karata: odbacuje dve." if language == "sr" else "Vera holds 10 cards and discards two."
    return replace(view, sentence=said, awaits=(AwaitedView("discard", (min(2, people - 1),), count=2),))


def asking(people: int = 4, language: str = "en") -> TableView:
    """A card is doubtful."""
    said = "Koja je ovo karta?" if language == "sr" else "Which card is this? It was just turned up."
    choices = (Choice("7D", 0.61), Choice("7H", 0.31), Choice("JD", 0.05))
    no = "Tu nema nove karte" if language == "sr" else "No new card lies there"
    question = QuestionView(7, said, choices, (("nothing_new", no),), crop=crop())
    return replace(table(people, language), question=question)


def choosing(people: int = 4, language: str = "en") -> TableView:
    """A word is asked for."""
    sr = language == "sr"
    said = "Vera je već rekla „dalje”. Šta je bilo?" if sr else "Vera had already said Dalje. What happened?"
    options = (("keep", "Ostaje dalje" if sr else "Dalje stands"), ("bid", "Ponuda važi" if sr else "The bid counts"))
    return replace(table(people, language), question=QuestionView(8, said, options=options))


def several(people: int, language: str) -> TableView:
    """Which of several cards was misread, if any: as many as are ever asked about at once."""
    said = {"en": "Was one of these read wrongly?", "sr": "Da li je neka od ovih pogrešno pročitana?"}[language]
    none = {"en": "No, none of them", "sr": "Ne, nijedna"}[language]
    cards = zip(("10♥", "J♣", "A♠", "10♦", "Q♠"), (*NAMES, *NAMES), strict=False)
    options = (("none", none), *((f"{i}.0", f"{card} ({name})") for i, (card, name) in enumerate(cards)))
    return replace(table(people, language), question=QuestionView(8, said, options=options))


def put_back(people: int = 4, language: str = "en") -> TableView:
    """After a break the table is not as it was left."""
    said = {
        "en": "The table is not as it was: put back 9♦ K♠ J♦ 10♦ (before Vera) and 10♥ 8♦ (in the lot), move to their "
        "places Q♣ 9♥ (before Boris) and take away 7♥",
        "sr": "Sto nije kakav je bio: vratite 9♦ K♠ J♦ 10♦ (ispred igrača Vera) i 10♥ 8♦ (u otvorenom paru), "
        "premestite na svoje mesto Q♣ 9♥ (ispred igrača Boris) i sklonite 7♥",
    }
    go_on = (("go_on", {"en": "Go on as it lies", "sr": "Nastavi ovako"}[language]),)
    return replace(table(people, language), question=QuestionView(7, said[language], options=go_on))


def paused(people: int = 4, language: str = "en") -> TableView:
    """A pause: nothing is awaited from anybody."""
    before = table(people, language)
    said = {"en": "A pause: nothing that happens on the table counts", "sr": "Pauza: ništa na stolu se ne računa"}
    waits = {"en": "Everybody is back? Then go on", "sr": "Svi su se vratili? Onda nastavite"}
    return replace(
        before,
        seats=tuple(replace(seat, to_act=False, low=None, high=None) for seat in before.seats),
        awaits=(),
        sentence=waits[language],
        question=QuestionView(8, said[language], options=(("go_on", {"en": "Go on", "sr": "Nastavi"}[language]),)),
    )


def found(people: int = 4, language: str = "en") -> TableView:
    """The referee found something."""
    said = (
        "Boris je ponudio posle „dalje”: ponuda ne važi, jedinice se vraćaju."
        if language == "sr"
        else "Boris bid after saying Dalje: the bid is void, the units go back."
    )
    return replace(
        table(people, language), findings=(FindingView(34, 1, said), FindingView(32, 1, said, accepted=True))
    )


def no_picture(people: int = 4, language: str = "en") -> TableView:
    """The camera stopped in mid-deal."""
    said = (
        "Kamera ne daje slike: proverite kabl; dotle unosite karte dodirom."
        if language == "sr"
        else "The camera gives no pictures: check its cable; until then enter the cards by touch."
    )
    return turning(people, language, camera=said)


def deal_over(people: int = 4, language: str = "en") -> TableView:
    """A deal is finished."""
    rows = sheet(people, language, 3)
    view = turning(people, language)
    seats = tuple(replace(seat, to_act=False, score=rows[-1].totals[seat.place]) for seat in view.seats)
    said = "Pogledajte rezultat." if language == "sr" else "Look at the result, then deal again."
    return replace(view, seats=seats, awaits=(), sentence=said, deal_over=True, sheet=rows, camera="")


def match_over(people: int = 4, language: str = "en") -> TableView:
    """Somebody has won."""
    view = deal_over(people, language)
    rows = sheet(people, language, 5)
    seats = tuple(replace(seat, score=rows[-1].totals[seat.place]) for seat in view.seats)
    best = max(seat.score for seat in seats)
    winners = tuple(seat.place for seat in seats if seat.score == best)
    return replace(view, seats=seats, sheet=rows, match_over=True, winners=winners)


def score_only(people: int = 4, language: str = "en") -> TableView:
    """No camera, no auction: only the showdown is entered."""
    view = turning(people, language)
    seats = tuple(replace(seat, cards=(), hidden=0, to_act=True, money=None) for seat in view.seats)
    said = "Unesite karte i jedinice." if language == "sr" else "Enter the cards and the units."
    return replace(view, seats=seats, sentence=said, score_only=True, awaits=(AwaitedView("result", ()),))
