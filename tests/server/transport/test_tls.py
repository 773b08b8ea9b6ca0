"""Tests of TLS on the same port: its traffic, and failures during a handshake or in the middle of a record."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgpack
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from coinche.protocol.fingerprint import spki_hash
from coinche.server import limits
from coinche.server.transport import tls
from coinche.server.transport.tls import (
    CERTIFICATE_FILE,
    NAME,
    RecordCounter,
    ServerTls,
    TlsFailed,
    kept_certificate,
    new_certificate,
)
from tests.server.conftest import PATIENCE, until


def bid_first(request: dict[str, Any]) -> str:
    return "80S" if request["bids"].get("S") == 80 else str(request["default"])


def any_server() -> ssl.SSLContext:
    """A client's context that takes whatever certificate comes."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def read_to_the_end(stream: Any) -> bytes:
    read = b""
    with trio.fail_after(PATIENCE):
        while data := await stream.receive_some(65536):
            read += data
    return read


# --- through real sockets --------------------------------------------------------------------------------


async def test_a_match_is_played_through_tls_beside_plain_players(run_server: Any, play: Any) -> None:
    async with run_server() as running:
        maker = await running.secure("Ana")
        await maker.send(type="create_table", name="table", target=200, seat="N")
        table = (await maker.until("joined"))["table"]
        players = [maker, await running.connect("Bob"), await running.secure("Cid"), await running.connect("Dan")]
        for wire, seat in zip(players[1:], "ESW", strict=True):
            await wire.send(type="join", table=table, seat=seat)
        async with trio.open_nursery() as nursery:
            for wire in players:
                nursery.start_soon(play, wire, bid_first)
        assert all(wire.seen[-1]["reason"] == "match_over" for wire in players)


async def test_the_certificate_that_comes_is_the_servers_and_the_version_is_1_3(run_server: Any) -> None:
    async with run_server() as running:
        stream = (await running.secure()).stream
        assert stream.version() == "TLSv1.3"
        assert spki_hash(stream.getpeercert(binary_form=True)) == running.server.certificate.spki


async def test_json_lines_go_through_tls(run_server: Any) -> None:
    async with run_server() as running:
        stream = (await running.secure()).stream
        hello = {"type": "hello", "versions": [1, 1], "name": "Ana", "want": ["tls", "events"]}
        await stream.send_all(json.dumps(hello).encode() + b"\n")
        said = b""
        with trio.fail_after(PATIENCE):
            while b'"ready"' not in said or not said.endswith(b"\n"):
                said += await stream.receive_some(65536)
        messages = [json.loads(line) for line in said.splitlines()]
        assert [message["type"] for message in messages[:2]] == ["welcome", "ready"]
        assert messages[0]["capabilities"]["tls"] == "1.3"
        assert sorted(messages[1]["capabilities"]) == ["events", "json", "tls"]


async def test_text_in_tls_gets_a_line(run_server: Any) -> None:
    async with run_server() as running:
        stream = (await running.secure()).stream
        await stream.send_all(b"hello?\r\n")
        assert (await read_to_the_end(stream)).startswith(b"this is a coinche server")


async def test_the_page_comes_through_tls_too(run_server: Any) -> None:
    async with run_server() as running:
        stream = (await running.secure()).stream
        await stream.send_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        said = await read_to_the_end(stream)
        assert said.startswith(b"HTTP/1.1 200 ")
        assert b"Cross-Origin-Opener-Policy: same-origin" in said


@pytest.mark.parametrize("size", [1, 7, 500])
async def test_a_handshake_may_come_in_pieces(run_server: Any, size: int) -> None:
    async with run_server() as running:
        stream = await trio.open_tcp_stream("127.0.0.1", running.port)
        inside, outside = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = any_server().wrap_bio(inside, outside)

        async def flush() -> None:
            data = outside.read()
            for at in range(0, len(data), size):
                await stream.send_all(data[at : at + size])

        async def done(step: Any) -> Any:
            with trio.fail_after(PATIENCE):
                while True:
                    try:
                        result = step()
                    except ssl.SSLWantReadError:
                        await flush()
                        inside.write(await stream.receive_some(size))
                    else:
                        await flush()
                        return result

        await done(tls.do_handshake)
        body = msgpack.packb({"type": "hello", "versions": [1, 1], "name": "slow"})
        await done(lambda: tls.write(len(body).to_bytes(4, "big") + body))
        said = b""
        while b"ready" not in said:
            said += await done(lambda: tls.read(65536))
        await trio.aclose_forcefully(stream)


