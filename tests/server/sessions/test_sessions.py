"""Tests of the registry of sessions, and of taken names."""

from __future__ import annotations

from coinche.protocol.messages import Role
from coinche.server.sessions.session import Session, Sessions
from coinche.server.storage.store import MemoryStore


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
