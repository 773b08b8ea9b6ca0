"""Keys at a table that gathers."""

from __future__ import annotations

from coinche.client import moments, room
from coinche.client.line_mode.typed import Typed
from coinche.client.phrases import Phrase

from .key import ENTER, ESCAPE, Key, one

_SIDES = ("down", "right", "up", "left")

ROOM = (
    one("enter", room.swap, Phrase.KEY_SWAP, moments.exchanging_seats, shown=ENTER, word=Typed.SWAP),
    one("escape", room.keep_seats, Phrase.KEY_CANCEL, moments.exchanging_seats, shown=ESCAPE),
    one("enter", room.begin, Phrase.KEY_BEGIN, moments.can_begin, shown=ENTER, word=Typed.BEGIN),
    one("b", room.next_bot, Phrase.KEY_BOT, moments.can_choose_bot, word=Typed.BOT),
    one("f", room.fill, Phrase.KEY_BOTS, moments.gathering, word=Typed.FILL),
    Key(
        keys=_SIDES,
        intents=tuple(room.mark_towards(side) for side in range(4)),
        shown=Phrase.NAME_ARROWS,
        label=Phrase.KEY_MARK,
        when=moments.in_room,
    ),
    one("x", room.swap, Phrase.KEY_SWAP, moments.hosting, word=Typed.SWAP),
    one("d", room.clear, Phrase.KEY_CLEAR, moments.can_clear, word=Typed.CLEAR),
)
