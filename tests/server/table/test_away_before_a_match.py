"""Tests of players who lose their connection before the first match: the seat is kept for a while."""

from __future__ import annotations

from typing import Any

import pytest

from coinche.engine.seats import Seat
from coinche.protocol.messages import (
    AddBot,
    Begin,
    ClearSeat,
    HostChanged,
    Invite,
    Join,
    Joined,
    Occupant,
    Role,
    SwapSeats,
    Watch,
)
from coinche.server import limits
from coinche.server.lobby.lobby import beyond_share
from coinche.server.sessions.session import Session
from coinche.server.table.match_flow import Gathering
from tests.server.conftest import until
from tests.server.machine import Client, Machine, ok, refused
from tests.server.tables import quiet

AWAY = limits.GATHERING_AWAY
LITTLE = 1.0


def room(*, people: str = "NESW", seats: str = "NE", **options: Any) -> Machine:
    """A table that gathers, with clients on those seats, the first of them its host."""
    machine = Machine(**options).open()
    for seat in seats:
        machine.client(seat, person=seat in people).say(Join, seat=Seat(seat))
    return machine


def seats(machine: Machine) -> dict[str, tuple[str, bool]]:
    """Who sits where, as the lobby shows it, and whether they are connected."""
    return {info.seat: (info.name, info.connected) for info in machine.table.info().seats if info.name}


def hosts(client: Client) -> list[Seat | None]:
    return [event.seat for event in client.all(HostChanged)]


@pytest.mark.parametrize("people", ["NESW", ""], ids=["people", "programs"])
def test_a_seat_is_kept_for_a_player_whose_connection_is_lost(people: str) -> None:
    machine = room(people=people)
    machine["N"].lose()
    assert seats(machine) == {"N": ("N", False), "E": ("E", True)}
    machine.pass_time(AWAY - LITTLE)
    machine["N"].come_back()
    assert machine["N"].all(Joined)[-1].seat is Seat.NORTH
    assert seats(machine) == {"N": ("N", True), "E": ("E", True)}
    machine.pass_time(2 * AWAY)
    assert seats(machine) == {"N": ("N", True), "E": ("E", True)}
    assert hosts(machine["E"]) == [Seat.NORTH]


def test_the_seat_is_freed_once_the_wait_is_over_and_the_host_is_another() -> None:
    machine = room()
    machine["N"].lose()
    machine.pass_time(AWAY - LITTLE)
    assert machine.table.info().host is Seat.NORTH
    machine.pass_time(LITTLE)
    assert seats(machine) == {"E": ("E", True)}
    assert hosts(machine["E"]) == [Seat.NORTH, Seat.EAST]
    assert machine["N"].session.id not in machine.server.sessions


def test_where_seats_are_free_each_absence_has_the_whole_wait() -> None:
    machine = room()
    for _ in range(3):
        machine["N"].lose()
        machine.pass_time(AWAY - LITTLE)
        machine["N"].come_back()
    assert seats(machine)["N"] == ("N", True)


def test_two_who_are_hardly_ever_there_do_not_keep_a_match_from_beginning_without_end() -> None:
    machine = room(seats="NS")
    one, other = machine.client("E"), machine.client("W")
    one.say(Join, seat=Seat.EAST)
    one.lose()
    other.say(Join, seat=Seat.WEST)
    for _ in range(4):
        machine.pass_time(AWAY / 2 - LITTLE)
        other.lose()
        one.come_back()
        one, other = other, one
    assert set(seats(machine)) == set("NESW")
    machine.pass_time(4 * LITTLE)
    assert len(seats(machine)) == 3
    machine.client("next").say(Join)
    assert machine.state is not None


def test_a_new_session_of_the_same_client_has_the_same_account() -> None:
    machine = room(seats="NSW")
    for number in range(2):
        ghost = machine.client(f"ghost {number}", who="key of a ghost")
        if number == 0:
            machine["W"].lose()
        ghost.say(Join, seat=Seat.EAST)
        ghost.lose()
        if number == 0:
            machine["W"].come_back()
            machine.pass_time(AWAY)
            assert "E" not in seats(machine)
            machine["W"].lose()
    assert set(seats(machine)) == set("NSW"), "it has nothing left"


def test_a_table_that_its_only_player_does_not_come_back_to_is_closed() -> None:
    machine = room(seats="N")
    machine["N"].lose()
    machine.pass_time(AWAY - LITTLE)
    assert not machine.table.closed
    machine.pass_time(LITTLE)
    assert machine.table.closed
    assert any("closed (abandoned)" in str(news) for news in machine.news)


def test_an_operators_table_stays() -> None:
    machine = room(seats="N", kept=True)
    machine["N"].lose()
    machine.pass_time(2 * AWAY)
    assert not machine.table.closed
    assert seats(machine) == {}


def test_a_goodbye_frees_the_seat_at_once_even_of_a_player_who_was_away() -> None:
    machine = room()
    machine["E"].go()
    assert seats(machine) == {"N": ("N", True)}
    machine["N"].lose()
    machine["N"].go()
    assert machine.table.closed


