"""Tests of `--public`, for a server on the internet: its changes, and the options that contradict it."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from coinche.server import limits
from coinche.server.addresses import Plaintext
from coinche.server.app import Exposure
from coinche.server.cli import announced_name, exposure, parser
from coinche.server.transport.connection_limits import ConnectionLimits, SlotKind
from tests.server.conftest import RunServer

KEY = hashlib.sha256(b"belote et rebelote").hexdigest()


def exposed(*options: str) -> Exposure:
    return exposure(parser().parse_args(options))


def test_the_usual_server_is_for_friends_on_one_network() -> None:
    assert exposed() == Exposure()


def test_a_public_one_takes_tls_only_is_not_announced_and_bounds_an_address_more() -> None:
    public = exposed("--public")
    assert public.plaintext is Plaintext.NEVER
    assert public.per_address == limits.CONNECTIONS_PER_ADDRESS_IN_PUBLIC == 32
    assert public.guests
    assert announced_name(parser().parse_args(["--public"])) is None
    assert announced_name(parser().parse_args(["--no-announce"])) is None
    assert announced_name(parser().parse_args(["--name", "Zoé"])) == "Zoé"


@pytest.mark.parametrize("options", [("--plaintext", "lan"), ("--plaintext", "loopback")])
def test_what_contradicts_it_is_refused(options: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        exposed("--public", *options)
    assert f"--public does not go with {options[0]}" in capsys.readouterr().err
    exposed(*options)


@pytest.mark.parametrize("options", [("--plaintext", "never"), ("--no-announce",), ("--guests", "no")])
def test_what_says_the_same_goes_with_it(options: tuple[str, ...]) -> None:
    both = exposed("--public", *options)
    assert both == replace(exposed("--public"), guests="--guests" not in options)
    assert announced_name(parser().parse_args(["--public", *options])) is None


async def test_where_guests_may_not_come_they_hear_what_would_do(run_server: RunServer) -> None:
    async with run_server(exposure=Exposure(guests=False)) as running:
        guest = await running.connect()
        await guest.send(type="hello", versions=[1, 1], name="Ana")
        last = await guest.end()
        assert (last["code"], last["data"]) == ("AUTH_FAILED", {"missing": ["key"]})
        await running.provider()


def test_connections_of_one_address_elsewhere_are_bounded_as_given() -> None:
    limited = ConnectionLimits(2)

    def standing(address: str) -> SlotKind | None:
        slot = limited.open(address)
        return None if slot is None else slot.kind

    assert [standing("192.0.2.1") for _ in range(3)] == [SlotKind.UNAUTHENTICATED] * 2 + [SlotKind.EXCESS]
    assert [standing("127.0.0.1") for _ in range(3)] == [SlotKind.UNAUTHENTICATED] * 3


async def test_private_tables_are_shown_to_nobody_where_they_are_not_to_be(run_server: RunServer) -> None:
    async with run_server(exposure=Exposure(lists_private=False)) as running:
        maker, other = await running.connect("maker"), await running.connect("other")
        await maker.send(type="create_table", name="ours", seat="N", key=KEY)
        table = (await maker.until("joined"))["table"]
        open_one = await running.connect("third")
        await open_one.send(type="create_table", name="open", seat="N")
        await open_one.until("joined")
        lobby = await other.until("lobby")
        while not lobby["tables"]:
            lobby = await other.until("lobby")
        assert [info["name"] for info in lobby["tables"]] == ["open"]
        await other.send(type="join", table="t9")
        assert table not in (await other.until("error"))["data"]["tables"]
