"""The start as it looks after some evenings, for samples of the screens."""

from __future__ import annotations

from companion.view import GameView, OptionView, StartView, UnfinishedView

NAMES = ("Aleksandra", "Boris", "Vera", "Đorđe", "Snežana", "Čedomir", "Ana", "Miš")
OPTIONS = (
    (
        "money_lost",
        "Who loses the units thrown in for a lot?",
        "Ko gubi jedinice bačene za par?",
        (("all_bids", "everybody", "svi"), ("winner_only", "only the buyer", "samo kupac")),
    ),
    (
        "bid_size",
        "What counts as a bid?",
        "Šta se računa kao ponuda?",
        (
            ("cumulative", "all thrown into this lot", "sve bačeno za ovaj par"),
            ("fresh", "only the new units", "samo nove jedinice"),
        ),
    ),
    (
        "unsold_lot",
        "What happens to a lot that nobody buys?",
        "Šta biva sa parom koji niko ne kupi?",
        (
            ("out", "out of the deal", "ispada"),
            ("under_stock", "under the stock", "pod ostatak"),
            ("add_two", "two more are added", "dodaju se još dve"),
        ),
    ),
    (
        "ace_low_straight",
        "Is ace, seven, eight, nine a straight?",
        "Da li je kec, sedam, osam, devet kenta?",
        (("off", "no", "ne"), ("on", "yes", "da")),
    ),
    (
        "bonus_tie",
        "Who gets the 25 points when the best hands are equal?",
        "Ko dobija 25 poena kad su najbolje ruke jednake?",
        (("all", "each of them", "svaki"), ("split", "they share", "dele"), ("none", "nobody", "niko")),
    ),
)


def start(language: str = "en") -> StartView:
    """The start with two unfinished matches."""
    sr = language == "sr"
    options = tuple(
        OptionView(name, help_sr if sr else help_en, tuple((v, s if sr else e) for v, e, s in choices), choices[0][0])
        for name, help_en, help_sr, choices in OPTIONS
    )
    credit = (
        "Crveni tepih je srpski oblik igre Red Carpet, koju je smislio Majk Čerč (2003)."
        if sr
        else "Crveni tepih is a Serbian form of Red Carpet, invented by Mike Church (2003)."
    )
    game = GameView("crveni_tepih", "Crveni tepih", tuple(range(2, 9)), "right", options, credit)
    when = ("juče, 22:14", "27. nov.") if sr else ("yesterday 22:14", "27 Nov")
    return StartView(
        games=(game,),
        unfinished=(
            UnfinishedView("m1", "Crveni tepih", NAMES[:4], (120, 93, 176, 88), 4, when[0]),
            UnfinishedView("m2", "Crveni tepih", NAMES, (45, 12, 60, 33, 28, 51, 40, 17), 2, when[1]),
        ),
        names=NAMES,
        language=language,
    )
