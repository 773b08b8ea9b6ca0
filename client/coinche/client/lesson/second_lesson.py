"""The second lesson: a raise and a belote, declarations, and a coinche, each in a deal of its own."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.model.messages import About
from coinche.client.texts.second_lesson import SecondTeaching
from coinche.engine.actions import Action, Coinche, MakeBid, PlayCard
from coinche.engine.belote import CARDS, BeloteWord
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination
from coinche.engine.events import LineKind
from coinche.engine.seats import Seat

from .conditions import (
    at_the_beginning,
    before_the_play,
    bids,
    bids_besides,
    contract,
    is_bidding,
    is_over,
    may_declare,
    on_lead,
    partner_bids,
    passes,
    speaks_first,
    tried,
)
from .first_lesson import REFUSALS, REMINDERS
from .script import LEARNER, Exercise, Page, Script, ScriptedCall, ScriptedDeal, Situation, When, hand

RAISE, BID = Bid("130H"), Bid("130C")
"""The right bids of the first and the second deal."""


def after_tricks(number: int) -> When:
    """A condition: this many tricks have been played, and nobody has led to the next one."""
    return lambda now: now.between_tricks and len(now.view.tricks) == number


def says(word: BeloteWord) -> When:
    """A condition: the learner may play a card with this word."""

    return lambda now: now.legal is not None and any(word in words for words in now.legal.offers.values())


def is_silent(action: Action) -> bool:
    """Return whether the action plays the king or queen of trumps of the first deal without a word."""
    return isinstance(action, PlayCard) and action.card in CARDS[RAISE.denomination] and action.belote is None


def is_nine(action: Action) -> bool:
    """Return whether the action plays the nine of trumps of the first deal."""
    return isinstance(action, PlayCard) and action.card == Card("9H")


def sums(now: Situation) -> Mapping[str, About]:
    """The parts of the learner's score, their sum before rounding, and the score."""
    score = now.view.score
    if score is None:
        return {}
    own = {line.kind: line.points for line in score.lines if line.team is LEARNER.team}
    last = own.get(LineKind.LAST_TRICK, 0)
    return {
        "cards": own.get(LineKind.CARDS, 0),
        "last": last,
        "taken": own.get(LineKind.CARDS, 0) + last,
        "belote": own.get(LineKind.BELOTE, 0),
        "declared": own.get(LineKind.DECLARATIONS, 0),
        "flat": own.get(LineKind.FLAT, 0),
        "bonus": own.get(LineKind.CONTRACT, 0),
        "single": sum(own.values()) - own.get(LineKind.COINCHE, 0),
        "sum": sum(own.values()),
        "score": score.scores[LEARNER.team],
    }


# --- a raise and a belote ------------------------------------------------------------------------------

