"""Solo play with a match that waits: intents to go on with it, or to give it up for a new one. Pure.

A server that keeps the matches of one person seats them again as soon as they sign in.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.effects import PlayAlone
from coinche.client.model.messages import WaitingMatch
from coinche.client.model.notices import MatchGoesOn, News, OtherMatchWaits
from coinche.client.model.state import ClientState, Link
from coinche.client.model.ui import Overlay
from coinche.client.update import lobby
from coinche.engine.view import Phase
from coinche.protocol.messages import Leave

from .navigation import Done, at_home, showing

START_ANEW_KEY = "n"
GIVE_UP_KEY = "x"
_AS_LEFT = (Phase.PLAYING, Phase.DEAL_OVER, Phase.MATCH_OVER)
"""The phases that are shown as they were left also where nothing is asked."""


def has_arrived(state: ClientState) -> bool:
    """True once the table of the match that waits is shown as it was left."""
    table = state.table
    return table is not None and (table.asked is not None or table.view.phase in _AS_LEFT or table.agreements.paused)


def offer_or_open(state: ClientState) -> Done:
    """Ask about the match that waits, if one does; else open a table, and leave that of a match that is over."""
    table = state.table
    if table is None:
        return lobby.create(state)
    if table.in_play:
        return showing(state, overlay=Overlay.RESUME)
    return leave(state)


def leave(state: ClientState) -> Done:
    """Leave the table, of a match that is over or of practice that nobody will go on with."""
    return Done(replace(state, table=None), () if state.table is None else (Leave(table=state.table.table),))


def go_on(state: ClientState) -> Done:
    """Go on with the match that waits, unless it is over."""
    table = state.table
    if table is None or not table.in_play:
        return offer_or_open(state)
    us, totals = table.bottom.team, table.view.totals
    return Done(replace(state, notice=MatchGoesOn(table.view.deal, totals[us], totals[us.other])))


def told_of_others(state: ClientState, matches: tuple[WaitingMatch, ...]) -> ClientState:
    """Say at the table of a new match that others wait, unless something else has to be said."""
    if not matches or state.notice is not None:
        return state
    return replace(state, notice=OtherMatchWaits(matches[0].rules, matches[0].deal))


def start_anew(state: ClientState) -> Done:
    """Begin another match at a server of its own, while this one waits; it is given up if no home would offer it."""
    if not (state.has_home and state.keeps_match):
        return _give_up(state, START_ANEW_KEY, News.GIVES_UP_WITHOUT_HOME if state.keeps_match else News.GIVES_UP)
    home = at_home(state)
    bound = replace(home, bound_for="solo", solo=True, wish=replace(home.wish, bots=True))
    return Done(bound, effect=PlayAlone(beside_waiting=True))


def give_up(state: ClientState) -> Done:
    """Give the match up and open a new table; the first time, ask whether that is meant."""
    return _give_up(state, GIVE_UP_KEY, News.GIVES_UP_ONE)


def _give_up(state: ClientState, key: str, question: News) -> Done:
    if state.table is None or state.link is not Link.UP:
        return Done(state)
    if state.ui.once != key:
        return Done(replace(showing(state, once=key).state, notice=question))
    left = replace(state, table=None, ui=replace(state.ui, overlay=None, once=""))
    opened = lobby.create(left)
    return replace(opened, send=(Leave(table=state.table.table), *opened.send))
