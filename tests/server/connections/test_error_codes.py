"""Tests that provoke every error code: a fatal one ends the connection, the others leave it open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import Clock
from coinche.server import limits

Map = dict[str, Any]
Provoke = Callable[[Any, pytest.MonkeyPatch], Awaitable[Any]]
"""Have a connection refused with the code; return that connection, with the error still to be read."""

PROVOKES: dict[ErrorCode, Provoke] = {}


def provokes(code: ErrorCode) -> Callable[[Provoke], Provoke]:
    def noted(provoke: Provoke) -> Provoke:
        PROVOKES[code] = provoke
        return provoke

    return noted


async def asked(running: Any) -> tuple[str, dict[str, Any], Any, Map]:
    """A table with a match in progress: its id, the clients, the first player asked, and the request."""
    table, seats = await running.four()
    await seats["W"].until("deal_started")
    dealer = next(m["dealer"] for m in seats["W"].seen if m["type"] == "deal_started")
    first = {"S": "E", "E": "N", "N": "W", "W": "S"}[dealer]
    return table, seats, seats[first], await seats[first].until("request")


@provokes(ErrorCode.BAD_FRAME)
async def a_list(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect("Ana")
    await wire.stream.send_all(b"\0\0\0\x01\x90")
    return wire


@provokes(ErrorCode.FRAME_TOO_BIG)
async def a_long_frame(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect("Ana")
    await wire.stream.send_all(b"\0\xff\xff\xff")
    return wire


@provokes(ErrorCode.UNSUPPORTED)
async def another_version(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect()
    await wire.send(type="hello", versions=[2, 3], name="Ana")
    return wire


@provokes(ErrorCode.AUTH_FAILED)
async def a_false_proof(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect()
    await wire.send(type="hello", versions=[1, 1], name="Ana", auth="token")
    await wire.send(type="prove", proof="00" * 32)
    return wire


@provokes(ErrorCode.AUTH_TIMEOUT)
async def no_hello(running: Any, patch: pytest.MonkeyPatch) -> Any:
    patch.setattr(limits, "SIGN_IN", 0.05)
    return await running.connect()


@provokes(ErrorCode.SLOW_CONSUMER)
async def no_room_for_the_answer(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect("Ana")
    await wire.until("lobby")
    patch.setattr(limits, "OUTBOX", -1)
    await wire.send(type="ping", data="for the answer there is no room")
    return wire


@provokes(ErrorCode.FLOOD)
async def one_too_many(running: Any, patch: pytest.MonkeyPatch) -> Any:
    patch.setattr(limits, "CONNECTIONS_PER_ADDRESS", 1)
    await running.connect("Ana")
    wire = await running.connect()
    await wire.send(type="hello", versions=[1, 1], name="Bea")
    return wire


@provokes(ErrorCode.STALE)
async def silence(running: Any, patch: pytest.MonkeyPatch) -> Any:
    patch.setattr(limits, "GONE_AFTER", 0.1)
    return await running.connect("Ana")


@provokes(ErrorCode.REPLACED)
async def a_newer_connection(running: Any, patch: pytest.MonkeyPatch) -> Any:
    from tests.server.conftest import resumed

    wire = await running.connect()
    ready = await wire.sign_in("Ana")
    await (await resumed(running, ready)).until("ready")
    return wire


@provokes(ErrorCode.SHUTDOWN)
async def the_end(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect("Ana")
    await wire.until("lobby")
    running.stop()
    return wire


@provokes(ErrorCode.BAD_MESSAGE)
async def a_number_for_a_name(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect("Ana")
    await wire.send(type="create_table", name=7)
    return wire


@provokes(ErrorCode.UNKNOWN_TYPE)
async def an_unknown_type(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect("Ana")
    await wire.send(type="levitate")
    return wire


@provokes(ErrorCode.NOT_YOUR_TURN)
async def anothers_request(running: Any, patch: pytest.MonkeyPatch) -> Any:
    table, seats, first, request = await asked(running)
    other = next(wire for wire in seats.values() if wire is not first)
    await other.send(type="act", table=table, request=request["request"], action="pass")
    return other


@provokes(ErrorCode.STALE_REQUEST)
async def a_request_that_never_was(running: Any, patch: pytest.MonkeyPatch) -> Any:
    table, _, first, _ = await asked(running)
    await first.send(type="act", table=table, request=99, action="pass")
    return first


@provokes(ErrorCode.ILLEGAL_ACTION)
async def a_card_in_the_auction(running: Any, patch: pytest.MonkeyPatch) -> Any:
    table, _, first, request = await asked(running)
    await first.send(type="act", table=table, request=request["request"], action=request["view"]["hand"][0])
    return first


@provokes(ErrorCode.LATE)
async def an_act_after_its_time(running: Any, patch: pytest.MonkeyPatch) -> Any:
    table, _, first, request = await asked(running)
    await first.until("timed_out")
    await first.send(type="act", table=table, request=request["request"], action="pass")
    return first


@provokes(ErrorCode.NO_SUCH_TABLE)
async def a_table_that_is_not_there(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect("Ana")
    await wire.send(type="join", table="t9")
    return wire


@provokes(ErrorCode.SEAT_TAKEN)
async def a_seat_for_two(running: Any, patch: pytest.MonkeyPatch) -> Any:
    table, _ = await running.four()
    wire = await running.connect("Ana")
    await wire.send(type="join", table=table, seat="N")
    return wire


@provokes(ErrorCode.NO_SUCH_MATCH)
async def a_match_that_nobody_has_played(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect("Ana")
    await wire.send(type="get_record", match=1)
    return wire


@provokes(ErrorCode.NAME_TAKEN)
async def a_name_with_a_token(running: Any, patch: pytest.MonkeyPatch) -> Any:
    running.server.register.add_token("Ana", bytes(32), provider=False)
    wire = await running.connect()
    await wire.send(type="hello", versions=[1, 1], name="Ana")
    return wire


@provokes(ErrorCode.INVALID_RULES)
async def rules_that_are_none(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect("Ana")
    await wire.send(type="create_table", name="table", options={"surkoinche": 4})
    return wire


@provokes(ErrorCode.INVALID_POSITION)
async def a_pack_that_is_none(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect("Ana")
    position = {"dealer": "E", "pack": ["AS"], "actions": []}
    await wire.send(type="create_table", name="table", practice=True, position=position)
    return wire


@provokes(ErrorCode.FORBIDDEN)
async def another_table_at_once(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect("Ana")
    await wire.send(type="create_table", name="one")
    await wire.send(type="create_table", name="two")
    return wire


@provokes(ErrorCode.RATE)
async def too_much_talk(running: Any, patch: pytest.MonkeyPatch) -> Any:
    wire = await running.connect("Ana")
    await wire.send(type="create_table", name="table")
    table = (await wire.until("joined"))["table"]
    for _ in range(6):
        await wire.send(type="chat", table=table, text="again")
    return wire


def test_every_code_is_provoked() -> None:
    assert set(PROVOKES) == set(ErrorCode)


@pytest.mark.parametrize("code", ErrorCode)
async def test_an_error_closes_the_connection_or_keeps_it_as_its_class_says(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, code: ErrorCode
) -> None:
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    clock = Clock(move_ms=30, bank_ms=0) if code is ErrorCode.LATE else None
    async with run_server(clock=clock) as running:
        wire = await PROVOKES[code](running, monkeypatch)
        error = await wire.until("error")
        assert (error["code"], error["class"]) == (code, code.error_class)
        assert error["message"]
        if code.error_class is ErrorClass.FATAL:
            assert await wire.read() is None
        else:
            await wire.send(type="ping", data="still here")
            assert (await wire.until("pong"))["data"] == "still here"
