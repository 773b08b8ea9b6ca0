"""Tests that a player with a key returns to their own seat without a session secret, and to no other of that match."""

from __future__ import annotations

from typing import Any

import trio

from coinche.server.match.table_options import Pace
from tests.server.connections.test_sign_in import Person

BRISK = Pace(bot=0.01, trick=0.01, recap=0.05, final=0.05)


async def program(running: Any, who: Person, name: str) -> Any:
    """A connection on which a program has signed in with that key."""
    wire = await running.connect()
    await wire.send(**who.hello(name, program=True))
    await wire.send(type="prove", proof=who.proof((await wire.until("welcome"))["nonce"]))
    wire.name = (await wire.until("ready"))["name"]
    return wire


async def beside(running: Any, table: str, seats: str) -> dict[str, Any]:
    """Guests on those seats."""
    guests = {seat: await running.connect(f"guest {seat}") for seat in seats}
    for seat, wire in guests.items():
        await wire.send(type="join", table=table, seat=seat)
        await wire.until("joined")
    return guests


async def opened(wire: Any, seat: str) -> str:
    await wire.send(type="create_table", name="table", seat=seat)
    table: str = (await wire.until("joined"))["table"]
    return table


async def lost(wire: Any, witness: Any, seat: str) -> None:
    """The connection ends without a word, and the table has noticed it."""
    await trio.aclose_forcefully(wire.stream)
    await witness.until("seat_changed", seat=seat, connected=False)


async def test_a_person_is_back_on_his_seat_as_soon_as_he_has_signed_in(run_server: Any) -> None:
    async with run_server(pace=BRISK) as running:
        ana = Person()
        first = await running.connect()
        await ana.sign_in(first, "Ana")
        guests = await beside(running, await opened(first, "N"), "ESW")
        hand = (await first.until("hand_dealt", seat="N"))["cards"]
        await lost(first, guests["E"], "N")
        again = await running.connect()
        ready = await ana.sign_in(again, "Ana")
        assert ready["name"] == "Ana"
        assert (await again.until("joined"))["seat"] == "N"
        assert (await again.until("seat_changed"))["n"] == 1, "the whole log comes"
        assert (await again.until("hand_dealt", seat="N"))["cards"] == hand
        await guests["E"].until("seat_changed", seat="N", connected=True)


async def test_another_key_gets_nothing_of_it(run_server: Any) -> None:
    async with run_server(pace=BRISK) as running:
        ana, bob = Person(), Person()
        first = await running.connect()
        await ana.sign_in(first, "Ana")
        guests = await beside(running, await opened(first, "N"), "ESW")
        await first.until("hand_dealt", seat="N")
        await lost(first, guests["E"], "N")
        other = await running.connect()
        assert (await bob.sign_in(other, "Bob"))["name"] == "Bob"
        assert (await other.read())["type"] == "lobby"


async def test_one_key_sees_one_hand_of_a_match(run_server: Any) -> None:
    async with run_server() as running:
        ana = Person()
        first = await program(running, ana, "Ana")
        table = await opened(first, "N")
        guests = await beside(running, table, "ESW")
        await first.until("hand_dealt", seat="N")
        await guests["W"].send(type="bye")
        await first.until("seat_changed", seat="W", occupant="bot")
        second = await program(running, ana, "Ana")
        assert second.name == "Ana 2"
        for seat in ({"seat": "W"}, {}):
            await second.send(type="join", table=table, **seat)
            refusal = await second.until("error", "joined")
            assert refusal.get("code") == "FORBIDDEN", refusal


async def test_a_program_that_starts_anew_takes_its_own_seat_by_joining(run_server: Any) -> None:
    async with run_server() as running:
        ana = Person()
        first = await program(running, ana, "Ana")
        table = await opened(first, "N")
        guests = await beside(running, table, "ESW")
        await first.until("hand_dealt", seat="N")
        await lost(first, guests["E"], "N")
        again = await program(running, ana, "Ana")
        await again.send(type="join", table=table)
        assert (await again.until("joined", "error"))["seat"] == "N"
        changed = await guests["E"].until("seat_changed", seat="N", connected=True)
        assert changed["occupant"] == "program"


async def test_a_pair_of_one_key_may_sit_down_before_the_match(run_server: Any) -> None:
    async with run_server() as running:
        ana = Person()
        first, second = await program(running, ana, "pair"), await program(running, ana, "pair")
        table = await opened(first, "N")
        await second.send(type="join", table=table, seat="S")
        assert (await second.until("joined"))["seat"] == "S"
