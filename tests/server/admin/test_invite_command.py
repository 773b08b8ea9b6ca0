"""Tests of `coinche-server invite`: its output, its file, and its errors; on the data alone, and through a server."""

from __future__ import annotations

import re
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.server.admin.commands import invite_command, name_command
from coinche.server.admin.control_socket import SOCKET_FILE, ControlSocket
from coinche.server.app import ServerData
from coinche.server.sessions.invitations import Invitations
from coinche.server.sessions.name_register import Register
from coinche.server.storage.database import DataFile
from coinche.server.time_and_entropy import Entropy
from coinche.server.transport.tls import kept_certificate
from tests.server.connections.test_invitations import redeemed

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def served(tmp_path: Path) -> None:
    """A server has been started there."""
    kept_certificate(tmp_path)


def printed(capsys: Printed, directory: Path, *arguments: str) -> str:
    """The output of the command, which must succeed."""
    capsys.readouterr()
    assert invite_command([*arguments, "--data", str(directory)]) == 0
    return capsys.readouterr().out


def secret_in(text: str) -> str:
    """The secret in both links."""
    (secret,) = set(re.findall(r"#(?:[A-Z2-7-]{29}\.)?t1\.([0-9a-f]{32})$", text, re.MULTILINE))
    return str(secret)


def test_two_links_are_printed_for_a_server_that_does_not_run(tmp_path: Path, capsys: Printed) -> None:
    said = printed(capsys, tmp_path, "Ana", "--address", "[2001:db8::1]:2000", "--days", "30")
    secret, fingerprint = secret_in(said), kept_certificate(tmp_path).fingerprint
    assert f"http://[2001:db8::1]:2000/#t1.{secret}\n" in said
    assert f"coinche-client coinche://[2001:db8::1]:2000#{fingerprint}.t1.{secret}\n" in said
    assert ":24567/#t1." in printed(capsys, tmp_path, "Bob")
    assert [line.split()[0] for line in printed(capsys, tmp_path, "--list").splitlines()] == ["name", "Ana", "Bob"]
    assert "worthless" in printed(capsys, tmp_path, "--revoke", "ana")
    assert "Ana" not in printed(capsys, tmp_path, "--list")


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["Owner"], 1, "has an owner already"),
        (["--revoke", "Bob"], 1, "no invitation to 'Bob' is open"),
        (["Ana", "--days", "0"], 1, "an invitation lasts 1 to"),
        (["Ana", "--address", "a b"], 1, "write HOST or HOST:PORT"),
        ([" "], 2, "a name is 1 to 24"),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path, capsys: Printed, arguments: list[str], status: int, sentence: str
) -> None:
    with closing(DataFile(tmp_path)) as file:
        Register(file).claim("Owner", "aa" * 32)
    assert invite_command([*arguments, "--data", str(tmp_path)]) == status
    said = capsys.readouterr()
    assert sentence in said.err
    assert (said.out, said.err.count("\n")) == ("", 1)


async def test_a_running_server_makes_them_with_its_own_port(run_server: Any, tmp_path: Path, capsys: Printed) -> None:
    with ServerData(tmp_path, lambda news: None) as data:
        kept = {"store": data.store, "register": data.register, "invitations": data.invitations}
        async with run_server(archive=data.archive, **kept) as running, trio.open_nursery() as nursery:
            await nursery.start(ControlSocket(tmp_path / SOCKET_FILE, running.server.orders).run)
            said = await trio.to_thread.run_sync(partial(printed, capsys, tmp_path, "Ana"))
            assert f":{running.port}/#t1." in said
            assert (await redeemed(await running.connect(), secret_in(said)))["owned"] == "Ana"
            nursery.cancel_scope.cancel()


def test_a_name_that_is_forgotten_stands_in_no_invitation(tmp_path: Path, capsys: Printed) -> None:
    with closing(DataFile(tmp_path)) as file:
        register = Register(file)
        register.claim("Ana", "aa" * 32)
        invitations = Invitations(register, file)
        invitations.make("Bob", Entropy(), 1000_000, "Ana")
        invitations.make("Carl", Entropy(), 1000_000)
    assert name_command("export", ["ana", "--data", str(tmp_path)]) == 0
    assert '"member": "Ana"' in capsys.readouterr().out
    for name in ("ANA", "carl"):
        assert name_command("forget", [name, "--data", str(tmp_path)]) == 0
    with closing(DataFile(tmp_path)) as file:
        assert file.rows("SELECT * FROM invitations") == []
