"""The mode of a state, which has its rows in the keymap, and the help page of each mode."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from coinche.client.model.state import ClientState, Screen
from coinche.client.model.ui import Overlay
from coinche.client.texts.help import HelpPage
from coinche.engine.view import Phase
from coinche.protocol.messages import RequestKind


class KeyMode(Enum):
    """The modes without an overlay, or with that of the last trick, which leaves the keys of the table active."""

    HOME = auto()
    LOBBY = auto()
    REPLAY = auto()
    MATCHES = auto()
    STATISTICS = auto()
    PLAYER = auto()
    """The page of one player in the statistics."""
    ROOM = auto()
    """The room of a table before its match."""
    CUT = auto()
    CUT_OF_OTHER = auto()
    AUCTION = auto()
    """The player's turn to call."""
    AUCTION_OF_OTHERS = auto()
    PLAY = auto()
    """The player's turn to play a card."""
    PLAY_OF_OTHERS = auto()
    RECAP = auto()
    """The page after a deal or after the match."""
    WATCH = auto()
    """Watching a deal; it has the keys of a player who waits, and a help page of its own."""


_SCREENS: Mapping[Screen, KeyMode] = {
    Screen.HOME: KeyMode.HOME,
    Screen.REPLAY: KeyMode.REPLAY,
    Screen.MATCHES: KeyMode.MATCHES,
    Screen.STATISTICS: KeyMode.STATISTICS,
    Screen.PLAYER: KeyMode.PLAYER,
}
_ASKED: Mapping[RequestKind, KeyMode] = {
    RequestKind.CUT: KeyMode.CUT,
    RequestKind.BID: KeyMode.AUCTION,
    RequestKind.PLAY: KeyMode.PLAY,
    RequestKind.REACT: KeyMode.AUCTION_OF_OTHERS,
}
_NOT_ASKED: Mapping[Phase, KeyMode] = {
    Phase.WAITING: KeyMode.ROOM,
    Phase.CUTTING: KeyMode.CUT_OF_OTHER,
    Phase.BIDDING: KeyMode.AUCTION_OF_OTHERS,
    Phase.PLAYING: KeyMode.PLAY_OF_OTHERS,
    Phase.DEAL_OVER: KeyMode.RECAP,
    Phase.MATCH_OVER: KeyMode.RECAP,
}


def mode_of(state: ClientState) -> KeyMode | Overlay:
    """The mode of a state: the overlay, unless the keys below it stay active; else the screen or the phase of the
    table.
    """
    overlay = state.ui.overlay
    return _below(state) if overlay in (None, Overlay.LAST_TRICK) else overlay


def _below(state: ClientState) -> KeyMode:
    """The mode without the overlay."""
    if state.screen is not Screen.PLAY:
        return _SCREENS[state.screen]
    if state.table is None:
        return KeyMode.LOBBY
    asked = state.table.asked
    return _NOT_ASKED[state.table.view.phase] if asked is None else _ASKED[asked.kind]


HELP_PAGES: Mapping[KeyMode | Overlay, HelpPage] = {
    KeyMode.HOME: HelpPage.HOME,
    KeyMode.LOBBY: HelpPage.LOBBY,
    KeyMode.REPLAY: HelpPage.REPLAY,
    KeyMode.MATCHES: HelpPage.MATCHES,
    KeyMode.STATISTICS: HelpPage.STATISTICS,
    KeyMode.PLAYER: HelpPage.PLAYER,
    KeyMode.ROOM: HelpPage.ROOM,
    KeyMode.CUT: HelpPage.CUT,
    KeyMode.CUT_OF_OTHER: HelpPage.CUT,
    KeyMode.AUCTION: HelpPage.AUCTION,
    KeyMode.AUCTION_OF_OTHERS: HelpPage.AUCTION,
    KeyMode.PLAY: HelpPage.PLAY,
    KeyMode.PLAY_OF_OTHERS: HelpPage.PLAY,
    KeyMode.RECAP: HelpPage.RECAP,
    KeyMode.WATCH: HelpPage.WATCH,
    Overlay.HISTORY: HelpPage.HISTORY,
    Overlay.RULES: HelpPage.RULES,
    Overlay.FORM: HelpPage.FORM,
    Overlay.SETTINGS: HelpPage.SETTINGS,
    Overlay.PEOPLE: HelpPage.PEOPLE,
    Overlay.QUESTIONS: HelpPage.QUESTIONS,
    Overlay.RULES_FOUND: HelpPage.QUESTIONS,
}


_WATCHED = (KeyMode.CUT_OF_OTHER, KeyMode.AUCTION_OF_OTHERS, KeyMode.PLAY_OF_OTHERS)


def screen_mode(state: ClientState) -> KeyMode | Overlay:
    """The mode of a state; under an overlay without a help page of its own, that of the screen below."""
    mode = mode_of(state)
    return mode if mode in HELP_PAGES else _below(state)


def page_of(state: ClientState) -> HelpPage:
    """The help page for a state; a spectator has no hand and nothing to decide."""
    mode = screen_mode(state)
    watches = state.table is not None and state.table.seat is None and mode in _WATCHED
    return HELP_PAGES[KeyMode.WATCH if watches else mode]
