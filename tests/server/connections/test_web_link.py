"""Tests of the link that `welcome` names for browsers: where there is one, and which."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.server import app
from coinche.server.addresses import Plaintext
from coinche.server.app import Server, WebOptions
from coinche.server.transport.tls import NamedCertificate
from tests.server.browser import request
from tests.server.conftest import PATIENCE, Wire
from tests.server.transport.test_certificate import named


async def welcomed(wire: Wire) -> dict[str, Any]:
    await wire.send(type="hello", versions=[1, 1], name="Ana")
    return await wire.until("welcome")


async def test_the_link_leads_to_the_page(run_server: Any) -> None:
    async with run_server() as running:
        assert (await welcomed(await running.connect()))["web"] == f"http://127.0.0.1:{running.port}/"
        assert (await request(running)).status == 200


@pytest.mark.parametrize(
    "options", [{"web": None}, {"plaintext": Plaintext.NEVER}], ids=["no page", "no connection without TLS"]
)
async def test_there_is_no_link_that_no_browser_could_open(run_server: Any, options: dict[str, Any]) -> None:
    async with run_server(**options) as running:
        assert "web" not in await welcomed(await running.secure())


@pytest.mark.parametrize("plaintext", Plaintext)
@pytest.mark.parametrize(
    ("names", "preferred", "link"),
    [
        (("www.belote.example.org", "Belote.example.org"), (), "https://belote.example.org:{port}/"),
        (("a.example.org", "b.example.org"), ("b.example.org", "box.local"), "https://b.example.org:{port}/"),
        (("*.club.example",), ("table.club.example",), "https://table.club.example:{port}/"),
    ],
)
async def test_a_certificate_that_browsers_trust_gives_the_link_its_name(
    run_server: Any,
    tmp_path: Path,
    plaintext: Plaintext,
    names: tuple[str, ...],
    preferred: tuple[str, ...],
    link: str,
) -> None:
    web = WebOptions(names=frozenset(preferred), certificate=NamedCertificate(*named(tmp_path, *names)))
    async with run_server(web=web, plaintext=plaintext) as running:
        assert (await welcomed(await running.secure()))["web"] == link.format(port=running.port)


async def test_a_certificate_without_a_whole_name_changes_nothing(run_server: Any, tmp_path: Path) -> None:
    web = WebOptions(certificate=NamedCertificate(*named(tmp_path, "*.club.example")))
    async with run_server(web=web) as running:
        assert (await welcomed(await running.connect()))["web"] == f"http://127.0.0.1:{running.port}/"


@pytest.mark.parametrize(
    ("plaintext", "addresses", "host"),
    [
        (Plaintext.LAN, ["127.0.0.1", "10.0.0.7", "192.168.7.7"], "192.168.7.7"),
        (Plaintext.LAN, ["127.0.0.1", "192.168.7.7", "100.64.0.1"], "192.168.7.7"),
        (Plaintext.LAN, ["127.0.0.1", "8.8.8.8"], None),
        (Plaintext.LOOPBACK, ["127.0.0.1"], "127.0.0.1"),
        (Plaintext.LOOPBACK, ["127.0.0.1", "192.168.7.7"], None),
    ],
)
async def test_a_server_on_all_addresses_is_opened_by_the_last_that_takes_browsers_and_looks_once(
    monkeypatch: pytest.MonkeyPatch, plaintext: Plaintext, addresses: list[str], host: str | None
) -> None:
    asked: list[str] = []

    def reachable(where: str) -> list[str]:
        asked.append(where)
        return addresses

    monkeypatch.setattr(app, "reachable_addresses", reachable)
    exposure = app.Exposure(plaintext=plaintext)
    server = Server(provider=None, say=lambda line: None, exposure=exposure)
    async with trio.open_nursery() as nursery:
        port = await nursery.start(server.run, "0.0.0.0", 0)
        for _ in range(3):
            with trio.fail_after(PATIENCE):
                stream = await trio.open_tcp_stream("127.0.0.1", port)
                welcome = await welcomed(Wire(stream))
                await stream.aclose()
            assert welcome.get("web") == (None if host is None else f"http://{host}:{port}/")
        nursery.cancel_scope.cancel()
    assert asked == ["0.0.0.0"]
    assert server.reachable == tuple(addresses)


async def test_a_server_that_listens_by_a_name_is_opened_by_its_address() -> None:
    server = Server(provider=None, say=lambda line: None)
    async with trio.open_nursery() as nursery:
        port = await nursery.start(server.run, "localhost", 0)
        assert server.lobby.server.web in {f"http://{here}:{port}/" for here in ("127.0.0.1", "[::1]")}
        nursery.cancel_scope.cancel()
