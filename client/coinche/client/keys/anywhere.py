"""Keys that mean the same everywhere."""

from __future__ import annotations

from coinche.client import choosing, intents, moments
from coinche.client.fields import open_field
from coinche.client.line_mode.typed import Typed
from coinche.client.phrases import Phrase
from coinche.client.rules import reading
from coinche.client.ui import Overlay

from .key import ESCAPE, Key, either, one

ANYWHERE = (
    either(("?", "f1"), intents.overlay(Overlay.HELP), "?", Phrase.KEY_HELP, moments.always, word=Typed.HELP),
    one("f2", choosing.open_settings, Phrase.KEY_SETTINGS, moments.always, shown="F2", hint=False, word=Typed.SETTINGS),
    either((":", "f10"), open_field(Overlay.PALETTE), ":", Phrase.KEY_PALETTE, moments.always),
    one("q", intents.leave, Phrase.KEY_LEAVE, moments.at_table, word=Typed.QUIT),
    one("r", reading.open_rules, Phrase.KEY_RULES, moments.at_table, word=Typed.RULES),
    one("q", intents.leave_program, Phrase.KEY_QUIT, moments.in_lobby, word=Typed.QUIT),
    one("escape", intents.dismiss, Phrase.KEY_CLOSE, moments.always, shown=ESCAPE, hint=False),
    Key(
        keys=("c-c", "<sigint>"),
        intents=(intents.interrupt, intents.interrupt),
        shown="Ctrl-C",
        label=Phrase.KEY_INTERRUPT,
        when=moments.always,
        hint=False,
    ),
    one("c-z", intents.suspend, Phrase.KEY_SUSPEND, moments.always, shown="Ctrl-Z", hint=False),
    one("c-l", intents.redraw, Phrase.KEY_REDRAW, moments.always, shown="Ctrl-L", hint=False),
)