GARBAGE = {
    "noise": b"\x16" + b"\xff" * 100,
    "an unfinished hello, then noise": b"\x16\x03\x01\x02\x00\x01" + b"\x00" * 600,
    "a record of another kind": b"\x16\x03\x03\x00\x04\x0e\x00\x00\x00",
    "frames after the first byte": b"\x16\x00\x00\x00\x05hello" * 50,
}


@pytest.mark.parametrize("sent", GARBAGE.values(), ids=list(GARBAGE))
async def test_garbage_after_the_first_byte_of_tls_ends_that_connection_with_one_line(
    run_server: Any, sent: bytes
) -> None:
    async with run_server() as running:
        stream = (await running.connect()).stream
        await stream.send_all(sent)
        answered = await read_to_the_end(stream)
        assert not answered or answered[0] == 0x15, "an alert, if anything"
        await running.until_alone()
        lines = [line for line in running.lines if "sent away (TLS: " in line]
        assert len(lines) == 1
        assert not any("Traceback" in line or "fault" in line for line in running.lines)
        await running.connect("Ana")


async def test_an_older_tls_is_refused_by_an_alert(run_server: Any) -> None:
    async with run_server() as running:
        context = any_server()
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        stream = trio.SSLStream(await trio.open_tcp_stream("127.0.0.1", running.port), context)
        with pytest.raises(trio.BrokenResourceError) as refused, trio.fail_after(PATIENCE):
            await stream.do_handshake()
        assert "PROTOCOL_VERSION" in str(refused.value.__cause__)
        await trio.aclose_forcefully(stream)