_RAISE = ScriptedDeal(
    hands={
        Seat.SOUTH: hand("9H KH QH AC 10C KC AD JD"),
        Seat.NORTH: hand("JH AH 7H AS KS 9S JC 8D"),
        Seat.EAST: hand("8C QC 9D 10H 7S 8S JS QS"),
        Seat.WEST: hand("7C 9C 10D 7D KD QD 8H 10S"),
    },
    calls={Seat.NORTH: ScriptedCall(Denomination.HEARTS, 80)},
    leads={Seat.EAST: hand("8C"), Seat.NORTH: hand("JH AS KS")},
    keeps={Seat.NORTH: hand("JH")},
    own_tricks=3,
    exercises=(
        Exercise(when=partner_bids, accepts=lambda action: action == MakeBid(RAISE)),
        Exercise(
            when=says(BeloteWord.BELOTE),
            accepts=lambda action: isinstance(action, PlayCard) and action.belote is BeloteWord.BELOTE,
        ),
        Exercise(
            when=says(BeloteWord.REBELOTE),
            accepts=lambda action: isinstance(action, PlayCard) and action.belote is BeloteWord.REBELOTE,
        ),
    ),
    pages=(
        Page(words=SecondTeaching.WELCOME, when=at_the_beginning, waits=True),
        Page(words=SecondTeaching.PARTNER_SAYS, when=partner_bids, about=contract, waits=True),
        Page(words=SecondTeaching.COUNT, when=partner_bids, waits=True),
        Page(words=SecondTeaching.RAISE_PASSED, when=tried(passes), again=True),
        Page(words=SecondTeaching.RAISE_LOW, when=bids(RAISE, more=False), again=True),
        Page(words=SecondTeaching.RAISE_HIGH, when=bids(RAISE, more=True), again=True),
        Page(words=SecondTeaching.RAISE_SUIT, when=bids_besides(RAISE.denomination), again=True),
        Page(words=SecondTeaching.RAISE, when=partner_bids, again=True),
        Page(words=SecondTeaching.RAISED, when=before_the_play, waits=True),
        Page(words=SecondTeaching.BELOTE_SILENT, when=tried(is_silent), again=True),
        Page(
            words=SecondTeaching.BELOTE_TRUMP,
            when=lambda now: says(BeloteWord.BELOTE)(now) and tried(is_nine)(now),
            again=True,
        ),
        Page(
            words=SecondTeaching.BELOTE_OTHER,
            when=lambda now: says(BeloteWord.BELOTE)(now) and now.tried is not None,
            again=True,
        ),
        Page(
            words=SecondTeaching.REBELOTE_OTHER,
            when=lambda now: says(BeloteWord.REBELOTE)(now) and now.tried is not None,
            again=True,
        ),
        *REFUSALS,
        Page(words=SecondTeaching.TAKE, when=lambda now: now.on_turn and not now.view.tricks),
        Page(words=SecondTeaching.BELOTE, when=lambda now: on_lead(now) and says(BeloteWord.BELOTE)(now)),
        Page(words=SecondTeaching.REBELOTE, when=says(BeloteWord.REBELOTE)),
        Page(words=SecondTeaching.BELOTE_COUNTS, when=after_tricks(3), waits=True),
        Page(words=SecondTeaching.BELOTE_WHOSE, when=after_tricks(3), waits=True),
        Page(words=SecondTeaching.REST, when=after_tricks(3), waits=True),
        *REMINDERS,
        Page(words=SecondTeaching.CAPOT, when=is_over, waits=True),
        Page(words=SecondTeaching.SUM_CAPOT, when=is_over, about=sums, waits=True),
        Page(words=SecondTeaching.CAPOT_BID, when=is_over, waits=True),
    ),
)
"""The learner takes the first trick with any club, and leads trumps. North takes that trick with the ace and leads the
jack, which the learner cannot beat, so that any trump is legal. The side takes all eight tricks.
"""


# --- declarations --------------------------------------------------------------------------------------

