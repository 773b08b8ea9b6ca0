"""Tests of browsers on the one port: the page over HTTP, and the game over a WebSocket of JSON messages."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
import trio
from websockets.frames import Opcode

from coinche.server import limits
from coinche.server.addresses import Plaintext
from coinche.server.app import WebOptions
from tests.server.browser import Browser, read_to_the_end, request
from tests.server.conftest import PATIENCE

# --- the page --------------------------------------------------------------------------------------------


async def test_the_page_comes_packed_for_browsers_that_unpack_it(run_server: Any) -> None:
    async with run_server() as running:
        plain = await request(running)
        packed = await request(running, Accept_Encoding="gzip, br")
        assert (plain.status, plain.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert b"<title>" in plain.body
        assert gzip.decompress(packed.body) == plain.body
        assert len(packed.body) == int(packed.headers["content-length"])


async def test_a_browser_that_has_the_file_is_told_so(run_server: Any) -> None:
    async with run_server() as running:
        tag = (await request(running)).headers["etag"]
        again = await request(running, If_None_Match=f'"other", {tag}')
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
        assert (await request(running, If_None_Match='"other"')).status == 200


async def test_the_page_may_load_and_reach_nothing_but_this_server(run_server: Any) -> None:
    async with run_server() as running:
        headers = (await request(running)).headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        here = f"127.0.0.1:{running.port}"
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == "'self'"
        assert policy["connect-src"] == f"'self' ws://{here} wss://{here}"
        assert policy["frame-ancestors"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "cross-origin-opener-policy" not in headers  # browsers complain of it where there is no TLS


@pytest.mark.parametrize(
    "path", ["/nothing", "/__init__.py", "/../server.pem", "/%2e%2e/server.pem", "//", "/web/", "//[x", "http://[x/"]
)
async def test_nothing_but_the_files_of_the_page_is_given_out(run_server: Any, path: str) -> None:
    async with run_server() as running:
        assert (await request(running, path)).status == 404


async def test_head_is_answered_without_a_body_and_other_methods_are_refused(run_server: Any) -> None:
    async with run_server() as running:
        head, post = await request(running, method="HEAD"), await request(running, method="DELETE")
        assert (head.status, head.body) == (200, b"")
        assert int(head.headers["content-length"]) > 0
        assert (post.status, post.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.168.1.20:24567", 200),
        ("[fe80::1]:24567", 200),
        ("[::1]", 200),
        ("localhost:24567", 200),
        ("Belote.Example.org", 200),
        ("belote.example.org.:24567", 200),
        ("attacker.example", 421),
        ("127.0.0.1.attacker.example", 421),
        ("x@127.0.0.1", 421),
        ("127.0.0.1; script-src *", 421),
        ("[::1", 421),
        ("", 421),
    ],
)
async def test_a_host_is_an_address_or_a_name_of_the_server(run_server: Any, host: str, status: int) -> None:
    async with run_server(web=WebOptions(names=frozenset({"belote.example.org"}))) as running:
        assert (await request(running, Host=host)).status == status


async def test_a_torn_head_is_read_and_an_endless_one_is_not(run_server: Any) -> None:
    async with run_server() as running:
        stream = (await running.connect()).stream
        for byte in b"GET / HTTP/1.1\r\nHost: [::1]\r\n\r\n":
            await stream.send_all(bytes([byte]))
        assert b" 200 " in await read_to_the_end(stream)
        stream = (await running.connect()).stream
        await stream.send_all(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * (limits.HTTP_HEAD // 6))
        assert b" 400 " in await read_to_the_end(stream)


@pytest.mark.parametrize(
    "sent",
    [
        b"GARBAGE\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: [::1]\r\nContent-Length: 5\r\n\r\nhello",
        b"GET / HTTP/1.1\r\nHost: [::1]\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
)
async def test_what_is_no_request_is_answered_by_a_sentence(run_server: Any, sent: bytes) -> None:
    async with run_server() as running:
        stream = (await running.connect()).stream
        await stream.send_all(sent)
        said = await read_to_the_end(stream)
        assert said.startswith(b"HTTP/1.1 400 ")
        assert b"GET without a body" in said


async def test_without_the_web_a_browser_is_told_what_this_is(run_server: Any) -> None:
    async with run_server(web=None) as running:
        answer = await request(running)
        assert answer.status == 400
        assert b"coinche-client" in answer.body


async def test_where_tls_is_wanted_a_browser_without_it_is_told_so(run_server: Any) -> None:
    async with run_server(plaintext=Plaintext.NEVER) as running:
        answer = await request(running)
        assert (answer.status, b"TLS" in answer.body) == (403, True)


async def test_health_names_what_is_wrong(run_server: Any) -> None:
    async with run_server() as running:
        assert (await request(running, "/healthz")).status == 200
        running.server.store.trouble = "the disk is full"
        sick = await request(running, "/healthz")
        assert (sick.status, b"the disk is full" in sick.body) == (503, True)


async def test_metrics_are_for_this_machine_where_there_is_no_token(run_server: Any) -> None:
    async with run_server() as running:
        await running.connect("Ana")
        here = await request(running, "/metrics")
        assert here.headers["content-type"].startswith("application/openmetrics-text")
        lines = here.body.decode().splitlines()
        assert "coinche_programs 1" in lines
        assert "coinche_connections 2" in lines
        assert lines[-1] == "# EOF"
        for name in ("X_Forwarded_For", "X_Real_IP", "Forwarded", "Via"):
            assert (await request(running, "/metrics", **{name: "203.0.113.5"})).status == 403


async def test_metrics_are_for_the_token_alone_where_there_is_one(run_server: Any) -> None:
    async with run_server(web=WebOptions(metrics_token="a long enough secret")) as running:
        assert (await request(running, "/metrics")).status == 403
        assert (await request(running, "/metrics", Authorization="Bearer a long enough secre")).status == 403
        assert (await request(running, "/metrics", Authorization="Bearer a long enough secret")).status == 200


# --- the WebSocket ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://attacker.example", "null", "http://127.0.0.1", "file://"])
async def test_a_page_of_another_site_opens_no_websocket(run_server: Any, origin: str) -> None:
    async with run_server() as running:
        asked = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
        answer = await request(running, Origin=origin, Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAAAA==", **asked)
        assert answer.status == 403
        assert (await request(running, Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAAAA==", **asked)).status == 403


async def test_a_browser_plays_with_frames_and_lines_at_one_table(run_server: Any) -> None:
    async with run_server() as running:
        page = await Browser.connect(running)
        await page.sign_in("Ana")
        await page.send(type="create_table", name="table", target=200, seat="N")
        table = (await page.until("joined"))["table"]
        for seat in "ESW":
            wire = await running.connect(seat)
            await wire.send(type="join", table=table, seat=seat)
            await wire.until("joined")
        dealt = await page.until("hand_dealt", seat="N")
        assert len(dealt["cards"]) == 8
        await page.send(type="chat", table=table, text="salut")
        await page.until("chatted")
        hands = [seen for seen in page.seen if seen["type"] == "hand_dealt" and seen is not dealt]
        assert [hand["cards"] for hand in hands] == [None, None, None]


async def test_messages_may_come_in_fragments_and_pings_between_them(run_server: Any) -> None:
    async with run_server() as running:
        page = await Browser.connect(running)
        await page.sign_in("Ana")
        page.socket.send_text('{"type":"ping","data":"é'.encode()[:-1], fin=False)
        page.socket.send_ping(b"are you there")
        page.socket.send_continuation(b"\xa9", fin=False)
        page.socket.send_continuation(b'"}', fin=True)
        await page.flush()
        while (pong := await page.frame()).opcode is not Opcode.PONG:
            pass  # the lobby
        assert pong.data == b"are you there"
        assert (await page.until("pong"))["data"] == "é"


WRONG = {
    "binary": (Opcode.BINARY, b"{}", "BAD_FRAME", 1003),
    "not UTF-8": (Opcode.TEXT, b'{"type":"\xff"}', "BAD_FRAME", 1007),
    "not JSON": (Opcode.TEXT, b"oops", "BAD_FRAME", 1008),
    "too big for anybody": (Opcode.TEXT, b"[" * 16_385, "FRAME_TOO_BIG", 1009),
    "too big before the sign-in": (Opcode.TEXT, b"[" * 4097, "FRAME_TOO_BIG", 1009),
}


@pytest.mark.parametrize(("opcode", "body", "code", "close"), WRONG.values(), ids=list(WRONG))
async def test_what_is_no_message_is_answered_and_closed_by_its_code(
    run_server: Any, opcode: Opcode, body: bytes, code: str, close: int
) -> None:
    async with run_server() as running:
        page = await Browser.connect(running)
        (page.socket.send_text if opcode is Opcode.TEXT else page.socket.send_binary)(body)
        await page.flush()
        assert (await page.until("error"))["code"] == code
        assert await page.closed() == close


async def test_a_message_of_the_full_length_is_taken_after_the_sign_in(run_server: Any) -> None:
    async with run_server() as running:
        page = await Browser.connect(running)
        await page.sign_in("Ana")
        await page.send(type="ping", data="x" * (16_384 - len('{"type": "ping", "data": ""}')))
        assert (await page.until("error"))["code"] == "BAD_MESSAGE"  # its field is too long, not the message


async def test_an_unmasked_frame_breaks_the_websocket(run_server: Any) -> None:
    async with run_server() as running:
        page = await Browser.connect(running)
        await page.stream.send_all(b"\x81\x02{}")
        assert (await page.until("error"))["code"] == "BAD_FRAME"
        assert await page.closed() == 1002


async def test_a_frame_glued_to_the_request_is_refused(run_server: Any) -> None:
    async with run_server() as running:
        stream = (await running.connect()).stream
        asked = f"Host: [::1]:{running.port}\r\nOrigin: http://[::1]:{running.port}\r\nUpgrade: websocket\r\n"
        asked += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        await stream.send_all(f"GET / HTTP/1.1\r\n{asked}\r\n".encode() + b"\x81\x82\0\0\0\0{}")
        assert (await read_to_the_end(stream)).startswith(b"HTTP/1.1 400 ")


async def test_a_closed_tab_is_answered_as_it_closed(run_server: Any) -> None:
    async with run_server() as running:
        page = await Browser.connect(running)
        ready = await page.sign_in("Ana")
        page.socket.send_close(1001)
        await page.flush()
        assert await page.closed() == 1001
        again = await Browser.connect(running)
        assert (await again.sign_in("Ana"))["session"] != ready["session"]


async def test_a_browser_that_says_bye_is_closed_as_usual_and_the_end_is_going_away(run_server: Any) -> None:
    async with run_server() as running:
        page, other = await Browser.connect(running), await Browser.connect(running)
        await page.sign_in("Ana")
        await other.sign_in("Bea")
        await page.send(type="bye")
        await page.until("bye")
        assert await page.closed() == 1000
        running.stop()
        assert (await other.until("error"))["code"] == "SHUTDOWN"
        assert await other.closed() == 1001


async def test_a_message_that_is_never_whole_ends_the_connection(run_server: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "FRAME", 0.05)
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    async with run_server() as running:
        page = await Browser.connect(running)
        await page.sign_in("Ana")
        await page.stream.send_all(b"\x81\x85\0\0")
        assert (await page.until("error"))["code"] == "STALE"


async def test_a_request_that_is_never_whole_is_answered_in_time(run_server: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "SIGN_IN", 0.05)
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    async with run_server() as running:
        stream = (await running.connect()).stream
        await stream.send_all(b"GET / HTTP/1.1\r\n")
        assert (await read_to_the_end(stream)).startswith(b"HTTP/1.1 408 ")


async def test_page_loads_in_crowds_are_all_answered_while_somebody_plays(run_server: Any) -> None:
    async with run_server() as running:
        player = await running.connect("Ana")

        async def load() -> None:
            for _ in range(40):
                stream = (await running.connect()).stream
                with trio.fail_after(PATIENCE):
                    await stream.send_all(b"GET / HTTP/1.1\r\nHost: [::1]\r\n\r\n")
                    await read_to_the_end(stream)

        async with trio.open_nursery() as nursery:
            for _ in range(8):
                nursery.start_soon(load)
            for number in range(20):
                await player.send(type="ping", data=str(number))
                await player.until("pong", data=str(number))
