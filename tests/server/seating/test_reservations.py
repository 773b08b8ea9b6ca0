"""Tests of seats taken in mid-deal, which change hands with the next deal, so that nobody sees another's hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coinche.engine.seats import Seat
from coinche.protocol.messages import AddBot, Admit, AdmitAgreed, Clock, Envelope, Join, Occupant, SeatChanged
from coinche.server import limits
from coinche.server.match.table_options import Pace
from tests.server.conftest import OpenJournal
from tests.server.connections.test_sign_in import Person, made, with_token
from tests.server.machine import Machine, ok
from tests.server.table.test_votes import on_turn, vote
from tests.server.table.test_votes_after_a_restart import ComeBack, of_people
from tests.server.tables import Map, answer, quiet, say, seated, watching

BRISK = Pace(bot=0.01, trick=0.01, recap=0.05, final=0.05, reaction=0.01)
LONG = Clock(move_ms=60_000, bank_ms=0)
AT_ONCE = Clock(move_ms=0, bank_ms=60_000)


def cards_seen(wire: Any) -> set[str]:
    """Every card that the client was ever dealt, for whatever seat."""
    dealt = (m for m in wire.seen if m["type"] == "hand_dealt")
    return {card for m in dealt for card in m["cards"] or ()}


async def bots_on(running: Any, table: str, wires: dict[str, Any], seats: str) -> None:
    """Those who sit there leave in mid-match, so that a bot has each seat."""
    for seat in seats:
        await wires[seat].send(type="leave", table=table)
        await wires[seat].until("left")
        await wires["N"].until("seat_changed", seat=seat, occupant="bot")


async def a_deal_with_bots(running: Any, seats: str = "ESW", **create: Any) -> tuple[str, dict[str, Any]]:
    """A table in the middle of a deal, with bots on those seats."""
    table, wires = await seated(running, **create)
    await wires["N"].until("hand_dealt")
    await bots_on(running, table, wires, seats)
    return table, wires


async def a_deal_dealt_to_bots(running: Any, seats: str, **create: Any) -> tuple[str, dict[str, Any]]:
    """A table in its second deal, in which bots have had those seats from the beginning."""
    table, wires = await a_deal_with_bots(running, seats, **create)
    await throw_in(table, wires, without=seats)
    await wires["N"].until("deal_started", deal=2)
    await wires["N"].until("hand_dealt", seat="N")
    return table, wires


async def newcomer(running: Any, table: str, seat: str, name: str = "newcomer") -> Any:
    """A guest who has asked for that seat, whatever came of it, and has read all that there is."""
    wire = await running.connect(name, program=False)
    wire.got = await join(wire, table, seat)
    await quiet(wire)
    return wire


async def join(wire: Any, table: str, seat: str | None = None) -> Map:
    await wire.send(type="join", id=4, table=table, **({} if seat is None else {"seat": seat}))
    got: Map = await wire.until("joined", "error", re=4)
    return got


# --- the peek ----------------------------------------------------------------------------------------


async def test_guests_who_join_bots_seats_one_after_the_other_see_no_hand(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, _ = await a_deal_with_bots(running)
        for seat in "ESW":
            guest = await newcomer(running, table, seat, f"guest {seat}")
            assert (guest.got["seat"], guest.got["reserved"]) == (None, seat)
            assert cards_seen(guest) == set()
            await guest.send(type="leave", table=table)
            await guest.until("left")


async def test_fresh_keys_see_no_hand(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, _ = await a_deal_with_bots(running)
        for seat in "ESW":
            wire = await running.connect()
            await Person().sign_in(wire, f"key {seat}")
            assert (await join(wire, table, seat))["seat"] is None
            await quiet(wire)
            assert cards_seen(wire) == set()


async def test_who_has_watched_sees_no_hand(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, _ = await a_deal_with_bots(running)
        wire = await watching(running, table)
        await wire.send(type="leave", table=table)
        await wire.until("left")
        assert (await join(wire, table, "E"))["reserved"] == "E"
        await quiet(wire)
        assert cards_seen(wire) == set()


async def test_nobody_new_sits_down_at_a_strict_table_during_the_match(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        running.server.lobby.server.bots = ("steady", "greedy")
        table, wires = await a_deal_with_bots(running, "E", strict=True)
        guest = await newcomer(running, table, "E")
        assert (guest.got["code"], guest.got["data"]["reason"]) == ("FORBIDDEN", "strict")
        refused = await answer(wires["N"], 9, type="add_bot", table=table, bot="greedy", seat="E")
        assert (refused["code"], refused["data"]["reason"]) == ("FORBIDDEN", "strict")


async def test_another_bot_of_the_hosts_plays_from_the_next_deal_where_other_people_sit(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        running.server.lobby.server.bots = ("steady", "greedy")
        provider = await running.provider()
        table, wires = await a_deal_with_bots(running, "E")
        assert (await provider.until("invite"))["seat"] == "E"
        await provider.send(type="accept", table=table, seat="E")
        assert (await answer(wires["N"], 9, type="add_bot", table=table, bot="greedy", seat="E"))["type"] == "ok"
        reserved = await wires["S"].until("seat_reserved")
        assert (reserved["seat"], reserved["occupant"], reserved["name"]) == ("E", "bot", "greedy")
        assert not [m for m in await quiet(provider) if m["type"] in ("dismiss", "invite")]


def second_deal_with_bots(seats: str) -> Machine:
    """The same as `a_deal_dealt_to_bots`, driven by hand: nobody has to wait until no bot has come."""
    machine = Machine(pace=BRISK, clock=LONG, bots=("steady", "greedy")).open()
    for seat in "NESW":
        if seat not in seats:
            machine.client(seat, person=True).say(Join, seat=Seat(seat))
    for seat in seats:
        ok(machine["N"].say(AddBot, seat=Seat(seat)))
    while machine.state is None or machine.state.deal < 2:
        if machine.turn is None or machine.turn.seat in seats:
            machine.pass_time(limits.INVITE)
        else:
            ok(machine.on_turn.act("pass"))
    return machine


def test_the_bot_of_a_host_who_sits_alone_with_bots_plays_at_once() -> None:
    machine = second_deal_with_bots("ESW")
    told = machine["N"].after
    ok(machine["N"].say(AddBot, bot="greedy", seat=Seat.EAST))
    changed = [one.event for one in machine["N"].seen if isinstance(one, Envelope) and one.n > told]
    assert changed[0] == SeatChanged(Seat.EAST, Occupant.BOT, "greedy", connected=True)


async def lender(running: Any, name: str) -> Any:
    """A provider with a token that the operator has made for it."""
    wire = await running.connect()
    token = made(running.server.register, name, provider=True)
    await with_token(wire, name, token, role="provider")
    return wire


async def test_a_lender_that_comes_in_mid_deal_is_lent_no_seat_before_the_next(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        running.server.lobby.server.bots = ("steady", "greedy")
        table, wires = await seated(running)
        await wires["N"].until("hand_dealt")
        stranger = await lender(running, "stranger")
        await bots_on(running, table, wires, "E")
        await stranger.send(type="accept", table=table, seat="E")
        assert not [m for m in await quiet(stranger) if m["type"] in ("invite", "request")]
        own = await running.provider()
        assert (await own.until("invite"))["seat"] == "E", "the server's own is trusted"


@pytest.mark.usefixtures("stalls_at_once")
async def test_a_lender_that_came_in_mid_deal_plays_from_the_next(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=AT_ONCE) as running:
        table, wires = await a_deal_with_bots(running, "E")
        stranger = await lender(running, "stranger")
        await throw_in(table, wires, without="E")
        assert (await stranger.until("invite"))["seat"] == "E"


# --- with the next deal ------------------------------------------------------------------------------


async def test_the_seat_comes_with_the_next_deal_and_with_its_hand_alone(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, wires = await seated(running)
        await wires["N"].until("hand_dealt")
        await bots_on(running, table, wires, "W")
        late = await newcomer(running, table, "W", "Zoé")
        told = await wires["N"].until("seat_reserved")
        assert (told["seat"], told["occupant"], told["name"]) == ("W", "person", "Zoé")
        await throw_in(table, wires, without="W")
        joined = await late.until("joined")
        assert (joined["seat"], joined["reserved"]) == ("W", None)
        assert (await late.until("seat_changed"))["n"] == 1, "the log comes from its beginning"
        hidden = await late.until("hand_dealt", seat="W")
        assert hidden["cards"] is None, "what was dealt there before stays hidden"
        await late.until("deal_started", deal=2)
        assert len((await late.until("hand_dealt", seat="W"))["cards"]) == 8
        changed = await wires["N"].until("seat_changed", seat="W")
        assert (changed["occupant"], changed["name"]) == ("person", "Zoé")
        assert len(cards_seen(late)) == 8


def test_a_newcomer_who_is_not_back_from_a_restart_waits_for_the_deal_after() -> None:
    machine = second_deal_with_bots("SW")
    machine.client("new", person=True).say(Join, seat=Seat.SOUTH)
    ok(machine["N"].say(Admit, seat=Seat.SOUTH, name="new"))
    again = machine.restarted()
    assert again.picture == machine.picture
    again.wake()
    for name in "NE":
        again[name].come_back()
    play_deal(again)
    assert again.picture == again.restarted().picture
    new = again["new"]
    assert new.session.id in again.server.sessions
    new.come_back()
    ok(again["E"].say(Admit, seat=Seat.SOUTH, name="new"))
    assert new.place is None, "the agreement was for the deal that is over"
    play_deal(again)
    assert new.place is Seat.SOUTH


def play_deal(machine: Machine) -> None:
    """Throw the running deal in, and have the next dealt."""
    assert machine.state is not None
    deal = machine.state.deal
    while machine.state.deal == deal:
        if machine.turn is None or machine.table._seats[machine.turn.seat].acting is None:
            machine.pass_time(limits.INVITE)
        else:
            ok(machine.on_turn.act("pass"))


async def throw_in(table: str, wires: dict[str, Any], without: str = "") -> None:
    """Everybody passes in turn, but for bots, which pass by themselves: the deal is thrown in."""
    started = [m for m in wires["N"].seen if m["type"] == "deal_started"]
    dealer = (started[-1] if started else await wires["N"].until("deal_started"))["dealer"]
    order = "NWSE" * 2
    for seat in order[order.index(dealer) + 1 :][:4]:
        if seat not in without:
            await say(table, wires[seat], "pass")


async def test_who_waits_and_leaves_frees_the_seat_for_others(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, wires = await a_deal_with_bots(running, "E")
        first = await newcomer(running, table, "E", "first")
        second = await newcomer(running, table, "E", "second")
        assert second.got["code"] == "SEAT_TAKEN"
        await first.send(type="leave", table=table)
        await first.until("left")
        freed = await wires["N"].until("seat_reserved", occupant="free")
        assert (freed["seat"], freed["name"]) == ("E", "")
        assert (await join(second, table, "E"))["reserved"] == "E"


async def test_who_waits_and_loses_the_connection_frees_the_seat(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, wires = await a_deal_with_bots(running, "E")
        first = await newcomer(running, table, "E", "first")
        await first.stream.aclose()
        await wires["N"].until("seat_reserved", seat="E", occupant="free")


async def test_the_lobby_says_who_waits_for_which_seat(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, _ = await a_deal_with_bots(running, "E")
        await newcomer(running, table, "E", "Zoé")
        info = running.server.lobby.tables[table].info()
        assert [seat.reserved_by for seat in info.seats] == ["", "Zoé", "", ""]
        listed = await running.server.orders.obey(("tables",))
        assert listed.data["tables"][0]["reserved"] == {"E": "Zoé"}
        assert " E:Zoé " in listed.lines[1]


async def test_between_deals_a_bots_seat_is_taken_at_once(run_server: Any) -> None:
    async with run_server(pace=Pace(recap=60.0), clock=LONG) as running:
        table, wires = await a_deal_with_bots(running, "E")
        await throw_in(table, wires, without="E")
        await wires["N"].until("recap_started")
        late = await newcomer(running, table, "E")
        assert late.got["seat"] == "E"
        assert cards_seen(late) == set()


async def test_their_own_seat_people_get_back_at_once(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, wires = await a_deal_with_bots(running, "E")
        again = await join(wires["E"], table, "E")
        assert again["seat"] == "E"
        assert len((await wires["E"].until("hand_dealt", seat="E"))["cards"]) > 0


async def test_a_seat_held_in_an_earlier_deal_comes_with_the_next(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, wires = await a_deal_with_bots(running, "E")
        seen = cards_seen(wires["E"])
        await throw_in(table, wires, without="E")
        await wires["N"].until("hand_dealt", seat="N")
        assert (await join(wires["E"], table, "E"))["reserved"] == "E"
        await quiet(wires["E"])
        assert cards_seen(wires["E"]) == seen


# --- at once, where all agree ------------------------------------------------------------------------


async def admit(wire: Any, table: str, seat: str, name: str = "newcomer") -> Map:
    return await answer(wire, 8, type="admit", table=table, seat=seat, name=name)


async def test_a_newcomer_gets_the_seat_at_once_when_all_who_were_dealt_a_hand_agree(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, wires = await a_deal_dealt_to_bots(running, "E")
        late = await newcomer(running, table, "E")
        for seat in "NS":
            assert (await admit(wires[seat], table, "E"))["type"] == "ok"
            agreed = await late.until("admit_agreed")
            assert (agreed["seat"], agreed["newcomer"]) == (seat, "E")
        assert cards_seen(late) == set()
        assert (await admit(wires["W"], table, "E"))["type"] == "ok"
        assert (await late.until("joined"))["seat"] == "E"
        await quiet(late)
        assert len(cards_seen(late)) == 8, "the hand of this deal, and none of the one before"


async def test_nobody_is_let_in_while_somebody_who_was_dealt_a_hand_has_left(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, wires = await a_deal_with_bots(running, "E")
        late = await newcomer(running, table, "E")
        for seat in "NSW":
            refused = await admit(wires[seat], table, "E")
            assert (refused["code"], refused["data"]["reason"]) == ("FORBIDDEN", "dealt")
        await quiet(late)
        assert cards_seen(late) == set()
        assert (await join(wires["E"], table, "E"))["seat"] == "E", "who left has the seat back at once"


async def test_nobody_is_let_in_where_a_program_was_dealt_a_hand(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, wires = await a_deal_dealt_to_bots(running, "E", people="NES")
        await newcomer(running, table, "E")
        assert (await admit(wires["N"], table, "E"))["data"]["reason"] == "dealt"


async def test_an_agreement_is_for_the_newcomer_that_it_names(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, wires = await a_deal_dealt_to_bots(running, "ESW")
        friend = await newcomer(running, table, "E", "friend")
        await friend.send(type="leave", table=table)
        await friend.until("left")
        rogue = await newcomer(running, table, "E", "rogue")
        refused = await admit(wires["N"], table, "E", "friend")
        assert (refused["code"], refused["data"]["reason"]) == ("FORBIDDEN", "gone")
        await quiet(rogue)
        assert cards_seen(rogue) == set()


async def test_who_touches_a_seat_during_the_cut_has_not_been_dealt_its_hand(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, wires = await seated(running, preset="contree")
        await wires["N"].until("deal_started")
        await bots_on(running, table, wires, "E")
        keys = await running.connect()
        await Person().sign_in(keys, "touches")
        assert (await join(keys, table, "E"))["reserved"] == "E", "the pack is laid: it takes the next deal"


async def test_those_who_watch_admit_nobody(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, _ = await a_deal_dealt_to_bots(running, "E")
        await newcomer(running, table, "E")
        watcher = await watching(running, table)
        assert (await admit(watcher, table, "E"))["code"] == "FORBIDDEN"


async def test_at_a_table_of_programs_nobody_is_admitted_in_mid_deal(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, wires = await seated(running, people="")
        await wires["N"].until("hand_dealt")
        await bots_on(running, table, wires, "E")
        late = await newcomer(running, table, "E")
        for seat in "NSW":
            assert (await admit(wires[seat], table, "E"))["code"] == "FORBIDDEN"
        await quiet(late)
        assert cards_seen(late) == set()


async def test_who_is_away_has_not_agreed(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG, absence_ms=600_000) as running:
        table, wires = await a_deal_dealt_to_bots(running, "E")
        await wires["S"].stream.aclose()
        await wires["N"].until("seat_changed", seat="S", connected=False)
        late = await newcomer(running, table, "E")
        for seat in "NW":
            assert (await admit(wires[seat], table, "E"))["type"] == "ok"
        await quiet(late)
        assert cards_seen(late) == set()


def test_a_host_who_asks_for_another_bot_is_told_to_have_agreed() -> None:
    machine = second_deal_with_bots("E")
    ok(machine["N"].say(AddBot, bot="greedy", seat=Seat.EAST))
    assert machine["S"].all(AdmitAgreed) == [AdmitAgreed(Seat.NORTH, Seat.EAST)]


async def test_those_who_only_wait_and_leave_keep_nobody_else_out(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "NEWCOMERS_OF_ORIGIN", 2)
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, _ = await a_deal_with_bots(running, "E")
        for number in range(2):
            wire = await newcomer(running, table, "E", f"touches {number}")
            await wire.send(type="leave", table=table)
            await wire.until("left")
        assert (await newcomer(running, table, "E", "third")).got["code"] == "FORBIDDEN"
        tenure = running.server.lobby.tables[table]._members.history
        assert not tenure.is_full("another address")


# --- the theft ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("stalls_at_once")
async def test_a_seat_that_was_voted_out_is_closed_to_everybody_until_the_match_ends(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=AT_ONCE) as running:
        running.server.lobby.server.bots = ("steady", "greedy")
        table, wires = await seated(running)
        slow = await on_turn(wires)
        first, second, third = (seat for seat in "NESW" if seat != slow)
        for seat in (first, second):
            await vote(wires[seat], table, slow)
        assert (await wires[slow].until("left"))["reason"] == "voted_out"
        changed = await wires[third].until("seat_changed", seat=slow, occupant="bot")
        assert changed["closed"] is True
        friend = await newcomer(running, table, slow, "friend")
        assert (friend.got["code"], friend.got["data"]["reason"]) == ("FORBIDDEN", "closed")
        assert (await join(friend, table))["code"] == "SEAT_TAKEN"
        info = running.server.lobby.tables[table].info()
        assert [seat.closed for seat in info.seats] == [seat == slow for seat in "NESW"]
        assert (await running.server.orders.obey(("tables",))).data["tables"][0]["closed"] == [slow]
        await wires[slow].send(type="watch", table=table)
        assert (await wires[slow].until("joined"))["seat"] is None, "who was voted out may watch"


# --- after a restart ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("stalls_at_once")
async def test_a_closed_seat_is_closed_when_the_server_has_been_started_again(
    run_server: Any, tmp_path: Path, journal: OpenJournal
) -> None:
    async with run_server(pace=BRISK, clock=AT_ONCE, store=journal(tmp_path)) as running:
        table, wires = await seated(running)
        slow = await on_turn(wires)
        for seat in [seat for seat in "NESW" if seat != slow][:2]:
            await vote(wires[seat], table, slow)
        await wires[slow].until("left")
    async with run_server(pace=BRISK, clock=AT_ONCE, store=journal(tmp_path)) as running:
        friend = await newcomer(running, table, slow, "friend")
        assert friend.got["data"]["reason"] == "closed"


async def test_newcomers_see_no_hand_when_the_server_has_been_started_again(
    run_server: Any, tmp_path: Path, journal: OpenJournal
) -> None:
    async with run_server(pace=BRISK, clock=LONG, store=journal(tmp_path)) as running:
        table, _ = await a_deal_with_bots(running, "E")
    async with run_server(pace=BRISK, clock=LONG, store=journal(tmp_path)) as running:
        late = await running.connect()
        await Person().sign_in(late, "late")
        assert (await join(late, table, "E"))["reserved"] == "E"
        await quiet(late)
        assert cards_seen(late) == set()


async def test_a_reservation_holds_when_the_server_has_been_started_again(
    run_server: Any, tmp_path: Path, journal: OpenJournal
) -> None:
    zoe = Person()
    async with run_server(pace=BRISK, clock=LONG, store=journal(tmp_path)) as running:
        table, _ = await a_deal_with_bots(running, "E")
        late = await running.connect()
        await zoe.sign_in(late, "Zoé")
        assert (await join(late, table, "E"))["reserved"] == "E"
    async with run_server(pace=BRISK, clock=LONG, store=journal(tmp_path)) as running:
        late = await running.connect()
        await zoe.sign_in(late, "Zoé")
        joined = await late.until("joined")
        assert (joined["seat"], joined["reserved"]) == (None, "E")
        await quiet(late)
        assert cards_seen(late) == set()


async def test_an_agreement_counts_when_the_server_has_been_started_again(
    run_server: Any, come_back: ComeBack, tmp_path: Path, journal: OpenJournal
) -> None:
    zoe = Person()
    async with run_server(pace=BRISK, clock=LONG, absence_ms=60_000, store=journal(tmp_path)) as running:
        table, wires, readies = await of_people(running)
        await bots_on(running, table, wires, "ES")
        await throw_in(table, wires, without="ES")
        await wires["N"].until("deal_started", deal=2)
        late = await running.connect()
        await zoe.sign_in(late, "Zoé")
        assert (await join(late, table, "E"))["reserved"] == "E"
        assert (await admit(wires["N"], table, "E", "Zoé"))["type"] == "ok"
    async with run_server(pace=BRISK, clock=LONG, absence_ms=60_000, store=journal(tmp_path)) as running:
        late = await running.connect()
        await zoe.sign_in(late, "Zoé")
        assert (await late.until("joined"))["reserved"] == "E"
        other = await come_back(running, readies["W"], program=False)
        await other.until("joined")
        assert (await admit(other, table, "E", "Zoé"))["type"] == "ok"
        assert (await late.until("joined"))["seat"] == "E"