_DECLARATIONS = ScriptedDeal(
    hands={
        Seat.SOUTH: hand("JC 9C 7C 10D 9D 8D 7D KS"),
        Seat.NORTH: hand("AH KH QH 10C 8C KD 10S QS"),
        Seat.EAST: hand("10H 9H 8H KC QD AD 8S JS"),
        Seat.WEST: hand("JH 7H QC AC JD AS 9S 7S"),
    },
    calls={},
    leads={Seat.NORTH: hand("AH")},
    own_tricks=2,
    exercises=(
        Exercise(when=speaks_first, accepts=lambda action: action == MakeBid(BID)),
        Exercise(
            when=may_declare,
            accepts=lambda action: isinstance(action, PlayCard) and bool(action.declarations),
        ),
    ),
    pages=(
        Page(words=SecondTeaching.DECLARATIONS, when=at_the_beginning, waits=True),
        Page(words=SecondTeaching.SEQUENCES, when=at_the_beginning, waits=True),
        Page(words=SecondTeaching.CARRE, when=at_the_beginning, waits=True),
        Page(words=SecondTeaching.PRESETS, when=at_the_beginning, waits=True),
        Page(words=SecondTeaching.BONUS_PASSED, when=tried(passes), again=True),
        Page(words=SecondTeaching.BONUS_LOW, when=bids(BID, more=False), again=True),
        Page(words=SecondTeaching.BONUS_HIGH, when=bids(BID, more=True), again=True),
        Page(words=SecondTeaching.BONUS_SUIT, when=bids_besides(BID.denomination), again=True),
        Page(words=SecondTeaching.BONUS, when=is_bidding, again=True),
        Page(words=SecondTeaching.RISK, when=before_the_play, waits=True),
        Page(
            words=SecondTeaching.DECLARE_SILENT,
            when=lambda now: may_declare(now) and now.tried is not None,
            again=True,
        ),
        *REFUSALS,
        Page(words=SecondTeaching.DECLARE, when=may_declare, waits=True),
        Page(words=SecondTeaching.HEARD, when=after_tricks(1), waits=True),
        Page(words=SecondTeaching.TIES, when=after_tricks(1), waits=True),
        Page(words=SecondTeaching.SHOWN, when=after_tricks(2), waits=True),
        Page(words=SecondTeaching.REST, when=after_tricks(2), waits=True),
        *REMINDERS,
        Page(words=SecondTeaching.SUM_DECLARED, when=is_over, about=sums, waits=True),
    ),
)
"""North's tierce and the learner's cinquante count, East's tierce does not."""


# --- a coinche -----------------------------------------------------------------------------------------

_COINCHE = ScriptedDeal(
    hands={
        Seat.SOUTH: hand("9S AS 10S AH KH AD AC 8D"),
        Seat.WEST: hand("JS KS 8S 7S 10H 10C KC 7D"),
        Seat.EAST: hand("QS QC 9C KD QD 10D 7H 8C"),
        Seat.NORTH: hand("QH JH 9H 8H JC 7C JD 9D"),
    },
    calls={Seat.WEST: ScriptedCall(Denomination.SPADES, 120, lowest=120)},
    leads={Seat.WEST: hand("JS")},
    own_tricks=3,
    exercises=(
        Exercise(when=is_bidding, accepts=lambda action: action == Coinche()),
        Exercise(
            when=may_declare,
            accepts=lambda action: isinstance(action, PlayCard) and bool(action.declarations),
        ),
    ),
    pages=(
        Page(words=SecondTeaching.TOO_HIGH, when=is_bidding, about=contract, waits=True),
        Page(words=SecondTeaching.ACES, when=is_bidding, waits=True),
        Page(words=SecondTeaching.COINCHE_PASSED, when=tried(passes), again=True),
        Page(
            words=SecondTeaching.COINCHE_BID,
            when=tried(lambda action: isinstance(action, MakeBid)),
            again=True,
        ),
        Page(words=SecondTeaching.COINCHE, when=is_bidding, again=True),
        Page(words=SecondTeaching.DOUBLED, when=before_the_play, waits=True),
        Page(words=SecondTeaching.SURCOINCHE, when=before_the_play, waits=True),
        Page(
            words=SecondTeaching.DECLARE_SILENT,
            when=lambda now: may_declare(now) and now.tried is not None,
            again=True,
        ),
        *REFUSALS,
        Page(words=SecondTeaching.FOUR_ACES, when=may_declare, waits=True),
        Page(words=SecondTeaching.REST, when=after_tricks(3), waits=True),
        *REMINDERS,
        Page(words=SecondTeaching.SUM_COINCHED, when=is_over, about=sums, waits=True),
        Page(words=SecondTeaching.PAYS, when=is_over, about=sums, waits=True),
        Page(words=SecondTeaching.END, when=is_over, waits=True, ends=True),
    ),
)
"""West bids far too high: the learner has the four aces."""

SECOND_LESSON = Script(Seat.SOUTH, (_RAISE, _DECLARATIONS, _COINCHE))
"""South deals first, so that the partner speaks before the learner, who speaks after West in the third deal."""
