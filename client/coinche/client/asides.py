"""What a person can want beside the game: a pause, another match, all tricks that are left, a word to the table.

Pure; intents, as `intents` has them. Refuses to know whether the server will have it.
"""

from __future__ import annotations

from coinche.protocol.messages import Chat, Claim, Pause, Rematch
from coinche.protocol.messages.words import MAX_CHAT

from .intents import Done, sending
from .model import ClientState


def pause(state: ClientState) -> Done:
    """Let the clocks stand, once everybody wants it."""
    return sending(state, Pause(table=state.table.table)) if state.table else Done(state)


def rematch(state: ClientState) -> Done:
    """Another match with the same people, once everybody wants it."""
    return sending(state, Rematch(table=state.table.table)) if state.table else Done(state)


def claim(state: ClientState) -> Done:
    """Take all tricks that are left, in place of leading to one."""
    table = state.table
    if table is None or table.asked is None:
        return Done(state)
    return sending(state, Claim(table=table.table, request=table.asked.request))


def say(state: ClientState, text: str) -> Done:
    """Say it to everybody at the table."""
    said = "".join(c for c in text if c.isprintable()).strip()[:MAX_CHAT]
    return sending(state, Chat(table=state.table.table, text=said)) if state.table and said else Done(state)
