"""Chat: messages to the table or the lobby, ready-made messages (`/gg`), and muted players. Pure.

A muted message is still an event of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from coinche.client.model.notices import Muted, NoSuchTalk
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.model.text_entry import TextEntry
from coinche.client.model.ui import Overlay
from coinche.client.texts.ready_messages import ReadyMessage
from coinche.engine.events import Event
from coinche.protocol.limits import MAX_CHAT
from coinche.protocol.messages import Chat, Chatted, LobbyChat, TableEvent
from coinche.text.catalog import Words
from coinche.text.language import Language

from .navigation import Done, Intent, sending, showing
from .text_entry import open_field

SLASH = "/"


class Short(Words):
    """The slash command of each sentence."""

    HELLO = ("b", "hi")
    WELL_PLAYED = ("bj", "wp")
    THANKS = ("m", "ty")
    SORRY = ("d", "so")
    MOMENT = ("i", "mo")
    GOOD_GAME = ("gg", "gg")
    BYE = ("ar", "by")


class Muting(Words):
    """The slash commands that hide the messages of a player, and show them again; both languages are understood."""

    MUTE = ("masquer", "mute")
    UNMUTE = ("afficher", "unmute")

    def is_meant(self, word: str) -> bool:
        """Test whether the word is this command."""
        return word.lower() in (self.french, self.english)


_SHORT: Mapping[str, ReadyMessage] = {
    short.within(language): ReadyMessage[short.name] for short in Short for language in reversed(Language)
}
"""Commands of both languages; those of one never mean another sentence in the other."""


_BY_NUMBER: Mapping[str, ReadyMessage] = {str(number): words for number, words in enumerate(ReadyMessage, start=1)}
"""The sentences by their place in the list, in which ↑ ↓ go through them, too."""


def is_heard(state: ClientState, event: Event | TableEvent) -> bool:
    """Test whether the player is shown this event."""
    return not isinstance(event, Chatted) or hears(state, event.name)


def hears(state: ClientState, name: str) -> bool:
    """Test whether the player is shown chat messages of that name."""
    return name == state.name or (state.ui.settings.chat and name not in state.muted)


def audible(state: ClientState, table: AtTable) -> AtTable:
    """The table without the chat messages that the player has muted."""
    log = tuple(event for event in table.log if is_heard(state, event))
    return table if len(log) == len(table.log) else replace(table, log=log)


def spelled(text: str, language: Language) -> str | None:
    """The sentence for a command such as `/gg` or `/1`; None for any other text."""
    word = text[1:].strip().lower() if text.startswith(SLASH) else ""
    ready = _BY_NUMBER.get(word) or _SHORT.get(word)
    return None if ready is None else ready.within(language)


def offered(written: str, language: Language) -> tuple[tuple[str, str], ...]:
    """The commands that begin with the text, each with its sentence."""
    begun = written[1:].lower()
    if begun in _BY_NUMBER:
        return ((SLASH + begun, _BY_NUMBER[begun].within(language)),)
    ready = [(short.within(language), ReadyMessage[short.name].within(language)) for short in Short]
    muting = [(words.within(language), "") for words in Muting]
    return tuple((SLASH + word, said) for word, said in (*ready, *muting) if word.startswith(begun))


def obey(state: ClientState, text: str) -> Done:
    """Mute or unmute a player; for an unknown command, set a notice."""
    word, _, name = text[1:].strip().partition(" ")
    name = name.strip()
    mutes = Muting.MUTE.is_meant(word)
    if not (mutes or Muting.UNMUTE.is_meant(word)) or not name:
        return Done(replace(state, notice=NoSuchTalk()))
    known = _known(state, name)
    muted = state.muted | {known} if mutes else state.muted - {known}
    return Done(replace(state, muted=muted, notice=Muted(known, muted=mutes)))


def _known(state: ClientState, name: str) -> str:
    """The name in the spelling of its owner."""
    table = state.table
    seated = [info.name for info in table.seats.values()] if table is not None else []
    spoke = [event.name for event in table.log if isinstance(event, Chatted)] if table is not None else []
    lobby = [*(each.name for each in state.presence.people), *(line.name for line in state.presence.lines)]
    return next((each for each in (*seated, *spoke, *lobby, *state.muted) if each.casefold() == name.casefold()), name)


def may_chat(table: AtTable) -> bool:
    """True if the table has a chat."""
    return not table.strict and not table.closed


def is_offered(state: ClientState) -> bool:
    """True at a table, and in a lobby that has a chat."""
    return state.table is not None or state.presence.offered


def may_write(state: ClientState) -> bool:
    """True at a table that has a chat, and in a lobby that has one."""
    return may_chat(state.table) if state.table is not None else state.presence.offered


def say(state: ClientState, text: str) -> Done:
    """Send a chat message to the table, or else to the lobby, or run a slash command such as `/gg` or `/mute`."""
    if text.lstrip().startswith(SLASH):
        ready_text = spelled(text.strip(), state.ui.language)
        if ready_text is None:
            return obey(state, text.strip())
        text = ready_text
    said = "".join(c for c in text if c.isprintable()).strip()[:MAX_CHAT]
    if not said or not is_offered(state):
        return Done(state)
    return sending(state, Chat(table=state.table.table, text=said) if state.table else LobbyChat(text=said))


def write(state: ClientState) -> Done:
    """Begin a chat message."""
    return open_field(Overlay.CHAT)(state)


def write_short(state: ClientState) -> Done:
    """Begin a slash command."""
    return write_slash(write(state))


def write_slash(done: Done) -> Done:
    """Begin the line with a slash."""
    return replace(done, state=replace(done.state, ui=replace(done.state.ui, entry=TextEntry(SLASH))))


def ready(by: int) -> Intent:
    """Replace the line by the next ready-made sentence."""

    def intent(state: ClientState) -> Done:
        offered = ("", *(words.within(state.ui.language) for words in ReadyMessage))
        at = offered.index(state.ui.entry.text) if state.ui.entry.text in offered else 0
        return showing(state, entry=TextEntry(offered[(at + by) % len(offered)]))

    return intent


def send(state: ClientState) -> Done:
    """Send the line; it stays if it could not be sent."""
    done = say(state, state.ui.entry.text) if may_write(state) else Done(state)
    obeyed = isinstance(done.state.notice, Muted)
    if state.ui.entry.text.strip() and not done.send and not obeyed:
        return done
    return replace(done, state=replace(done.state, ui=replace(done.state.ui, overlay=None, entry=TextEntry())))
