"""Keys of the cut and the auction."""

from __future__ import annotations

from coinche.client import bidding, cutting, moments
from coinche.client.line_mode.typed import Typed
from coinche.client.phrases import Phrase
from coinche.engine.actions import Coinche, Pass, Surcoinche
from coinche.text.formatting import Noun

from .key import (
    DIGITS,
    ENTER,
    ERASE,
    ESCAPE,
    LEFT_RIGHT_KEYS,
    LETTERS,
    SIDEWAYS,
    UP_DOWN,
    UP_DOWN_KEYS,
    either,
    one,
    several,
)

CUT = (
    several(
        LEFT_RIGHT_KEYS, (cutting.move_knife(-1), cutting.move_knife(1)), SIDEWAYS, Phrase.KEY_CUT_AT, moments.cutting
    ),
    several(
        UP_DOWN_KEYS,
        (cutting.move_knife(5), cutting.move_knife(-5)),
        UP_DOWN,
        Phrase.KEY_CUT_BY_FIVE,
        moments.cutting,
        hint=False,
    ),
    several(
        DIGITS, tuple(cutting.type_on_knife(digit) for digit in DIGITS), "3-29", Phrase.KEY_CUT_NUMBER, moments.cutting
    ),
    one("enter", cutting.cut, Phrase.KEY_CUT, moments.cutting, shown=ENTER, word=Typed.CUT),
    one("backspace", cutting.erase_on_knife, Phrase.KEY_ERASE, moments.typing_cut, shown=ERASE),
)

AUCTION = (
    several(
        LETTERS,
        tuple(bidding.type_on_pad(letter) for letter in LETTERS),
        "110h",
        Phrase.KEY_TYPE,
        moments.typing,
        hint=False,
    ),
    one("escape", bidding.untype, Phrase.KEY_ERASE_ALL, moments.typing, shown=ESCAPE),
    one("a", bidding.type_second("c", "a"), Phrase.KEY_CAPOT, moments.began_capot, hint=False),
    one("g", bidding.type_on_pad("g"), Phrase.KEY_GENERALE, moments.can_bid_generale, hint=False),
    several(LEFT_RIGHT_KEYS, (bidding.raise_by(-1), bidding.raise_by(1)), SIDEWAYS, Phrase.KEY_VALUE, moments.can_bid),
    several(UP_DOWN_KEYS, (bidding.turn_by(-1), bidding.turn_by(1)), UP_DOWN, Phrase.KEY_SUIT, moments.can_bid),
    one("enter", bidding.bid, Phrase.KEY_BID, moments.can_bid, shown=ENTER),
    several(
        DIGITS,
        tuple(bidding.type_on_pad(digit) for digit in DIGITS),
        "0-9",
        Phrase.KEY_TYPE,
        moments.bidding,
        hint=False,
    ),
    one("backspace", bidding.erase, Phrase.KEY_ERASE, moments.typing, shown=ERASE),
    one("p", bidding.call(Pass()), Noun.PASS, moments.can_say("pass"), word=Typed.PASS),
    one("c", bidding.twice("c", bidding.call(Coinche())), Noun.COINCHE, moments.can_coinche, word=Typed.COINCHE),
    one(
        "s",
        bidding.twice("s", bidding.call(Surcoinche())),
        Noun.SURCOINCHE,
        moments.can_surcoinche,
        word=Typed.SURCOINCHE,
    ),
    one("c", bidding.first_of_capot, Phrase.KEY_CAPOT, moments.can_bid_capot, shown="ca", hint=False),
    either((" ", "p"), bidding.decline, Phrase.NAME_SPACE, Phrase.KEY_DECLINE, moments.can_decline),
)
