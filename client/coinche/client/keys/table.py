"""Keymap rows of a table: the cut, the auction, the play, the recap, and requests beside the game."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.keys import conditions, move_conditions
from coinche.client.model.messages import LessonNumber
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts.admission import LettingIn
from coinche.client.texts.conventions import ConventionText
from coinche.client.texts.lesson import LessonPhrase
from coinche.client.texts.line_mode import Typed
from coinche.client.texts.people import InLobby
from coinche.client.texts.play import InPlay
from coinche.client.texts.practice import PracticeText
from coinche.client.texts.screens import Phrase
from coinche.client.update import (
    admission,
    bidding,
    card_play,
    chat,
    home,
    lobby,
    navigation,
    people,
    practice,
    room,
    rules_page,
    table_requests,
    timing_and_premove,
)
from coinche.client.update.navigation import Intent
from coinche.engine.actions import Coinche, Pass, Surcoinche
from coinche.text.catalog import Words
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
    Key,
    either,
    one,
    several,
)
from .move_conditions import When

CUT = (
    several(
        LEFT_RIGHT_KEYS,
        (card_play.move_cut(-1), card_play.move_cut(1)),
        SIDEWAYS,
        Phrase.KEY_CUT_AT,
    ),
    several(
        UP_DOWN_KEYS,
        (card_play.move_cut(5), card_play.move_cut(-5)),
        UP_DOWN,
        Phrase.KEY_CUT_BY_FIVE,
        hint=False,
    ),
    several(
        DIGITS,
        tuple(card_play.type_cut(digit) for digit in DIGITS),
        "3-29",
        Phrase.KEY_CUT_NUMBER,
    ),
    one("enter", card_play.cut, Phrase.KEY_CUT, shown=ENTER, word=Typed.CUT),
    one("backspace", card_play.erase_cut, Phrase.KEY_ERASE, move_conditions.typing_cut, shown=ERASE),
)

DOUBLING = (
    one(
        "c", bidding.twice("c", bidding.call(Coinche())), Noun.COINCHE, move_conditions.can_coinche, word=Typed.COINCHE
    ),
    one(
        "s",
        bidding.twice("s", bidding.call(Surcoinche())),
        Noun.SURCOINCHE,
        move_conditions.can_surcoinche,
        word=Typed.SURCOINCHE,
    ),
)
"""Keys for coinche and surcoinche, in turn or, where the rules allow it, out of turn."""

AUCTION = (
    one(
        table_requests.ADVICE_KEY,
        table_requests.ask_advice,
        InPlay.KEY_ADVICE,
        move_conditions.may_ask_while_typing,
        word=Typed.ADVICE,
        spare=True,
    ),
    several(
        LETTERS,
        tuple(bidding.type_on_pad(letter) for letter in LETTERS),
        "110h",
        Phrase.KEY_TYPE,
        move_conditions.typing,
        hint=False,
    ),
    either(("escape", "c-u"), bidding.untype, ESCAPE, Phrase.KEY_ERASE_ALL, move_conditions.typing),
    one("a", bidding.type_second("c", "a"), Phrase.KEY_CAPOT, move_conditions.began_capot, hint=False),
    one("g", bidding.type_on_pad("g"), Phrase.KEY_GENERALE, move_conditions.can_bid_generale, hint=False),
    *(
        one("enter", bidding.call(call), label, move_conditions.is_advised_to(call), shown=ENTER, word=word)
        for call, label, word in (
            (Pass(), Noun.PASS, Typed.PASS),
            (Coinche(), Noun.COINCHE, Typed.COINCHE),
            (Surcoinche(), Noun.SURCOINCHE, Typed.SURCOINCHE),
        )
    ),
    one("enter", bidding.bid, InPlay.KEY_PREPARE_BID, move_conditions.can_prepare_bid, shown=ENTER),
    one("enter", bidding.bid, Phrase.KEY_BID, move_conditions.has_prepared_bid, shown=ENTER),
    several(
        LEFT_RIGHT_KEYS,
        (bidding.raise_by(-1), bidding.raise_by(1)),
        SIDEWAYS,
        Phrase.KEY_VALUE,
        move_conditions.can_bid,
    ),
    several(UP_DOWN_KEYS, (bidding.turn_by(-1), bidding.turn_by(1)), UP_DOWN, Phrase.KEY_SUIT, move_conditions.can_bid),
    several(
        DIGITS,
        tuple(bidding.type_on_pad(digit) for digit in DIGITS),
        "0-9",
        Phrase.KEY_TYPE,
        hint=False,
    ),
    one("backspace", bidding.erase, Phrase.KEY_ERASE, move_conditions.typing, shown=ERASE),
    one("p", bidding.call(Pass()), Noun.PASS, move_conditions.can_say("pass"), word=Typed.PASS),
    *DOUBLING,
    one("c", bidding.first_of_capot, Phrase.KEY_CAPOT, move_conditions.can_bid_capot, shown="ca", hint=False),
)

AUCTION_OF_OTHERS = (
    *DOUBLING,
    either((" ", "p"), bidding.decline, Phrase.NAME_SPACE, Phrase.KEY_DECLINE, move_conditions.can_decline),
)


def _ends_lesson(state: ClientState) -> bool:
    """True on the last page of a lesson."""
    return state.lesson is not None and state.lesson.waits and state.lesson.is_done


BETWEEN_DEALS = (
    *(
        either(("enter", " "), lobby.go_on, ENTER, label, conditions.goes_on_with(label))
        for label in (Phrase.KEY_START_ANEW, Phrase.KEY_TO_TABLES, Phrase.KEY_NEXT_DEAL, Phrase.KEY_AWAIT_REMATCH)
    ),
    several(
        ("enter", " "),
        (lobby.go_on,) * 2,
        ENTER,
        Phrase.KEY_REMATCH_OR_LEAVE,
        conditions.goes_on_with(Phrase.KEY_REMATCH_OR_LEAVE),
        hint=False,
    ),
    either(("enter", " "), lobby.go_on, ENTER, LessonPhrase.KEY_FINISH, _ends_lesson),
    either(("enter", " "), lobby.go_on, ENTER, Phrase.KEY_GO_ON, conditions.to_go_on),
    one(
        table_requests.REMATCH_KEY,
        table_requests.rematch,
        Phrase.KEY_REMATCH,
        conditions.can_rematch,
        word=Typed.REMATCH,
    ),
    one(
        table_requests.REMATCH_KEY,
        lobby.go_on,
        Phrase.KEY_REMATCH,
        conditions.goes_on_with(Phrase.KEY_START_ANEW),
    ),
)
"""A solo match whose table has closed, since a position was played again, still has a rematch: at a new table."""

RETRY_OVER = (
    either(("enter", " "), navigation.leave_practice, ENTER, PracticeText.KEY_BACK, conditions.retry_is_over),
    one(
        practice.RETRY_KEY,
        practice.again,
        PracticeText.KEY_AGAIN,
        conditions.retry_is_over,
        word=Typed.RETRY,
    ),
)
"""The recap of a position that was played again."""

UNDO = one(
    practice.UNDO_KEY,
    practice.undo,
    PracticeText.KEY_UNDO,
    conditions.can_undo,
    shown=ERASE,
    word=Typed.UNDO,
)
UNDO_IN_AUCTION = replace(UNDO, spare=True)
"""In an auction the keys of calls come first."""
STOP_RETRY = one("escape", navigation.leave_practice, PracticeText.KEY_BACK, conditions.can_stop_retry, shown=ESCAPE)

ADVICE = (
    one(
        table_requests.ADVICE_KEY,
        table_requests.ask_advice,
        InPlay.KEY_ADVICE,
        move_conditions.can_be_advised,
        word=Typed.ADVICE,
    ),
    one(table_requests.ADVICE_KEY, table_requests.ask_advice, InPlay.KEY_ADVICE, hint=False, word=Typed.ADVICE),
)
"""The second row tells why no hint is given."""

LOOK_BACK = several(
    LEFT_RIGHT_KEYS,
    (card_play.look_back(1), card_play.look_back(-1)),
    SIDEWAYS,
    Phrase.KEY_TRICKS,
    conditions.looking_back,
)

_DIGITS_OF_CARDS = tuple((count, "1" if count == 1 else f"1-{count}") for count in range(1, 9))
"""The keys of the cards as they are shown, by the number of cards."""

_CARD_KEYS = (*DIGITS[1:], "0")
"""The keys of the cards; a key without a card tells so."""

PLAY = (
    one("a", table_requests.claim, Phrase.KEY_CLAIM, move_conditions.can_claim, word=Typed.CLAIM),
    LOOK_BACK,
    *(
        several(
            _CARD_KEYS,
            tuple(card_play.point_at(i) for i in range(len(_CARD_KEYS))),
            shown,
            Phrase.KEY_PLAY,
            move_conditions.holds(count),
        )
        for count, shown in _DIGITS_OF_CARDS
    ),
    several(LEFT_RIGHT_KEYS, (card_play.select(-1), card_play.select(1)), SIDEWAYS, Phrase.KEY_CHOOSE),
    one("enter", card_play.play_selected, Phrase.KEY_CONFIRM, shown=ENTER, hint=False),
    one("z", navigation.keep_silent, Phrase.KEY_SILENT, move_conditions.can_speak, word=Typed.SILENT),
    *ADVICE,
)

DROP_PREMOVE = one(
    "escape",
    timing_and_premove.cancel_premove,
    InPlay.KEY_DROP,
    move_conditions.has_prepared,
    shown=ESCAPE,
    word=Typed.DROP,
)

PREMOVE = (
    *(
        several(
            _CARD_KEYS,
            tuple(timing_and_premove.premove_at(i) for i in range(len(_CARD_KEYS))),
            shown,
            InPlay.KEY_PREPARE,
            move_conditions.can_prepare_one_of(count),
            word=Typed.PREPARE,
        )
        for count, shown in _DIGITS_OF_CARDS
    ),
    several(
        LEFT_RIGHT_KEYS,
        (timing_and_premove.move_premove(-1), timing_and_premove.move_premove(1)),
        SIDEWAYS,
        Phrase.KEY_CHOOSE,
        move_conditions.can_prepare,
        hint=False,
    ),
    one(
        "enter",
        timing_and_premove.premove_selected,
        InPlay.KEY_PREPARE,
        move_conditions.can_prepare_selected,
        shown=ENTER,
        hint=False,
    ),
)

TURN_TABLE = one("w", room.turn_table, InPlay.KEY_TURN, conditions.watching, word=Typed.TURN)

STOP_LESSON = one(
    "escape", navigation.leave, LessonPhrase.KEY_STOP, conditions.can_stop_learning, shown=ESCAPE, word=Typed.STOP
)

NEXT_LESSON = one(
    LessonNumber.SECOND,
    home.take(LessonNumber.SECOND),
    LessonPhrase.KEY_SECOND,
    conditions.can_take_next_lesson,
    word=Typed.LEARN,
)

OPEN_LOG = one("j", navigation.overlay(Overlay.LOG), Phrase.KEY_LOG, conditions.at_table, hint=False, word=Typed.LOG)

SORT_HAND = one("o", navigation.sort_hand, Phrase.KEY_SORT, move_conditions.has_hand, word=Typed.SORT, spare=True)

AT_A_TABLE = (
    one("l", navigation.overlay(Overlay.LAST_TRICK), Phrase.KEY_LAST, conditions.has_tricks, word=Typed.LAST_TRICK),
    SORT_HAND,
    OPEN_LOG,
    one(
        rules_page.CONVENTIONS_KEY,
        rules_page.open_conventions,
        ConventionText.KEY,
        hint=False,
        word=ConventionText.TYPED,
    ),
)


def _at_the_door(key: str, does: Intent, label: Words, word: Words, when: When = admission.may_let_in) -> Key:
    """A key of a host for those who want to be let into the server."""
    return one(key, does, label, when, shown=key.upper(), word=word)


BESIDE = (
    _at_the_door(admission.LET_IN_KEY, admission.let_in_first, LettingIn.KEY_LET_IN, LettingIn.TYPED_LET_IN),
    _at_the_door(admission.PUT_OFF_KEY, admission.put_off_first, LettingIn.KEY_PUT_OFF, LettingIn.TYPED_PUT_OFF),
    _at_the_door(
        admission.LET_IN_KEY, admission.review, LettingIn.KEY_REVIEW, LettingIn.TYPED_WHO, admission.may_review
    ),
    one("t", chat.write, Phrase.KEY_CHAT, conditions.can_chat, word=Typed.SAY),
    one(
        people.CALL_KEY,
        people.call,
        InLobby.KEY_CALL,
        conditions.can_call_in_play,
        hint=False,
        word=Typed.CALL,
    ),
    one("/", chat.write_short, InPlay.KEY_SHORT, conditions.can_chat, hint=False),
    one(
        room.ADMIT_KEY,
        room.admit,
        room.Arriving.KEY_ADMIT,
        conditions.can_admit,
        word=room.Arriving.TYPED,
    ),
    one(
        table_requests.VOTE_KEY,
        table_requests.vote,
        table_requests.Vote.KEY_VOTE,
        conditions.can_vote,
        word=table_requests.Vote.TYPED,
    ),
    one(table_requests.PAUSE_KEY, table_requests.pause, Phrase.KEY_PAUSE, conditions.can_pause, word=Typed.PAUSE),
    one(
        table_requests.PAUSE_KEY,
        table_requests.pause_stands,
        Phrase.KEY_PAUSE,
        conditions.has_asked_for_pause,
        hint=False,
        word=Typed.PAUSE,
    ),
    one(
        table_requests.PAUSE_KEY,
        lobby.go_on,
        InPlay.KEY_END_PAUSE,
        conditions.is_paused,
        hint=False,
        word=Typed.PAUSE,
    ),
)
