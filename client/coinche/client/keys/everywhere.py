"""Keys that mean the same everywhere."""

from __future__ import annotations

from coinche.client.keys import conditions
from coinche.client.model.ui import Overlay
from coinche.client.texts.screens import Phrase
from coinche.client.texts.typed_words import Typed
from coinche.client.update import navigation, rules_page, settings
from coinche.client.update.text_entry import open_field

from .key import ESCAPE, Key, either, one

ANYWHERE = (
    either(("?", "f1"), navigation.overlay(Overlay.HELP), "?", Phrase.KEY_HELP, conditions.always, word=Typed.HELP),
    one(
        "f2",
        settings.open_settings,
        Phrase.KEY_SETTINGS,
        conditions.always,
        shown="F2",
        hint=False,
        word=Typed.SETTINGS,
    ),
    either((":", "f10"), open_field(Overlay.PALETTE), ":", Phrase.KEY_PALETTE, conditions.always),
    one("q", navigation.leave, Phrase.KEY_LEAVE, conditions.at_table, word=Typed.QUIT),
    one("r", rules_page.open_rules, Phrase.KEY_RULES, conditions.at_table, word=Typed.RULES),
    one("q", navigation.leave_program, Phrase.KEY_QUIT, conditions.in_lobby, word=Typed.QUIT),
    one("escape", navigation.dismiss, Phrase.KEY_CLOSE, conditions.always, shown=ESCAPE, hint=False),
    Key(
        keys=("c-c", "<sigint>"),
        intents=(navigation.interrupt, navigation.interrupt),
        shown="Ctrl-C",
        label=Phrase.KEY_INTERRUPT,
        when=conditions.always,
        hint=False,
    ),
    one("c-z", navigation.suspend, Phrase.KEY_SUSPEND, conditions.always, shown="Ctrl-Z", hint=False),
    one("c-l", navigation.redraw, Phrase.KEY_REDRAW, conditions.always, shown="Ctrl-L", hint=False),
)
