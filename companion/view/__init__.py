"""A frozen picture of what everybody at the table may see, for screens; and what a screen may ask for.

Screens draw a view and send intents; they keep no state of the game. Sentences arrive in the language of the
table. ``place`` is always the physical seat, clockwise from above; ``event`` is the journal's id of an event.
"""

from __future__ import annotations

from companion.view.intents import (
    AcceptFinding,
    AnswerQuestion,
    ChangePeople,
    CorrectCard,
    EnterCards,
    EnterResult,
    Intent,
    LeaveMatch,
    MakeBid,
    MakeNote,
    NewMatch,
    NextDeal,
    RedoEvent,
    ResumeMatch,
    SayPass,
    SayWord,
    SetLanguage,
    UndoEvent,
)
from companion.view.start import (
    GameView,
    OptionView,
    StartView,
    UnfinishedView,
)
from companion.view.table import (
    AwaitedView,
    CardView,
    Choice,
    FindingView,
    LaidView,
    LogLine,
    QuestionView,
    SeatView,
    SeenView,
    SheetRow,
    TableView,
)

View = StartView | TableView

__all__ = [
    "AcceptFinding",
    "AnswerQuestion",
    "AwaitedView",
    "CardView",
    "ChangePeople",
    "Choice",
    "CorrectCard",
    "EnterCards",
    "EnterResult",
    "FindingView",
    "GameView",
    "Intent",
    "LaidView",
    "LeaveMatch",
    "LogLine",
    "MakeBid",
    "MakeNote",
    "NewMatch",
    "NextDeal",
    "OptionView",
    "QuestionView",
    "RedoEvent",
    "ResumeMatch",
    "SayPass",
    "SayWord",
    "SeatView",
    "SeenView",
    "SetLanguage",
    "SheetRow",
    "StartView",
    "TableView",
    "UndoEvent",
    "UnfinishedView",
    "View",
]