def test_a_spectator_whose_connection_is_lost_is_gone_and_keeps_no_table() -> None:
    machine = room(seats="N")
    watcher = machine.client("watcher")
    watcher.say(Watch)
    watcher.lose()
    assert machine.table.spectators == 0
    machine["N"].lose()
    machine.pass_time(AWAY)
    assert machine.table.closed


def test_no_match_begins_by_itself_while_somebody_is_away() -> None:
    machine = room(seats="NES")
    machine["E"].lose()
    machine.client("W", person=True).say(Join, seat=Seat.WEST)
    assert isinstance(machine.waits_for, Gathering)
    machine["E"].come_back()
    assert machine.state is not None


def test_the_wait_over_the_match_begins_with_the_next_player() -> None:
    machine = room(seats="NES")
    machine["E"].lose()
    machine.client("W", person=True).say(Join, seat=Seat.WEST)
    machine.pass_time(AWAY)
    assert isinstance(machine.waits_for, Gathering)
    machine.client("next", person=True).say(Join)
    assert machine.state is not None
    assert machine.seat_of(machine["next"]) is Seat.EAST


def test_the_host_may_begin_while_somebody_is_away_whose_seat_is_played_as_in_mid_match() -> None:
    machine = room(people="", seats="NESW", hold=True, absence_ms=5000)
    provider = machine.provider()
    machine["E"].lose()
    ok(machine["N"].say(Begin))
    while machine.turn.seat is not Seat.EAST:
        machine.play(1)
    machine.pass_time(5 - LITTLE)
    assert not provider.all(Invite)
    machine.pass_time(LITTLE)
    assert [invite.seat for invite in provider.all(Invite)] == [Seat.EAST]
    machine.pass_time_until(lambda: machine.turn.seat is not Seat.EAST)
    machine["E"].come_back()
    assert seats(machine)["E"] == ("E", True), "a match has begun: the seat is kept to its end"


def test_where_nobody_is_waited_for_a_bot_is_asked_as_soon_as_the_match_begins() -> None:
    machine = room(seats="NESW", hold=True, absence_ms=0, strict=True)
    provider = machine.provider()
    machine["E"].lose()
    assert not provider.all(Invite)
    ok(machine["N"].say(Begin))
    assert [invite.seat for invite in provider.all(Invite)] == [Seat.EAST]


def test_no_bot_is_asked_to_play_a_seat_that_is_kept() -> None:
    machine = room(seats="NE", absence_ms=0)
    provider = machine.provider()
    machine["E"].lose()
    again = machine.client("more bots", person=False)
    again.say(Join)
    ok(machine["N"].say(SwapSeats, seats=(Seat.EAST, Seat.SOUTH)))
    assert not provider.all(Invite)


def test_the_host_may_swap_and_clear_a_seat_whose_player_is_away() -> None:
    machine = room()
    machine["E"].lose()
    ok(machine["N"].say(SwapSeats, seats=(Seat.EAST, Seat.SOUTH)))
    assert seats(machine) == {"N": ("N", True), "S": ("E", False)}
    machine["E"].come_back()
    assert machine["E"].all(Joined)[-1].seat is Seat.SOUTH
    machine.pass_time(2 * AWAY)
    assert seats(machine) == {"N": ("N", True), "S": ("E", True)}
    machine["E"].lose()
    ok(machine["N"].say(ClearSeat, seat=Seat.SOUTH))
    assert seats(machine) == {"N": ("N", True)}
    assert machine["E"].session.id not in machine.server.sessions


def test_a_seat_whose_player_is_away_is_freed_however_often_the_host_has_changed_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "REARRANGED", 1)
    machine = room(seats="N")
    for number in range(3):
        ghost = machine.client(f"ghost {number}")
        ghost.say(Join, seat=Seat.EAST)
        ghost.lose()
        ok(machine["N"].say(ClearSeat, seat=Seat.EAST))
    for seat in (Seat.EAST, Seat.SOUTH):
        machine.client(seat.value).say(Join, seat=seat)
    ok(machine["N"].say(ClearSeat, seat=Seat.EAST))
    refused(machine["N"].say(ClearSeat, seat=Seat.SOUTH), "FORBIDDEN")
    machine["S"].lose()
    ok(machine["N"].say(ClearSeat, seat=Seat.SOUTH))


def test_the_wait_goes_with_the_player_to_another_seat() -> None:
    machine = room()
    machine["E"].lose()
    ok(machine["N"].say(SwapSeats, seats=(Seat.EAST, Seat.SOUTH)))
    machine.pass_time(AWAY)
    assert seats(machine) == {"N": ("N", True)}


