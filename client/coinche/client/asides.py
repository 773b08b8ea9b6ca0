"""What a person can want beside the game: a pause, another match, all tricks that are left, a word to the table.

Pure; intents, as `intents` has them. Asks the engine what follows from what one sees.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.engine import claim as engine_claim
from coinche.engine.actions import Reason
from coinche.engine.view import Phase
from coinche.protocol.limits import MAX_CHAT
from coinche.protocol.messages import Chat, Claim, Pause, Rematch

from . import talk
from .at_table import AtTable
from .fields import open_field
from .intents import Done, Intent, sending, showing
from .model import ClientState
from .notices import Muted, News, Refused
from .ui import Overlay

PAUSE_KEY, REMATCH_KEY = "u", "m"
"""Named where others ask for it, too."""
_IN_A_DEAL = (Phase.CUTTING, Phase.BIDDING, Phase.PLAYING)


def may_pause(table: AtTable) -> bool:
    """Whether to ask for a pause could be of any use."""
    asked = table.accord.paused or table.seat is None or table.seat in table.accord.pause
    return not asked and not table.strict and not table.closed and table.view.phase in _IN_A_DEAL


def pause(state: ClientState) -> Done:
    """Let the clocks stand, once everybody wants it."""
    return sending(state, Pause(table=state.table.table)) if state.table else Done(state)


def may_rematch(table: AtTable) -> bool:
    """Whether to ask for another match could be of any use."""
    offered = table.accord.recap and table.accord.rematch_by > 0 and not table.closed
    return offered and table.seat is not None and table.seat not in (table.accord.rematch or ())


def rematch(state: ClientState) -> Done:
    """Another match with the same people, once everybody wants it."""
    return sending(state, Rematch(table=state.table.table)) if state.table else Done(state)


def may_claim(table: AtTable) -> bool:
    """Whether all tricks that are left follow from what one sees."""
    return engine_claim.claim(table.view) is not None


def claim(state: ClientState) -> Done:
    """Take all tricks that are left, in place of leading to one."""
    table = state.table
    if table is None:
        return Done(state)
    if table.asked is None:
        return Done(replace(state, notice=Refused(Reason.NOT_YOUR_TURN)))
    if not may_claim(table):
        return Done(replace(state, notice=News.NO_CLAIM))
    done = sending(state, Claim(table=table.table, request=table.asked.request))
    if not done.send:
        return done
    return replace(done, state=replace(done.state, table=replace(table, answered=True, sent_at=None)))


def may_chat(table: AtTable) -> bool:
    """Whether the table listens."""
    return not table.strict and not table.closed


def say(state: ClientState, text: str) -> Done:
    """Say it to everybody at the table; `/gg` stands for words that are often said, `/mute` for somebody's silence."""
    if text.lstrip().startswith(talk.SLASH):
        spelled = talk.spelled(text.strip(), state.ui.language)
        if spelled is None:
            return talk.obey(state, text.strip())
        text = spelled
    said = "".join(c for c in text if c.isprintable()).strip()[:MAX_CHAT]
    return sending(state, Chat(table=state.table.table, text=said)) if state.table and said else Done(state)


# --- the line that is written ------------------------------------------------------------------------


def write(state: ClientState) -> Done:
    """Begin a line to the table."""
    return open_field(Overlay.CHAT)(state)


def write_short(state: ClientState) -> Done:
    """Begin a line of two letters."""
    done = write(state)
    return replace(done, state=replace(done.state, ui=replace(done.state.ui, line=talk.SLASH)))


def ready(by: int) -> Intent:
    """What is often said in place of the line, one after the other."""

    def intent(state: ClientState) -> Done:
        offered = ("", *(words.within(state.ui.language) for words in talk.Ready))
        at = offered.index(state.ui.line) if state.ui.line in offered else 0
        return showing(state, line=offered[(at + by) % len(offered)])

    return intent


def send(state: ClientState) -> Done:
    """Say what was written; a line that could not be sent stays."""
    done = say(state, state.ui.line) if state.table is not None and may_chat(state.table) else Done(state)
    obeyed = isinstance(done.state.notice, Muted)
    if state.ui.line.strip() and not done.send and not obeyed:
        return done
    return replace(done, state=replace(done.state, ui=replace(done.state.ui, overlay=None, line="")))