async def test_a_torn_handshake_disturbs_nobody(run_server: Any) -> None:
    async with run_server() as running:
        for _ in range(3):
            stream = await trio.open_tcp_stream("127.0.0.1", running.port)
            outside = ssl.MemoryBIO()
            with pytest.raises(ssl.SSLWantReadError):
                any_server().wrap_bio(ssl.MemoryBIO(), outside).do_handshake()
            hello = outside.read()
            await stream.send_all(hello[: len(hello) // 2])
            await stream.aclose()
        await running.until_alone()
        assert not running.lines
        await running.secure("Ana")


@pytest.mark.parametrize("sent", [b"\x16", b"\x16\x03\x01\x02\x00\x01"])
async def test_a_handshake_that_is_not_finished_in_time_is_ended(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(limits, "SIGN_IN", 0.05)
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    async with run_server() as running:
        stream = (await running.connect()).stream
        await stream.send_all(sent)
        assert await read_to_the_end(stream) == b"", "there is nobody yet to whom anything could be said"


async def test_who_does_not_sign_in_over_tls_is_told_over_tls(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SIGN_IN", 0.3)
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    async with run_server() as running:
        error = await (await running.secure()).end()
        assert error is not None
        assert error["code"] == "AUTH_TIMEOUT"


async def test_the_end_is_said_in_tls_too(run_server: Any) -> None:
    async with run_server() as running:
        context = any_server()
        raw = await trio.open_tcp_stream("127.0.0.1", running.port)
        stream = trio.SSLStream(raw, context, https_compatible=False)
        body = msgpack.packb({"type": "bye"})
        await stream.send_all(len(body).to_bytes(4, "big") + body)
        assert b"bye" in await read_to_the_end(stream), "a cut without close_notify would raise"
        await trio.aclose_forcefully(stream)


async def test_bytes_that_are_no_records_after_the_handshake_end_the_connection(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.secure("Ana")
        await wire.stream.transport_stream.send_all(b"\x17\x03\x03\x00\x20" + b"x" * 32)
        await running.until_alone()
        assert [line for line in running.lines if "sent away (TLS: " in line]


async def test_a_stream_cut_in_mid_frame_is_a_lost_connection(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.secure("Ana")
        await wire.stream.send_all(b"\x00\x00\x10\x00half")
        await trio.aclose_forcefully(wire.stream)
        await running.until_said("Ana has lost the connection")
        assert not any("fault" in line for line in running.lines)


async def test_who_has_said_all_in_mid_frame_is_answered_and_let_go(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.secure("Ana")
        await wire.send(type="ping", data="last", id=1)
        await wire.stream.send_all(b"\x00\x00\x10\x00half")
        await wire.stream.transport_stream.send_eof()
        assert (await wire.until("pong"))["data"] == "last"
        assert (await read_to_the_end(wire.stream)) == b""


async def test_much_that_waits_for_a_slow_reader_comes_whole_through_tls(
    run_server: Any, talkative: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OUTBOX", 8_000_000)
    async with run_server() as running:
        wire = await running.secure("slow")
        wire.stream.transport_stream.setsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_RCVBUF, 65536)
        data, pings = "x" * 56, 20_000
        body = msgpack.packb({"type": "ping", "data": data})
        async with trio.open_nursery() as nursery:
            nursery.start_soon(wire.stream.send_all, (len(body).to_bytes(4, "big") + body) * pings)
            await until(lambda: any(not client.peer.reads for client in running.server.connections._clients))
            for _ in range(pings):
                assert (await wire.until("pong"))["data"] == data


async def test_who_reads_nothing_over_tls_is_gone(
    run_server: Any, talkative: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEND", 0.3)
    monkeypatch.setattr(limits, "FAREWELL", 0.1)
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    async with run_server() as running:
        deaf = await running.secure("deaf")
        body = msgpack.packb({"type": "ping", "data": "x" * 56})
        with trio.fail_after(PATIENCE), suppress(trio.BrokenResourceError):
            while True:
                await deaf.stream.send_all((len(body).to_bytes(4, "big") + body) * 1000)
        await running.until_alone()


async def test_too_many_connections_are_told_so_as_they_speak(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_PER_ADDRESS", 1)
    async with run_server() as running:
        await running.connect("Ana")
        lines, framed = await running.connect(), await running.connect()
        await lines.stream.send_all(b'{"type": "ping"}\n')
        assert json.loads(await read_to_the_end(lines.stream))["code"] == "FLOOD"
        await framed.send(type="ping")
        assert (await framed.end())["code"] == "FLOOD"
        with pytest.raises(trio.BrokenResourceError):
            await running.secure()
        assert len([line for line in running.lines if "sent away (FLOOD: " in line]) == 3
        assert not any("BAD_FRAME" in line for line in running.lines)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl command here")
def test_openssl_takes_the_certificate(tmp_path: Path) -> None:
    """Another implementation of the client's side, which checks the certificate against itself."""
    made = kept_certificate(tmp_path)

    async def main() -> str:
        async def serve(stream: trio.SocketStream) -> None:
            tls = ServerTls(made.context)
            plain = b""
            while not plain:
                plain = tls.received(await stream.receive_some(65536))
                await stream.send_all(tls.encrypted(plain.upper()))
            await stream.send_all(tls.closing())

        async with trio.open_nursery() as nursery:
            listener = (await nursery.start(trio.serve_tcp, serve, 0))[0]
            address = f"127.0.0.1:{listener.socket.getsockname()[1]}"
            command = [
                "openssl",
                "s_client",
                "-connect",
                address,
                "-tls1_3",
                "-CAfile",
                str(tmp_path / CERTIFICATE_FILE),
            ]
            options = ["-verify_return_error", "-verify_hostname", NAME, "-servername", NAME]
            with trio.fail_after(PATIENCE):
                done = await trio.run_process(
                    [*command, *options, "-quiet"], stdin=b"hello, hello\n", capture_stdout=True, capture_stderr=True
                )
            nursery.cancel_scope.cancel()
        assert done.stdout == b"HELLO, HELLO\n"
        return done.stderr.decode()

    try:
        said = trio.run(main)
    except subprocess.CalledProcessError as wrong:
        pytest.fail(wrong.stderr.decode())
    assert "verify return:1" in said


class Said:
    """The output of a process so far, from both streams."""

    def __init__(self, process: trio.Process) -> None:
        self._process = process
        self._text = b""

    async def listen(self, stream: Any) -> None:
        async for data in stream:
            self._text += bytes(data)

    async def after(self, typed: bytes, *answers: bytes) -> None:
        """Type the line and wait until all of that has been printed."""
        assert self._process.stdin is not None
        await self._process.stdin.send_all(typed + b"\n")
        await until(lambda: all(answer in self._text for answer in answers))


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl command here")
async def test_new_keys_in_mid_connection_change_nothing_for_who_speaks(run_server: Any) -> None:
    async with run_server() as running, trio.open_nursery() as nursery:
        command = ["openssl", "s_client", "-connect", f"127.0.0.1:{running.port}", "-tls1_3"]
        pipe = subprocess.PIPE
        process = await trio.lowlevel.open_process(command, stdin=pipe, stdout=pipe, stderr=pipe)
        said = Said(process)
        nursery.start_soon(said.listen, process.stdout)
        nursery.start_soon(said.listen, process.stderr)
        await said.after(b'{"type":"ping","data":"one"}', b'"pong","data":"one"')
        await said.after(b"K", b"KEYUPDATE")  # a new key, and one of the server's is asked for
        await said.after(b'{"type":"ping","data":"two"}', b'"pong","data":"two"')
        process.kill()
        await process.wait()
        nursery.cancel_scope.cancel()
    assert not any("sent away" in line for line in running.lines)


# --- without sockets -------------------------------------------------------------------------------------


class Ends:
    """A client and the server's end, and what passes between them."""

    def __init__(self) -> None:
        self.inside, self.outside = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.client = any_server().wrap_bio(self.inside, self.outside)
        self.server = ServerTls(new_certificate().context)

    def shake_hands(self) -> None:
        for _ in range(3):
            try:
                self.client.do_handshake()
            except ssl.SSLWantReadError:
                self.server.received(self.outside.read())
                self.inside.write(self.server.encrypted(b""))
            else:
                assert self.server.received(self.outside.read()) == b""
                assert not self.server.has_to_speak, "no tickets"
                return
        raise AssertionError("no handshake")


def test_what_is_said_before_the_handshake_is_over_reaches_nobody() -> None:
    ends = Ends()
    assert ends.server.encrypted(b"too early") == b""
    assert ends.server.closing() == b""
    ends.shake_hands()
    ends.inside.write(ends.server.encrypted(b"now"))
    assert ends.client.read(100) == b"now"


@pytest.mark.parametrize("size", [1, 4_096, 4_097, 16_383, 16_384, 16_385, 1_000_000])
def test_bytes_go_both_ways_whatever_their_number(size: int) -> None:
    ends = Ends()
    ends.shake_hands()
    data = bytes(range(256)) * (size // 256 + 1)
    ends.client.write(data[:size])
    assert ends.server.received(ends.outside.read()) == data[:size]
    ends.inside.write(ends.server.encrypted(data[:size]))
    back = b""
    while len(back) < size:
        back += ends.client.read(65536)
    assert back == data[:size]


def test_no_connection_keeps_room_for_a_long_message() -> None:
    ends = Ends()
    ends.shake_hands()
    records = list(lengths(ends.server.encrypted(bytes(250_000))))
    assert sum(records) > 250_000
    assert max(records) < tls.PLAIN_PIECE + 64, "all that is encrypted at once takes room for good"


def lengths(records: bytes) -> Iterator[int]:
    """The length of each record, without its header."""
    while records:
        length = int.from_bytes(records[3:5], "big")
        yield length
        records = records[5 + length :]


def test_records_that_come_byte_by_byte_are_read_when_they_are_whole() -> None:
    ends = Ends()
    ends.shake_hands()
    ends.client.write(b"one")
    ends.client.write(b"two")
    data = ends.outside.read()
    plain = [ends.server.received(data[at : at + 1]) for at in range(len(data))]
    assert [part for part in plain if part] == [b"one", b"two"]


def test_after_the_clients_end_nothing_more_is_read_but_it_is_still_told() -> None:
    ends = Ends()
    ends.shake_hands()
    ends.client.write(b"bye")
    with pytest.raises(ssl.SSLWantReadError):
        ends.client.unwrap()
    assert ends.server.received(ends.outside.read()) == b"bye"
    assert ends.server.received(b"") == b""
    ends.inside.write(ends.server.encrypted(b"farewell"))
    ends.inside.write(ends.server.closing())
    assert ends.client.read(100) == b"farewell"
    ends.client.unwrap()


def test_after_a_record_that_is_none_an_alert_is_all_there_is_to_say() -> None:
    ends = Ends()
    ends.shake_hands()
    with pytest.raises(TlsFailed, match="TLS: "):
        ends.server.received(b"\x17\x03\x03\x00\x20" + b"x" * 32)
    alert = ends.server.encrypted(b"nobody hears this")
    ends.inside.write(alert)
    with pytest.raises(ssl.SSLError, match=r"(?i)alert"):
        ends.client.read(100)
    assert ends.server.closing() == b""


@given(st.lists(st.binary(max_size=300), max_size=20), st.lists(st.integers(1, 400)))
def test_records_are_counted_however_they_are_cut(records: list[bytes], cuts: list[int]) -> None:
    counter, counted = RecordCounter(), 0
    stream = b"".join(b"\x17\x03\x03" + len(record).to_bytes(2, "big") + record for record in records)
    for cut in (*cuts, len(stream)):
        counted += counter.count(stream[:cut])
        stream = stream[cut:]
    assert counted == len(records)