def test_a_seat_that_is_kept_is_taken() -> None:
    machine = room(seats="NES")
    machine["E"].lose()
    machine.client("W").say(Join, seat=Seat.WEST)
    late = machine.client("late")
    refused(late.say(Join), "SEAT_TAKEN")
    refused(machine["N"].say(AddBot, bot="steady", seat=Seat.EAST), "SEAT_TAKEN")


def test_the_same_client_takes_its_seat_with_a_new_session_and_is_host_again() -> None:
    machine = Machine().open()
    machine.client("N", who="key of Ana").say(Join, seat=Seat.NORTH)
    machine.client("E").say(Join, seat=Seat.EAST)
    machine["N"].lose()
    again = machine.client("N 2", who="key of Ana")
    again.say(Join)
    assert machine.seat_of(again) is Seat.NORTH
    assert machine.table.is_host(again.session)
    machine.pass_time(2 * AWAY)
    assert seats(machine) == {"N": ("N 2", True), "E": ("E", True)}
    assert machine["N"].session.id not in machine.server.sessions


def test_after_a_restart_the_wait_begins_anew() -> None:
    machine = room(people="N")
    machine["N"].lose()
    machine.pass_time(AWAY / 2)
    again = machine.restarted()
    again.wake()
    assert seats(again) == {"N": ("N", False), "E": ("E", False)}
    again.pass_time(AWAY - LITTLE)
    again["E"].come_back(0)
    assert again["E"].all(Joined)[-1].seat is Seat.EAST
    again.pass_time(LITTLE)
    assert seats(again) == {"E": ("E", True)}
    assert again.table.info().host is Seat.EAST


def test_after_a_restart_a_full_table_waits_for_all() -> None:
    machine = room(seats="NESW", hold=True)
    again = machine.restarted()
    again.wake()
    assert isinstance(again.waits_for, Gathering)
    for seat in "NESW":
        again[seat].come_back(0)
    ok(again["N"].say(Begin))
    assert again.state is not None


# --- on a server -------------------------------------------------------------------------------------


async def test_a_session_is_resumed_at_a_table_that_gathers(run_server: Any, come_back: Any) -> None:
    async with run_server() as running:
        maker, looker = await running.connect(), await running.connect("looker")
        ready = await maker.sign_in("maker", program=False)
        await maker.send(type="create_table", name="friends", seat="N", hold=True)
        table = (await maker.until("joined"))["table"]
        await maker.stream.aclose()
        shown: list[Any] = []
        while not (shown and shown[0]["seats"][0]["connected"] is False):
            shown = (await looker.until("lobby"))["tables"]
        back = await come_back(running, ready)
        joined = await back.until("joined")
        assert (joined["table"], joined["seat"]) == (table, "N")
        await back.until("host_changed", seat="N")
        await back.until("seat_changed", seat="N", connected=True)
        assert running.server.lobby.tables[table].info().seats[0].occupant is Occupant.PERSON


async def test_of_the_seats_kept_for_one_address_there_are_so_many_and_no_more(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    monkeypatch.setattr(limits, "GATHERING_AWAY_PER_ADDRESS", 2)
    async with run_server() as running:
        maker = await running.connect("maker")
        await maker.send(type="create_table", name="table", seat="N")
        table = (await maker.until("joined"))["table"]
        for seat in "ESW":
            guest = await running.connect(f"at {seat}")
            await guest.send(type="join", table=table, seat=seat)
            await guest.until("joined")
            await guest.stream.aclose()
            await maker.until("seat_changed", seat=seat, connected=False)
        await maker.until("seat_changed", seat="E", occupant="free")
        await until(lambda: len(running.server.lobby.sessions) == 3)
        await quiet(maker)
        assert [seat.name for seat in running.server.lobby.tables[table].info().seats] == ["maker", "", "at S", "at W"]


async def test_a_host_who_is_just_gone_is_not_unseated_for_guests_who_went_before(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    monkeypatch.setattr(limits, "GATHERING_AWAY_PER_ADDRESS", 2)
    async with run_server() as running:
        host, looker = await running.connect("host"), await running.connect("looker")
        await host.send(type="create_table", name="table", seat="N")
        table = (await host.until("joined"))["table"]
        for seat in "ES":
            guest = await running.connect(f"at {seat}")
            await guest.send(type="join", table=table, seat=seat)
            await guest.until("joined")
            await guest.stream.aclose()
            await host.until("seat_changed", seat=seat, connected=False)
        await host.stream.aclose()
        here = running.server.lobby.tables[table]
        await until(lambda: [seat.name for seat in here.info().seats] == ["host", "", "at S", ""])
        await quiet(looker)


def test_beyond_its_share_an_address_loses_the_longest_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GATHERING_AWAY_PER_ADDRESS", 1)
    away = [
        Session(
            id=str(number), who="", name="x", role=Role.PLAYER, program=True, peer=None, counted_as=at, away_since=since
        )
        for number, (at, since) in enumerate((("home", 0), ("farm", 9), ("farm", 2), ("farm", 5), ("inn", 1)))
    ]
    assert [session.id for session in beyond_share(away)] == ["2", "3"]
