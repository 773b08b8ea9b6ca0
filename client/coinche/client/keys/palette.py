"""The palette: everything that can be done here, by name; part of the name is enough.

Reads the table of keys, which is given to it. A row of keys that do different things is named, not carried out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from coinche.client import moments
from coinche.client.fields import closed
from coinche.client.intents import Done, Intent, showing
from coinche.client.language import Language
from coinche.client.model import ClientState
from coinche.client.notices import PressKeys
from coinche.client.phrases import Phrase

from .key import UP_DOWN, UP_DOWN_KEYS, Key, line, several

Active = Callable[[ClientState], tuple[Key, ...]]


def entries(state: ClientState, active: Active) -> tuple[Key, ...]:
    """The rows that can be meant by what is written so far, in the order of the table."""
    typed = _plain(state.ui.line.strip())
    here = active(closed(state))
    return tuple(key for key in here if typed in _plain(name(key, state.ui.language)))


def name(key: Key, language: Language) -> str:
    """What the row is called, with what is typed for it in the line mode."""
    label, word = key.label.within(language), key.word.within(language) if key.word else ""
    return label if word in ("", label) else f"{label} ({word})"


def _plain(text: str) -> str:
    return text.casefold()


def _only(key: Key) -> Intent | None:
    """What the row does, where all its keys do the same."""
    return key.intents[0] if len(set(key.intents)) == 1 else None


def _choose(active: Active) -> Intent:
    def choose(state: ClientState) -> Done:
        found = entries(state, active)
        if not found:
            return Done(state)
        key = found[min(state.ui.option, len(found) - 1)]
        intent = _only(key)
        if intent is not None:
            return intent(closed(state))
        return Done(replace(closed(state), notice=PressKeys(key.shown, key.label)))

    return choose


def _move(by: int, active: Active) -> Intent:
    def move(state: ClientState) -> Done:
        count = max(1, len(entries(state, active)))
        return showing(state, option=(min(state.ui.option, count - 1) + by) % count)

    return move


def palette_keys(active: Active) -> tuple[Key, ...]:
    """Its rows, over that table."""
    return (
        several(UP_DOWN_KEYS, (_move(-1, active), _move(1, active)), UP_DOWN, Phrase.KEY_ROW, moments.in_palette),
        *line(_choose(active), Phrase.KEY_DO, moments.in_palette),
    )
