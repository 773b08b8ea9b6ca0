"""Everybody who is signed in, and which names they bear."""

from __future__ import annotations

from coinche.protocol.messages import Role
from coinche.server.sessions.sessions import Roll, Session


def session(number: str, name: str) -> Session:
    return Session(id=number, who=number, name=name, role=Role.PLAYER, program=False, peer=None)


def test_a_name_is_borne_as_long_as_somebody_bears_it() -> None:
    roll = Roll()
    roll.update({"1": session("1", "Ada"), "2": session("2", "ada")})
    assert roll.bears("ADA")
    roll.pop("1")
    assert roll.bears("Ada"), "the other bears it still"
    del roll["2"]
    assert not roll.bears("Ada")
    assert roll.pop("2", None) is None


def test_who_takes_the_place_of_another_takes_his_name_from_the_roll() -> None:
    roll = Roll()
    roll["1"] = session("1", "Ada")
    roll["1"] = session("1", "Bob")
    assert (roll.bears("Ada"), roll.bears("Bob")) == (False, True)
    assert [each.name for each in roll.values()] == ["Bob"]
