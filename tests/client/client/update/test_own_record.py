"""Tests of the record of the match just played: requested from the server, saved, and its cards valued."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.client.keys import press
from coinche.client.model.effects import FetchRecord, KeepRecord, Weigh
from coinche.client.model.messages import LinkUp, Received, RecordUnread, RecordWritten
from coinche.client.model.notices import News, NoReplay, RecordKept
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.ui import Ui
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.effects import EffectRunner
from coinche.client.runtime.record_files import records_folder
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.replay import Playback
from coinche.client.update import archive, lobby
from coinche.client.update.update import reduce
from coinche.client.views import Size
from coinche.engine.events import DealStarted
from coinche.engine.record_lines import read_record
from coinche.engine.replay import replay
from coinche.engine.seats import Seat, Team
from coinche.engine.view import Phase
from coinche.protocol.messages import (
    Envelope,
    FromServer,
    GetRecord,
    Hello,
    Joined,
    ListMatches,
    Matches,
    MatchInfo,
    Occupant,
    RecordPage,
    SeatChanged,
)
from coinche.text.language import Language
from coinche.text.settings import Settings
from tests.client.client.update.test_replays import Lines, replay_of, shown
from tests.client.golden import text
from tests.client.matches import NAMES, events_of, record_text, seen
from tests.client.scene import CLOCK, Scene
from tests.client.scenes import state_of
from tests.client.serving import served

LINES = tuple(record_text(2, 4).splitlines())
HELLO = Hello(versions=(1, 1), name="Ana")


def played_out(*, keeps: bool = True, deals: int | None = None) -> Scene:
    """Ana has sat through a match, to its end or up to a deal, and looks back at it."""
    played = Scene(language=Language.ENGLISH)
    played.state = reduce(played.state, LinkUp("Ana", resumed=False, keeps_matches=keeps))
    rules = read_record(LINES).header.rules
    played.hear(Joined(table="t1", name="Café", seat=Seat.SOUTH, preset="ffb", rules=rules, clock=CLOCK))
    for seat, name in NAMES.items():
        played.happen(SeatChanged(seat, Occupant.PERSON, name, connected=True))
    events = seen(events_of(2, 4), Seat.SOUTH)
    begins = [at for at, event in enumerate(events) if isinstance(event, DealStarted)]
    for event in events if deals is None else events[: begins[deals]]:
        played.n += 1
        played.hear(Envelope("t1", played.n, 0, event))
    played.press("y", "end")
    return played


def info(**changes: Any) -> MatchInfo:
    """The match as the server lists it."""
    _, events = replay(read_record(LINES))
    listed = MatchInfo(
        match=7,
        at=1_795_300_000_000,
        table="Café",
        preset="ffb",
        target=1000,
        deals=max(event.deal for event in events if isinstance(event, DealStarted)),
        seats=dict(NAMES),
        score={team: replay_of(played_out().state).view.totals[team] for team in Team},
    )
    return replace(listed, **changes)


def heard(state: ClientState, message: FromServer) -> ClientState:
    return reduce(state, Received(message, now=10.0))


def come(state: ClientState) -> ClientState:
    """Its record has come, in two pages."""
    state = heard(archive.ask_on(state).state, Matches(matches=(info(match=8, table="Club"), info()), more=False))
    state = heard(archive.ask_on(state).state, RecordPage(match=7, after=0, lines=LINES[:100], more=True))
    return heard(archive.ask_on(state).state, RecordPage(match=7, after=100, lines=LINES[100:], more=False))


@pytest.mark.parametrize("key", ["s", "v"])
def test_the_record_is_sought_among_the_matches_of_the_server_and_asked_for(key: str) -> None:
    done = press(played_out().state, key)
    assert (done.effect, done.state.notice) == (FetchRecord(), None)
    assert "Loading the match" in shown(done.state)
    asked = archive.ask_on(done.state)
    assert asked.send == (ListMatches(id=archive.BROWSING),)
    state = heard(asked.state, Matches(matches=(info(match=8, table="Club"), info()), more=False))
    asked = archive.ask_on(state)
    assert asked.send == (GetRecord(match=7, after=0, id=archive.BROWSING),)


def test_once_it_has_come_the_replay_is_where_it_was_and_both_keys_work() -> None:
    before = press(press(press(played_out().state, "2").state, "down").state, "s").state
    state = come(before)
    match_replay, was = replay_of(state), replay_of(before)
    assert match_replay.record == LINES
    assert (match_replay.replay_deal.deal, match_replay.stop, match_replay.eyes, match_replay.own) == (
        was.replay_deal.deal,
        was.stop,
        was.eyes,
        was.own,
    )
    assert state.behind is Screen.PLAY
    assert archive.wanted(state) is None
    assert press(state, "s").effect == KeepRecord("Café", LINES)
    assert press(state, "v").effect == Weigh()


@pytest.mark.parametrize("key", ["s", "v"])
@pytest.mark.parametrize(
    "listed",
    [(), ({"table": "Club"},), ({"deals": 5},), ({"score": {Team.NORTH_SOUTH: 0, Team.EAST_WEST: 10}},)],
)
def test_a_match_that_the_server_has_not_kept_is_told_as_such(key: str, listed: tuple[dict[str, Any], ...]) -> None:
    state = archive.ask_on(press(played_out().state, key).state).state
    state = heard(state, Matches(matches=tuple(info(**changes) for changes in listed), more=False))
    assert state.notice == NoReplay(Playback.NOT_KEPT)
    assert archive.wanted(state) is None


def test_another_match_of_the_same_score_is_not_taken_for_it() -> None:
    state = archive.ask_on(press(played_out().state, "s").state).state
    state = heard(state, Matches(matches=(info(),), more=False))
    other = tuple(record_text(3, 4).splitlines())
    state = heard(archive.ask_on(state).state, RecordPage(match=7, after=0, lines=other, more=False))
    assert state.notice == NoReplay(Playback.NOT_KEPT)
    assert replay_of(state).record == ()


@pytest.mark.parametrize("key", ["s", "v"])
def test_a_server_that_keeps_nothing_is_not_asked(key: str) -> None:
    done = press(played_out(keeps=False).state, key)
    assert done.effect is None
    assert done.state.notice == NoReplay(Playback.NO_ARCHIVE)


def test_without_a_connection_nothing_is_waited_for() -> None:
    done = press(replace(played_out().state, link=Link.LOST), "s")
    assert (done.effect, done.state.notice) == (None, News.OFFLINE)
    assert archive.wanted(done.state) is None


@pytest.mark.parametrize(("key", "said"), [("s", Playback.NO_RECORD_YET), ("v", Playback.NOT_WEIGHED_YET)])
def test_before_the_end_of_the_match_there_is_none(key: str, said: Playback) -> None:
    done = press(played_out(deals=2).state, key)
    assert done.effect is None
    assert done.state.notice == NoReplay(said)


def test_a_match_that_has_ended_behind_the_replay_is_over_there_too() -> None:
    played = played_out(deals=2)
    for event in seen(events_of(2, 4), Seat.SOUTH)[played.n - len(NAMES) :]:
        played.n += 1
        played.hear(Envelope("t1", played.n, 0, event))
    assert played.table.view.phase is Phase.MATCH_OVER
    done = press(played.state, "s")
    assert done.effect == FetchRecord()
    assert replay_of(come(done.state)).record == LINES


def test_whoever_goes_back_to_the_table_waits_no_longer() -> None:
    state = press(press(played_out().state, "s").state, "q").state
    assert archive.wanted(state) is None
    assert heard(state, Matches(matches=(info(),), more=False)).match_replay is None


def test_where_nobody_plays_a_card_it_is_told_where_their_worth_is() -> None:
    state = press(come(press(played_out().state, "v").state), "v").state
    assert state.notice == NoReplay(Playback.WEIGHED_IN_PLAY)
    assert replay_of(state).weighs


async def _nowhere(*_: object) -> None:
    raise AssertionError


async def test_at_a_real_server_the_match_that_was_watched_is_kept_and_weighed(tmp_path: Path) -> None:
    async with served(target=120) as house:
        store = ClientStore(ClientState(ui=Ui(settings=Settings(celebrations=False))))
        async with trio.open_nursery() as nursery:
            await nursery.start(stay_connected, store, house.address, HELLO)
            nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
            await store.until(lambda state: bool(state.tables))
            store.do(lambda state: lobby.look_at(state, state.tables[0]))
            await store.until(lambda state: state.table is not None)
            async with trio.open_nursery() as players:
                await house.sit(players, tuple(Seat))
                await store.until(lambda state: state.table is not None and state.table.view.phase is Phase.MATCH_OVER)
                players.cancel_scope.cancel()
            store.press("y")
            store.press("end")
            store.press("s")
            await store.until(lambda state: isinstance(state.notice, RecordKept))
            (kept,) = records_folder().glob("*.jsonl")
            assert tuple(kept.read_text(encoding="utf-8").splitlines()) == replay_of(store.state).record
            store.press("v")
            for _ in range(3):
                store.press("up")
            await store.until(lambda state: bool(replay_of(state).advice))
            nursery.cancel_scope.cancel()


def test_in_lines_both_words_work_once_the_match_is_over() -> None:
    lines = Lines(press(played_out().state, "q").state)

    def errand_of(line: str) -> object:
        lines.type(line)
        return lines.done.effect

    assert errand_of("replay") is None
    assert errand_of("save") == FetchRecord()
    lines.state = come(lines.state)
    assert errand_of("s") == KeepRecord("Café", LINES)
    assert errand_of("save /tmp/x/m 1.jsonl") == KeepRecord("Café", LINES, "/tmp/x/m 1.jsonl")
    assert errand_of("values") == Weigh()
    assert Playback.NO_LONGER_WEIGHED.english in lines.type("v")


PATH = "~/.local/share/coinche/matches/the-table-of-somebody-with-a-long-name-17.jsonl"


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 22), Size(40, 12)])
def test_where_a_match_is_kept_is_told_to_the_end_of_the_path(size: Size) -> None:
    state = reduce(played_out().state, RecordWritten(PATH))
    told = "".join(shown(state, size).split())
    assert PATH in told
    assert "coinche-client--replay" in told


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 12)])
def test_a_file_that_cannot_be_read_is_told_to_the_end_of_its_path_at_home(size: Size) -> None:
    state = reduce(ClientState(screen=Screen.HOME, has_home=True), RecordUnread(f"{PATH}.{PATH}", "no such file"))
    assert f"{PATH}.{PATH}" in "".join(shown(state, size).split())


def test_past_the_last_card_it_is_told_too_where_the_worth_is() -> None:
    state = come(press(played_out().state, "s").state)
    while replay_of(state).view.phase is not Phase.PLAYING:
        state = press(state, "left").state
    assert replay_of(state).view.turn is None
    assert press(state, "v").state.notice == NoReplay(Playback.WEIGHED_IN_PLAY)


def test_eyes_that_look_already_are_told_again_in_lines() -> None:
    lines = Lines(played_out().state)
    assert lines.type("eyes s") == lines.type("eyes s") != ""


@pytest.mark.parametrize("key", ["q", "c-c"])
def test_whoever_leaves_after_the_match_is_not_asked_whether_he_will_leave_it(key: str) -> None:
    state = press(played_out().state, "q").state
    assert state.table is not None
    done = press(state, key)
    assert done.state.ui.overlay is None
    assert done.quit or done.state.table is None


def test_matches_that_another_window_holds_are_said_to_be_there() -> None:
    empty = replace(state_of("matches_empty"), beside=True)
    assert "dans une autre fenêtre" in text(empty, Size(80, 24))
