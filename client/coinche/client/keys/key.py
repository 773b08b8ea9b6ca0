"""A row of the keymap, and constants and rows that several modes share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coinche.client.model.text_entry import TextEntry
from coinche.client.texts.screens import Phrase
from coinche.client.update import navigation, rules_page, text_entry
from coinche.client.update.navigation import Intent
from coinche.text.catalog import Words

from .move_conditions import When


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A row of the keymap. `keys` are prompt-toolkit's names (`escape b` is Alt-B); `shown` is how the screen names
    them.
    """

    keys: tuple[str, ...]
    intents: tuple[Intent, ...]
    shown: str | Words
    label: Words
    when: When | None = None
    """The condition under which the row is active in its modes; None means always."""
    hint: bool = True
    """True to show the row in the hint line as well as in the help."""
    word: Words | None = None
    """The command in line mode, where it differs from the key."""
    spare: bool = False
    """True to drop the row first when the hint line is too long."""

    def does(self, name: str) -> Intent:
        """The intent of one key of the row."""
        return self.intents[self.keys.index(name)]


def one(
    key: str,
    intent: Intent,
    label: Words,
    when: When | None = None,
    *,
    shown: str | Words | None = None,
    hint: bool = True,
    word: Words | None = None,
    spare: bool = False,
) -> Key:
    """A row with one key."""
    shown = shown or key
    return Key(keys=(key,), intents=(intent,), shown=shown, label=label, when=when, hint=hint, word=word, spare=spare)


def several(
    keys: tuple[str, ...],
    does: tuple[Intent, ...],
    shown: str | Words,
    label: Words,
    when: When | None = None,
    *,
    hint: bool = True,
    word: Words | None = None,
) -> Key:
    """A row with several keys, each with its own intent."""
    return Key(keys=keys, intents=does, shown=shown, label=label, when=when, hint=hint, word=word)


def scrolling(
    scroll: Callable[[int], Intent], page: int = rules_page.PAGE, *, hint: bool = True, hint_pages: bool = True
) -> tuple[Key, Key]:
    """The rows that scroll by lines and by pages, and whether the hint line shows them."""
    by_page = tuple(scroll(by) for by in (-page, page, -TO_THE_END, TO_THE_END, page))
    return (
        several(UP_DOWN_KEYS, (scroll(-1), scroll(1)), UP_DOWN, Phrase.KEY_SCROLL, hint=hint),
        several((*PAGE_KEYS, " "), by_page, PAGES, Phrase.KEY_PAGE, hint=hint_pages),
    )


def either(
    keys: tuple[str, ...],
    intent: Intent,
    shown: str | Words,
    label: Words,
    when: When | None = None,
    *,
    word: Words | None = None,
) -> Key:
    """A row with several keys for one intent."""
    return several(keys, (intent,) * len(keys), shown, label, when, word=word)


DIGITS = tuple("0123456789")
LETTERS = tuple(sorted({*"pckthsdna", *"capot", *"generale"}))
"""Letters of suits in both languages, and of bids written as words."""
ENTER, ESCAPE, ERASE = Phrase.NAME_ENTER, Phrase.NAME_ESCAPE, Phrase.NAME_BACKSPACE
SIDEWAYS, UP_DOWN, PAGES = Phrase.NAME_LEFT_RIGHT, Phrase.NAME_UP_DOWN, Phrase.NAME_PAGES
LEFT_RIGHT_KEYS, UP_DOWN_KEYS = ("left", "right"), ("up", "down")
PAGE_KEYS = ("pageup", "pagedown", "home", "end")
TO_THE_END = 1000
"""A number of lines that scrolls to the end of any page."""
BACKSPACE, CTRL_BACKSPACE = "backspace", "c-backspace"
"""prompt-toolkit merges these two keys; `screen/app.py` tells them apart by the character that the terminal sends."""


PASTE = "<bracketed-paste>"
"""The key name for a pasted text."""
EDITING = (
    several(
        ("left", "right", "c-b", "c-f"),
        tuple(map(text_entry.edit, (TextEntry.left, TextEntry.right, TextEntry.left, TextEntry.right))),
        SIDEWAYS,
        Phrase.KEY_CURSOR,
        hint=False,
    ),
    several(
        ("c-left", "c-right", "escape left", "escape right", "escape b", "escape f"),
        tuple(map(text_entry.edit, (TextEntry.word_left, TextEntry.word_right) * 3)),
        "Ctrl-← →",
        Phrase.KEY_BY_WORD,
        hint=False,
    ),
    several(
        ("home", "end", "c-a", "c-e"),
        tuple(map(text_entry.edit, (TextEntry.start, TextEntry.end) * 2)),
        "Ctrl-A E",
        Phrase.KEY_TO_ENDS,
        hint=False,
    ),
    several(
        (BACKSPACE, "delete", "c-d"),
        tuple(map(text_entry.edit, (TextEntry.erase_left, TextEntry.erase_right, TextEntry.erase_right))),
        ERASE,
        Phrase.KEY_ERASE,
        hint=False,
    ),
    several(
        ("c-w", CTRL_BACKSPACE, "escape backspace", "c-delete", "escape d"),
        (
            text_entry.edit(TextEntry.erase_to_blank),
            *(text_entry.edit(TextEntry.erase_word_left),) * 2,
            *(text_entry.edit(TextEntry.erase_word_right),) * 2,
        ),
        "Ctrl-W",
        Phrase.KEY_ERASE_WORD,
        hint=False,
    ),
    several(
        ("c-u", "c-k"),
        (text_entry.edit(TextEntry.erase_to_start), text_entry.edit(TextEntry.erase_to_end)),
        "Ctrl-U K",
        Phrase.KEY_ERASE_BESIDE,
        hint=False,
    ),
)
"""The editing keys of every text entry."""


def line(keep: Intent, label: Words, *, cancel: Intent = navigation.dismiss) -> tuple[Key, ...]:
    """The rows of a text entry: Enter with its intent, the editing keys, and Escape to cancel."""
    return (
        one("enter", keep, label, shown=ENTER),
        *EDITING,
        one("escape", cancel, Phrase.KEY_CANCEL, shown=ESCAPE),
    )
