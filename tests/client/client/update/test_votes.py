"""Tests of the vote against a stalling player: its key appears when useful, is pressed twice, and names the player."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import trio
import trio.testing

from coinche.client.line.commands import now
from coinche.client.line.loop import news, read_lines
from coinche.client.model.messages import Received
from coinche.client.model.notices import News
from coinche.client.model.state import ClientState
from coinche.client.runtime.store import ClientStore
from coinche.client.update import table_requests
from coinche.client.update.server_messages import STALLED
from coinche.client.update.table_events import happened
from coinche.client.update.update import reduce
from coinche.client.views import screen
from coinche.client.views.text_lines import Size, text_of
from coinche.engine.events import Passed
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.protocol.messages import Clock, Envelope, Joined, Left, Occupant, SeatChanged, SeatInfo, VoteCast, VoteOut
from tests.client.client.line.test_asides import ENGLISH, FRENCH
from tests.client.scene import Scene
from tests.client.scenes import scene

MAX = SeatInfo(seat=Seat.EAST, occupant=Occupant.PERSON, name="Max", connected=True)


def waiting(seconds: float, info: SeatInfo = MAX) -> Scene:
    """A table at which everybody has been waiting for Max for so long."""
    played = scene("follow")
    table, state = played.table, played.state
    view = replace(table.view, turn=info.seat)
    table = replace(table, request=None, view=view, seats={**table.seats, info.seat: info}, trick_shown=False)
    played.state = replace(state, notice=None, table=replace(table, turn_since=state.now - seconds))
    return played


def shown(state: ClientState) -> str:
    """The screen, as one line."""
    return " ".join(" ".join(map(text_of, screen(state, ENGLISH, Size(80, 24)))).split())


def test_a_vote_is_offered_once_somebody_stalls() -> None:
    assert table_requests.against(waiting(STALLED - 1).state) is None
    assert table_requests.against(waiting(STALLED).state) is Seat.EAST
    assert "v: replace with a bot" in shown(waiting(STALLED).state)
    assert "voter (remplacer par un bot)" in " ".join(now(waiting(STALLED).state, FRENCH))


def test_a_vote_is_offered_once_half_of_the_time_at_a_slow_clock_is_used() -> None:
    played = waiting(299)
    joined = Joined(
        table="t2",
        name="t",
        seat=Seat.SOUTH,
        preset="ffb",
        rules=FFB,
        clock=Clock(move_ms=600_000, bank_ms=0),
    )
    played.hear(joined)
    assert played.table.stalls_after == 300


def test_a_vote_is_offered_at_once_against_who_is_away_and_never_against_a_bot() -> None:
    assert table_requests.against(waiting(0, replace_info(connected=False)).state) is Seat.EAST
    assert table_requests.against(waiting(99, replace_info(occupant=Occupant.BOT)).state) is None


def test_whoever_is_away_is_told_to_be_waited_for_and_for_how_long_at_most() -> None:
    assert "Waiting for Max, a minute at most… 0:23 so far" in shown(waiting(23, replace_info(connected=False)).state)


def replace_info(*, occupant: Occupant = Occupant.PERSON, connected: bool = True) -> SeatInfo:
    """Max, or the bot in Max's place."""
    return SeatInfo(seat=Seat.EAST, occupant=occupant, name="Max", connected=connected)


def test_nobody_votes_where_the_clock_does_it_and_who_watches_does_not() -> None:
    state = waiting(99).state
    assert state.table is not None
    for table in (
        replace(state.table, strict=True),
        replace(state.table, seat=None),
        replace(state.table, closed=True),
    ):
        assert table_requests.against(replace(state, table=table)) is None


def test_the_key_is_pressed_twice() -> None:
    played = waiting(99)
    assert played.press("v") == ()
    assert "v again (or “vote”) to replace Max with a bot" in shown(played.state)
    assert played.press("v") == (VoteOut(table=played.table.table, seat=Seat.EAST),)
    other = waiting(99)
    other.press("v", "x")
    assert other.press("v") == ()


def test_a_vote_is_cast_once_until_the_other_does_something() -> None:
    played = waiting(99)
    played.happen(VoteCast(Seat.SOUTH, Seat.EAST))
    assert table_requests.against(played.state) is None
    table = replace(played.table, votes=happened(played.table, Passed(Seat.EAST)).votes)
    assert table_requests.against(replace(played.state, table=table)) is Seat.EAST
    table = happened(played.table, SeatChanged(Seat.NORTH, Occupant.PERSON, "Bo", True))
    assert table.votes == {(Seat.SOUTH, Seat.EAST)}
    back = happened(played.table, SeatChanged(Seat.EAST, Occupant.PERSON, "Max", True))
    assert back.votes == frozenset()


def test_votes_are_told() -> None:
    before = waiting(99).state
    assert before.table is not None
    for event, told in (
        (VoteCast(Seat.SOUTH, Seat.EAST), "You want to replace Max with a bot."),
        (VoteCast(Seat.EAST, Seat.SOUTH), "Max wants to replace you with a bot: play!"),
    ):
        came = Received(Envelope(table=before.table.table, n=before.table.n + 1, at=0, event=event), before.now)
        assert list(news(before, reduce(before, came), came, ENGLISH)) == [told]


async def test_the_line_mode_knows_how_long_one_has_waited(autojump_clock: trio.testing.MockClock) -> None:
    state = waiting(0).state
    assert state.table is not None
    started = trio.current_time()
    store = ClientStore(replace(state, now=started, table=replace(state.table, turn_since=started)))
    told: list[str] = []

    async def typed() -> AsyncIterator[str]:
        for _ in range(2):
            yield "vote"
        await trio.sleep(STALLED)
        for _ in range(2):
            yield "vote"
        message = store.outbox.receive_nowait()
        assert message == VoteOut(table="t1", seat=Seat.EAST)

    with trio.fail_after(60):
        await read_lines(store, typed(), told.append)


def test_who_is_voted_out_is_told_why() -> None:
    played = waiting(99)
    played.hear(Left(table=played.table.table, reason="voted_out"))
    assert played.state.table is None
    assert played.state.notice is News.VOTED_OUT
