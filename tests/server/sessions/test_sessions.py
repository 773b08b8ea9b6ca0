"""Tests of the registry of sessions, and of taken names."""

from __future__ import annotations

import pytest
import trio
from msgspec import UNSET
from trio.testing import MockClock, wait_all_tasks_blocked

from coinche.protocol.messages import Ok, Role
from coinche.server import limits
from coinche.server.sessions.session import Session, Sessions
from coinche.server.storage.store import MemoryStore
from tests.server.memory_socket import MemorySocket, new_delivery, new_peer


def session(number: str, name: str, table: str | None = "t1") -> Session:
    return Session(id=number, who=number, name=name, role=Role.PLAYER, program=False, peer=None, table=table)


def test_a_name_is_borne_as_long_as_somebody_bears_it() -> None:
    sessions = Sessions(MemoryStore())
    sessions.update({"1": session("1", "Ada"), "2": session("2", "ada")})
    assert sessions.has_name("ADA")
    sessions.pop("1")
    assert sessions.has_name("Ada"), "the other bears it still"
    del sessions["2"]
    assert not sessions.has_name("Ada")
    assert sessions.pop("2", None) is None


def test_who_takes_the_place_of_another_takes_his_name_from_the_registry() -> None:
    sessions = Sessions(MemoryStore())
    sessions["1"] = session("1", "Ada")
    sessions["1"] = session("1", "Bob")
    assert (sessions.has_name("Ada"), sessions.has_name("Bob")) == (False, True)
    assert [each.name for each in sessions.values()] == ["Bob"]


def test_a_session_that_rests_leaves_its_name_to_others() -> None:
    sessions = Sessions(MemoryStore())
    sessions["1"] = session("1", "Ada", table=None)
    assert not sessions.has_name("Ada")
    sessions["2"] = session("2", "Ada")
    sessions.rename(sessions["1"], "Ada 2")
    sessions["1"].table = "t1"
    assert (sessions.has_name("Ada"), sessions.has_name("Ada 2")) == (True, True)
    sessions.forget(sessions["2"])
    assert (sessions.has_name("Ada"), sessions.has_name("Ada 2")) == (False, True)


@pytest.mark.parametrize("program", [True, False])
async def test_on_a_contests_server_a_program_hears_that_its_act_was_taken_with_what_comes_next(
    program: bool, autojump_clock: MockClock
) -> None:
    wire, delivery = MemorySocket(), new_delivery()
    delivery.linger_s = limits.LINGER
    player = session("1", "Ada")
    player.program, player.peer = program, new_peer(delivery, wire)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(delivery.run)
        player.acknowledge(Ok(request=3), UNSET)
        await wait_all_tasks_blocked()
        assert (b"ok" in wire.written) is not program
        player.peer.push(b"request")
        await wait_all_tasks_blocked()
        assert wire.written.index(b"ok") < wire.written.index(b"request")
        nursery.cancel_scope.cancel()
