"""One readable file a game; games are discovered, never listed.

How a game is written
=====================
A module ``companion/games/NAME.py`` exports ``GAME``, a ``Game`` (or a tuple of them). Copy ``kvinto`` for a trick game
with partners, ``reversis`` for chips and claims, ``rok`` for a stock and two games in one file, ``cuhna`` for a game
without tricks, ``kalabra`` for captures; what does not fit into one readable file has a second one (``NAME_part.py``).
Nothing that exists is edited: texts lie in ``locale/NAME/{en,sr,...}.po``, tests in
``tests/companion/games/test_NAME.py``, a sample match in ``tests/records/samples/NAME.jsonl``, goldens in
``tests/records/golden`` (``DALJE_GOLDEN=write pytest tests/companion/test_samples.py tests/companion/test_golden.py``
writes both). The suites over all games (``test_house``, ``test_referee``, ``test_soup``, ``test_texts``) find it there.

The script
----------
``async def deal(t: Table) -> Outcome`` tells the deal in the order of the rule book. It awaits people and nothing
else; locals are scratch, what a screen or a correction needs lies on the table ``t``. Ask with

=========================================  ================================================  =======================
request                                    what it is                                        module
=========================================  ================================================  =======================
``Play(seat, duties, lead=, barred=)``     cards of the hand to a trick                      ``plays``
``play_trick(t, number, leader, must)``    one whole trick, with offers, out of turn, rest   ``tricks``
``Say(seat, words)``                       an announcement that may be made (nobody waits)   ``spoken``
``Choose(seat, options)``                  one of a few words must be chosen                 ``spoken``
``BidWord(seat, bids)``                    a named bid or a pass                             ``spoken``
``CallCard(seat, faces, copies)``          a card called, with its ordinal                   ``spoken``
``Draw(seat, n, pile)``                    unseen cards into the hand                        ``drawing``
``LayOff(seat, n, target, face_up=)``      cards of the hand away, face down or up           ``drawing``
``Turn(seat, source, target, n)``          cards turned up                                   ``requests``
``Show(seat)``                             hidden cards shown; ``lay_down(t)``: by everybody  ``requests``, ``tricks``
``Take(...)``, ``Pay(...)``, ``Rest(...)``   told, never waited for                            ``requests``, ``stakes``
``Bid(seat, low, high, ...)``              units of a purse                                  ``bids``
``AnyOf(*requests)``                       whoever answers first: ``request, answer``        ``requests``
``each_of(*requests)``                     all of them, in any order: answers by seat        ``requests``
=========================================  ================================================  =======================

A question that only one game asks is a subclass of ``Request`` in its own file (``cuhna.DrawOne``): ``verbs``,
``apply`` (check first, then change the table; raise ``Illegal``, ``Impossible`` or ``Doubtful``), ``describe``,
``awaited``, and where it makes sense

* ``silent`` (never waited for), ``optional`` (an interrupt), ``early`` (a card before its turn waits for the missing
  one), ``anyones`` (the table may let it stand that a wrong seat did it), ``sight`` (where the camera sees it);
* ``at_random`` and ``breach`` for the dealer of demo and tests, ``against`` for the oracle that sees the hands;
* ``punished`` where the game punishes a refused act.

Set ``t.stage`` to a name that differs in every part of the deal ("turn 7"; ``play_trick`` does it): an event is pinned
to its part, so that a correction of an earlier one never slips it elsewhere. ``t.reasons["say duplo"]`` says why a verb
(or a word) is not awaited, when somebody uses it all the same.

Obligations
-----------
are data, most binding first: ``Duty(rule, kind, words, number=, group=, exempt=)``; ``plays.follow(t.faces, suit)``
makes the usual one. From them ``companion.table.claims`` derives the legal cards of a known hand, what a play claims
of the hidden rest, and the finding, as early as it can be proved. Own requests call ``claims.claim`` (or
``claims.holds`` for an announcement that cards are held). At once provable: ``t.find(rule, seat, words, proof)`` while
applying, if the card lies there and counts; raise ``Illegal`` if it goes back. ``tricks.breaches(t, rule, ...)`` gives
the proven ones that the table did not let pass: what they cost is the game's business, by its rules and options.

Cards and chips
---------------
``Game.pack(players, rules)`` is what is played with; ``positions.deal_hands(t, start, each, piles, stock)`` lays it out
(places ``hand(seat)``, ``taken(seat)``, ``trick``, ``aside``, named piles) and reads a position from a record's header.
Every card stays in exactly one place: move with ``t.move``, ``t.move_all``, ``t.reveal``; ``t.infer(place)`` for what
can lie nowhere else, ``t.forget(place)`` for what is mixed unseen. Chips: ``t.chips``, ``t.pot``, ``stakes.pay``, or
``t.purses``. Sides: ``companion.table.sides``. What comes from before: ``t.scores``, ``t.deals_before``, ``t.carried``
(set ``looks_back=True``); what goes on: ``Outcome(points, how, void=, ends_match=, next_dealer=, carry=)``.

For screens
-----------
``t.trump``, ``t.said``, ``t.partners``, ``t.tricks``, and in words ``t.board["contract"]`` and
``t.marks[seat]["meld"]``. Nobody needs to know the game to draw them.

Score only
----------
``result(t, event)`` reads ``event.facts`` through ``positions.Form`` (every error one sentence) and returns the outcome
by the same code that scores a played deal. ``Verb("result", ...)`` shows the form by an example.

Match
-----
``winners(scores, rules)`` names who has won by these scores; ``length(players, rules)`` is the number of deals where
that decides; ``lowest_wins`` where it does.

Texts
-----
``words("English")`` is a sentence of the game's own domain; ``words("rules.summary")`` the page of rules, in English
too from the catalogue. Every game speaks Serbian (``sr.po``), and Hungarian or Russian where its rules come from there.
Options: ``Option(name, help, {value: words, ...})``, the default first.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from companion.deal.game import Game
from companion.events import BadRecord, nearest
from companion.texts import text


def all_games() -> dict[str, Game]:
    """Every game by id."""
    return {name: game for name, game in everything().items() if not game.sheet}


@cache
def everything() -> dict[str, Game]:
    """Every game by id, and the score sheet for all others."""
    found: dict[str, Game] = {}
    for module in pkgutil.iter_modules(__path__):
        named = getattr(importlib.import_module(f"companion.games.{module.name}"), "GAME", ())
        for game in (named,) if isinstance(named, Game) else named:  # (a module may register several)
            found[game.id] = game
    return dict(sorted(found.items()))


def find_game(name: str) -> Game:
    """The game (or score sheet) of this id; raises BadRecord naming the nearest."""
    known = everything()
    if name not in known:
        words = text(
            "there is no game {name!r}{nearest} ('dalje games' lists them)", name=name, nearest=nearest(name, known)
        )
        raise BadRecord(words)
    return known[name]
