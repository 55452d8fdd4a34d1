"""From what the camera sees to what happened: see ``desk``, which deals the work out by where an answer is seen."""

from companion.scribe.desk import Scribe, forced
from companion.scribe.found import Amended, Found, Question, Suspicion, Told
from companion.scribe.memory import LOOKS
from companion.scribe.sheet import NOTHING_NEW
from companion.scribe.together import followers

__all__ = ["LOOKS", "NOTHING_NEW", "Amended", "Found", "Question", "Scribe", "Suspicion", "Told", "followers", "forced"]
