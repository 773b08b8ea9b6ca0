"""Keymap rows of home, the lobby, a table that gathers, the settings, and the questions about a group's rules."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.keys import conditions
from coinche.client.texts.admission import Inviting
from coinche.client.texts.lesson import LessonPhrase
from coinche.client.texts.line_mode import Typed
from coinche.client.texts.people import InLobby
from coinche.client.texts.play import InPlay
from coinche.client.texts.rules_questions import KeyOfQuestions, Spoken
from coinche.client.texts.screens import Phrase
from coinche.client.texts.statistics import PlayerText
from coinche.client.update import (
    admission,
    home,
    lobby,
    navigation,
    people,
    room,
    rules_form,
    rules_page,
    rules_questions,
    settings,
    text_entry,
)

from .key import (
    ENTER,
    ERASE,
    ESCAPE,
    LEFT_RIGHT_KEYS,
    PAGE_KEYS,
    PAGES,
    SIDEWAYS,
    TO_THE_END,
    UP_DOWN,
    UP_DOWN_KEYS,
    Key,
    either,
    line,
    one,
    scrolling,
    several,
)

QUIT = one("q", navigation.leave_program, Phrase.KEY_QUIT, word=Typed.QUIT)
QUIT_HOME = replace(QUIT, when=conditions.not_on_the_way)
"""The same at home; while a server is awaited, the key gives that up."""

HOME = (
    either(("q", "escape"), home.stay, "q", Phrase.KEY_CANCEL, conditions.on_the_way, word=Typed.QUIT),
    several(UP_DOWN_KEYS, (home.move(-1), home.move(1)), UP_DOWN, Phrase.KEY_ROW),
    one("enter", home.choose, Phrase.KEY_CHOOSE_ROW, conditions.not_on_the_way, shown=ENTER),
    one("n", text_entry.open_name, Phrase.KEY_NAME, word=Typed.NAME),
    one("f5", home.search, Phrase.KEY_SEARCH, conditions.not_on_the_way, shown="F5", word=Typed.SEARCH),
    QUIT_HOME,
    several(
        LEFT_RIGHT_KEYS,
        (home.other_bots(-1), home.other_bots(1)),
        SIDEWAYS,
        Phrase.KEY_BOTS_LEVEL,
        conditions.on_playing_alone,
        hint=False,
    ),
)

ADDRESS = line(home.go_to_written, Phrase.KEY_GO)

NAME = line(home.call_oneself, Phrase.KEY_KEEP)


INVITE = one(
    people.INVITE_KEY, people.open_invitation, InLobby.KEY_INVITE, conditions.can_read_how_to_join, word=Typed.INVITE
)
_PHONE = one(people.PHONE_KEY, people.open_phone, InLobby.KEY_PHONE, conditions.can_read_how_to_join, word=Typed.PHONE)
"""Friends with a smartphone: `p` and `t` have other meanings in the lobby."""
PHONE = replace(_PHONE, hint=False)
INVITE_ONE = one(
    admission.INVITE_ONE_KEY,
    admission.ask_name,
    Inviting.KEY_INVITE_ONE,
    conditions.offers_invitations,
    shown="F6",
    hint=False,
)
"""The same key everywhere on a server; letters have other meanings at a table."""
_MOVES_IN_LIST = tuple(
    people.move_in_list(by) for by in (-rules_page.PAGE, rules_page.PAGE, -TO_THE_END, TO_THE_END, rules_page.PAGE)
)
PEOPLE = (
    one("enter", people.open_page, PlayerText.KEY_PLAYER, conditions.can_read_page, shown=ENTER),
    several(UP_DOWN_KEYS, (people.move_in_list(-1), people.move_in_list(1)), UP_DOWN, Phrase.KEY_ROW),
    several((*PAGE_KEYS, " "), _MOVES_IN_LIST, PAGES, Phrase.KEY_PAGE, hint=False),
    one(people.PEOPLE_KEY, navigation.dismiss, Phrase.KEY_CLOSE, hint=False),
)
INVITATION = (
    one("n", admission.ask_name, Inviting.KEY_ONE, conditions.offers_invitations),
    INVITE_ONE,
    *scrolling(people.scroll_invitation, hint_pages=False),
    _PHONE,
    one(people.INVITE_KEY, navigation.dismiss, Phrase.KEY_CLOSE, hint=False),
)
INVITE_NAME = line(admission.invite_entered, Inviting.KEY_MAKE)
INVITED = (
    one(people.PHONE_KEY, admission.show_code, Inviting.KEY_CODE, admission.has_code),
    *scrolling(people.scroll_invitation, hint_pages=False),
)
PHONE_PAGE = (one(people.PHONE_KEY, admission.show_code, Phrase.KEY_CLOSE, hint=False),)

LOBBY = (
    one(people.COME_KEY, people.come, InLobby.KEY_COME, conditions.is_called, word=Typed.COME),
    one("enter", lobby.enter, Phrase.KEY_OPEN, conditions.on_new_table, shown=ENTER),
    one("enter", lobby.enter, Phrase.KEY_ENTER, conditions.on_table_row, shown=ENTER),
    several(UP_DOWN_KEYS, (lobby.move_row(-1), lobby.move_row(1)), UP_DOWN, Phrase.KEY_TABLE),
    several(
        LEFT_RIGHT_KEYS,
        (lobby.move_place(-1), lobby.move_place(1)),
        SIDEWAYS,
        Phrase.KEY_TARGET,
        conditions.on_new_table,
    ),
    several(
        LEFT_RIGHT_KEYS,
        (lobby.move_place(-1), lobby.move_place(1)),
        SIDEWAYS,
        Phrase.KEY_SEAT,
        conditions.on_table_row,
    ),
    one(people.TALK_KEY, people.write, Phrase.KEY_CHAT, conditions.can_talk, word=Typed.SAY),
    one("/", people.write_short, InPlay.KEY_SHORT, conditions.can_talk, hint=False),
    either(("q", "escape"), navigation.go_home, "q", Phrase.KEY_HOME, conditions.can_go_home, word=Typed.HOME),
    one("n", rules_form.open_form, Phrase.KEY_NEW, word=Typed.NEW),
    one(
        people.PEOPLE_KEY,
        people.open_list,
        InLobby.KEY_PEOPLE,
        conditions.can_list_people,
        hint=False,
        word=Typed.PEOPLE,
    ),
    one("w", lobby.watch, Phrase.KEY_WATCH, conditions.on_table_row, word=Typed.WATCH),
    one("r", rules_page.open_rules, Phrase.KEY_RULES, word=Typed.RULES),
    INVITE,
    PHONE,
    INVITE_ONE,
    one("l", home.learn, LessonPhrase.KEY_LEARN, hint=False, word=Typed.LEARN),
    one("k", lobby.write_words, Phrase.KEY_WORDS, hint=False, word=Typed.WORDS),
)

PASSPHRASE = line(lobby.keep_words, Phrase.KEY_KEEP)


BOT_KEY = "b"
_SIDES = ("down", "right", "up", "left")

_INVITE_IN_ROOM = replace(INVITE, hint=False)
"""A line of the room has this key, and that of a call."""

ROOM = (
    either(("enter", "x"), room.swap, ENTER, Phrase.KEY_SWAP, conditions.exchanging_seats, word=Typed.SWAP),
    one("escape", room.keep_seats, Phrase.KEY_CANCEL, conditions.exchanging_seats, shown=ESCAPE),
    one("enter", room.begin, Phrase.KEY_BEGIN, conditions.can_begin, shown=ENTER, word=Typed.BEGIN),
    one(BOT_KEY, room.next_bot, Phrase.KEY_BOT, conditions.can_choose_bot, word=Typed.BOT),
    one(people.CALL_KEY, people.call, InLobby.KEY_CALL, conditions.can_call, hint=False, word=Typed.CALL),
    one("f", lobby.add_bots, Phrase.KEY_BOTS, conditions.gathering, word=Typed.FILL),
    Key(
        keys=_SIDES,
        intents=tuple(room.mark_towards(side) for side in range(4)),
        shown=Phrase.NAME_ARROWS,
        label=Phrase.KEY_MARK,
        when=conditions.in_room,
    ),
    _INVITE_IN_ROOM,
    PHONE,
    one("x", room.swap, Phrase.KEY_TAKE, conditions.can_take_seat, word=Typed.SWAP),
    one("x", room.swap, Phrase.KEY_SWAP, conditions.can_swap, word=Typed.SWAP),
    one("d", room.clear, Phrase.KEY_CLEAR, conditions.can_clear, word=Typed.CLEAR),
)


SETTINGS = (
    several(UP_DOWN_KEYS, (settings.move(-1), settings.move(1)), UP_DOWN, Phrase.KEY_ROW),
    several(
        LEFT_RIGHT_KEYS,
        (settings.change(-1), settings.change(1)),
        SIDEWAYS,
        Phrase.KEY_CHANGE,
    ),
    several(("enter", " "), (settings.change(1),) * 2, ENTER, Phrase.KEY_CHANGE, hint=False),
    one("escape", navigation.dismiss, Phrase.KEY_CLOSE, shown=ESCAPE),
)


_PLACES = tuple(range(5))
"""Indices that an answer can have."""

_SCROLL = tuple(rules_questions.move(by) for by in (-rules_page.PAGE, rules_page.PAGE, -TO_THE_END, TO_THE_END))

QUESTIONS = (
    several(
        UP_DOWN_KEYS,
        (rules_questions.move(-1), rules_questions.move(1)),
        UP_DOWN,
        Phrase.KEY_CHOOSE,
    ),
    one("enter", rules_questions.answer(), KeyOfQuestions.ANSWER, shown=ENTER),
    several(
        tuple(str(place + 1) for place in _PLACES),
        tuple(rules_questions.answer(place) for place in _PLACES),
        "1-5",
        KeyOfQuestions.ANSWER,
        hint=False,
    ),
    one("backspace", rules_questions.back, KeyOfQuestions.BACK, shown=ERASE, word=Spoken.BACK),
    one("escape", rules_questions.close, Phrase.KEY_CLOSE, shown=ESCAPE),
)

RULES_FOUND = (
    one("enter", rules_questions.take, KeyOfQuestions.TAKE, shown=ENTER),
    one("s", rules_questions.open_name, KeyOfQuestions.SAVE, word=Spoken.KEEP),
    several(
        UP_DOWN_KEYS,
        (rules_questions.move(-1), rules_questions.move(1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
    ),
    several(PAGE_KEYS, _SCROLL, PAGES, Phrase.KEY_PAGE, hint=False),
    one("backspace", rules_questions.back, KeyOfQuestions.BACK, shown=ERASE, word=Spoken.BACK),
    one("escape", rules_questions.close, Phrase.KEY_CLOSE, shown=ESCAPE),
)

RULES_NAME = line(rules_questions.keep, Phrase.KEY_KEEP, cancel=rules_questions.rename)
