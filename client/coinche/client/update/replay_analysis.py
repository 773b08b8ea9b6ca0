"""Analysis of a replay: card values, the choices of `expert`, the most costly decisions; and other uses of its record.

All of it needs the whole record of a match that is over, and so do saving it and playing a position again. For a match
that has just ended at the player's table, the client first fetches the record from the server. Pure.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.effects import Consult, KeepRecord, ReviewMatch, Weigh
from coinche.client.model.messages import Consulted, Reviewed, Weighed
from coinche.client.model.notices import NoReplay
from coinche.client.model.replay import ReplayState, is_mistake
from coinche.client.model.replay_moves import put_where, to_decision
from coinche.client.model.state import ClientState, Fetch, Purpose
from coinche.client.texts.replay import Playback
from coinche.engine.view import Phase

from . import practice
from .archive import seek
from .navigation import Done, Intent
from .replay import of_table, open_running


def weigh(state: ClientState) -> Done:
    """Turn the display of card values on or off."""
    match_replay = state.match_replay
    if match_replay is None or not match_replay.record:
        return _after_its_end(state, Purpose.WEIGH, Playback.NOT_WEIGHED_YET)
    turned = replace(match_replay, weighs=not match_replay.weighs, advice={}, is_fresh=False)
    if match_replay.weighs:
        return Done(replace(state, match_replay=turned, notice=NoReplay(Playback.NO_LONGER_WEIGHED)))
    told = None if turned.is_weighing else NoReplay(Playback.WEIGHED_IN_PLAY)
    return Done(replace(state, match_replay=turned, notice=told), effect=Weigh())


def weighing(state: ClientState) -> ReplayState | None:
    """The replay whose card values are wanted."""
    return state.match_replay if state.match_replay is not None and state.match_replay.weighs else None


def weighed(state: ClientState, came: Weighed) -> ClientState:
    """Store the card values, if the replay still is at their position."""
    match_replay = weighing(state)
    if match_replay is None or (match_replay.at, match_replay.stop) != (came.at, came.stop):
        return state
    return replace(state, match_replay=replace(match_replay, advice=came.cards))


def consult(state: ClientState) -> Done:
    """Turn the choices of `expert` on or off. In a running match they would be advice to a player."""
    match_replay = state.match_replay
    if match_replay is None or not match_replay.record:
        return _after_its_end(state, Purpose.CONSULT, Playback.NOT_CONSULTED_YET)
    turned = replace(match_replay, consults=not match_replay.consults, is_fresh=False)
    if match_replay.consults:
        return Done(replace(state, match_replay=turned, notice=NoReplay(Playback.NO_LONGER_CONSULTED)))
    return Done(replace(state, match_replay=turned, notice=None), effect=Consult())


def consulting(state: ClientState) -> ReplayState | None:
    """The replay for which the choices of `expert` are wanted."""
    return state.match_replay if state.match_replay is not None and state.match_replay.consults else None


def consulted(state: ClientState, came: Consulted) -> ClientState:
    """Store the choice of `expert`, if the replay still is at its position."""
    match_replay = consulting(state)
    if match_replay is None or (match_replay.at, match_replay.stop) != (came.at, came.stop):
        return state
    choices = {(came.at, came.stop): came.choice, **match_replay.choices}
    return replace(state, match_replay=replace(match_replay, choices=choices))


def open_costly(state: ClientState) -> Done:
    """Replay the match at this table, at the most costly decision of the person."""
    opened = open_running(state)
    return next_costly(opened.state) if opened.state.match_replay is not None else opened


def next_costly(state: ClientState) -> Done:
    """Go to the next of the most costly decisions; find them first."""
    match_replay = state.match_replay
    if match_replay is None or not match_replay.record:
        return _after_its_end(state, Purpose.REVIEW, Playback.NOT_REVIEWED_YET)
    if match_replay.reviewed_deals is None:
        return Done(replace(state, match_replay=replace(match_replay, reviewed_deals=0)), effect=ReviewMatch())
    if match_replay.costly is None:
        return Done(state)
    if not match_replay.costly:
        return Done(replace(state, notice=NoReplay(Playback.NOTHING_COSTLY)))
    number = 0 if match_replay.decision is None else (match_replay.decision + 1) % len(match_replay.costly)
    return Done(replace(state, match_replay=to_decision(match_replay, number), notice=None))


def searching(state: ClientState) -> ReplayState | None:
    """The replay whose most costly decisions are being looked for."""
    return state.match_replay if state.match_replay is not None and state.match_replay.is_searching else None


def reviewed(state: ClientState, came: Reviewed) -> ClientState:
    """Note how far the search is; show the most costly decision once it has been found."""
    match_replay = state.match_replay
    if match_replay is None or match_replay.reviewed_deals is None:
        return state
    judged = replace(match_replay, reviewed_deals=came.deals, choices={**came.choices, **match_replay.choices})
    costly = came.costly and tuple(sorted(came.costly, key=lambda decision: not is_mistake(judged, decision)))
    known = replace(state, match_replay=replace(judged, costly=costly))
    return known if came.costly is None else next_costly(known).state


def keep(state: ClientState) -> Done:
    """Save the match in a file named after it."""
    return keep_in("")(state)


def keep_in(path: str) -> Intent:
    """Save the match in that file; "" names it after the match."""

    def intent(state: ClientState) -> Done:
        match_replay = state.match_replay
        if match_replay is None or not match_replay.record:
            return _after_its_end(state, Purpose.KEEP, Playback.NO_RECORD_YET, path)
        return Done(state, effect=KeepRecord(match_replay.title, match_replay.record, path))

    return intent


def retry(state: ClientState) -> Done:
    """Play on from the position of the replay at a practice table."""
    match_replay = state.match_replay
    if match_replay is None or not match_replay.record:
        return _after_its_end(state, Purpose.RETRY, Playback.NOT_RETRIED_YET)
    return practice.begin(state)


def fetched(fetch: Fetch) -> Intent:
    """Do what the record was fetched for, if it has arrived."""

    def intent(state: ClientState) -> Done:
        if state.match_replay is None or not state.match_replay.record:
            return Done(state)
        match fetch.purpose:
            case Purpose.LOOK:
                return Done(state)
            case Purpose.KEEP:
                return keep_in(fetch.path)(state)
            case Purpose.WEIGH:
                return weigh(state)
            case Purpose.CONSULT:
                return consult(state)
            case Purpose.REVIEW:
                return next_costly(state)
            case Purpose.RETRY:
                return retry(state)

    return intent


def _after_its_end(state: ClientState, purpose: Purpose, before: Playback, path: str = "") -> Done:
    """Fetch the record if the match is over and the server keeps records; else say what is missing."""
    match_replay = _up_to_its_end(state)
    if match_replay is None:
        return Done(state)
    if not match_replay.is_over:
        return Done(replace(state, notice=NoReplay(before)))
    if not state.archive.offered:
        return Done(replace(state, notice=NoReplay(Playback.NO_ARCHIVE)))
    return seek(replace(state, match_replay=match_replay), purpose, path)


def may_analyse(state: ClientState) -> bool:
    """True if the match is over, in the record or at the table: before, analysis would be advice to a player."""
    match_replay, table = state.match_replay, state.table
    ended_since = table is not None and table.view.phase is Phase.MATCH_OVER
    return match_replay is not None and (match_replay.is_over or ended_since)


def _up_to_its_end(state: ClientState) -> ReplayState | None:
    """The replay, extended to the end of the match if that has ended at the table meanwhile."""
    match_replay, table = state.match_replay, state.table
    if match_replay is None or match_replay.is_over or table is None or table.view.phase is not Phase.MATCH_OVER:
        return match_replay
    whole = of_table(table)
    return match_replay if whole is None else put_where(whole, match_replay)
