"""Tests of a browser's connection without sockets: a conversation may be cut anywhere, and any bytes are safe."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from coinche.protocol.connection import ServerConnection, refusal
from coinche.protocol.errors import BadFrame, BadMessage, FrameTooBig, ProtocolError
from coinche.protocol.limits import BEFORE_SIGN_IN
from coinche.protocol.messages import Bye, FromClient, Ping, ServerBye
from coinche.server import limits
from coinche.server.app import PAGE
from coinche.server.transport.web_reader import web_encoding
from coinche.server.transport.web_site import WebSite

SITE = WebSite(folder=files(PAGE))
GET = b"GET / HTTP/1.1\r\nHost: [::1]\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: [::1]\r\nOrigin: http://[::1]\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
Received = list[FromClient | ProtocolError]


class Talk:
    """A connection in memory: what the server has received, and all that it has said."""

    def __init__(self) -> None:
        self.server = ServerConnection(lambda: web_encoding(SITE, "127.0.0.1", secure=False))
        self.received: Received = []
        self.said = b""

    def hear(self, *pieces: bytes) -> None:
        """Receive the pieces, and refuse what is wrong, and answer a bye."""
        for piece in pieces:
            received = self.server.receive_data(piece)
            self.said += self.server.data_to_send()
            for item in received:
                self.received.append(item)
                if isinstance(item, ProtocolError):
                    self.said += self.server.send(refusal(item))
                elif isinstance(item, Bye):
                    self.said += self.server.send(ServerBye())

    def open(self) -> None:
        """Open the WebSocket, and forget what was said about it."""
        self.hear(UPGRADE)
        assert self.said.startswith(b"HTTP/1.1 101 ")
        self.said = b""

    def frames(self) -> list[tuple[Opcode, bytes]]:
        """The frames that the server has said, as another implementation reads them."""
        reader = ClientProtocol(parse_uri("ws://[::1]/"), state=OPEN, max_size=2**20)
        reader.receive_data(self.said)
        assert reader.parser_exc is None
        return [(event.opcode, bytes(event.data)) for event in reader.events_received() if isinstance(event, Frame)]


def opened() -> Talk:
    talk = Talk()
    talk.open()
    return talk


def cut(data: bytes, places: Iterable[int]) -> list[bytes]:
    """The bytes in pieces, none of them empty."""
    ends = sorted({place for place in places if 0 < place < len(data)} | {len(data)})
    return [data[begin:end] for begin, end in zip([0, *ends], ends, strict=False) if begin < end]


def frame(opcode: Opcode, payload: bytes, mask: bytes = b"\0\0\0\0", *, fin: bool = True) -> bytes:
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes((opcode | (0x80 if fin else 0),)) + length + mask + masked


# --- strategies ------------------------------------------------------------------------------------------

PLACES = st.lists(st.integers(0, 2000), max_size=40)
MASKS = st.binary(min_size=4, max_size=4)
CONTROLS = st.tuples(st.sampled_from([Opcode.PING, Opcode.PONG]), st.binary(max_size=125))
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=20)


@st.composite
def conversations(draw: st.DrawFn) -> tuple[list[str], list[bytes], bytes]:
    """The data of pings of the protocol, that of pings of the WebSocket, and all of it as frames."""
    texts, pings, stream = draw(st.lists(TEXTS, max_size=6)), [], b""
    for text in texts:
        body = json.dumps({"type": "ping", "data": text}, ensure_ascii=draw(st.booleans())).encode()
        parts = cut(body, draw(st.lists(st.integers(1, len(body)), max_size=4)))
        for number, part in enumerate(parts):
            opcode = Opcode.CONT if number else Opcode.TEXT
            stream += frame(opcode, part, draw(MASKS), fin=number == len(parts) - 1)
            for control, payload in draw(st.lists(CONTROLS, max_size=1)):
                stream += frame(control, payload, draw(MASKS))
                pings += [payload] if control is Opcode.PING else []
    return texts, pings, stream


@st.composite
def nearly_frames(draw: st.DrawFn) -> bytes:
    """A frame with any first bytes."""
    size = draw(st.integers(0, 300))
    length = draw(
        st.sampled_from([bytes((size % 126,)), b"\x7e" + size.to_bytes(2, "big"), b"\x7f" + bytes(6) + b"\1\0"])
    )
    masked = bytes((length[0] | draw(st.sampled_from([0x80, 0x80, 0x80, 0])),)) + length[1:]
    return draw(st.binary(min_size=1, max_size=1)) + masked + draw(st.binary(max_size=size + 4))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
MAPS = st.builds(lambda kind, rest: rest | {"type": kind}, st.sampled_from(["ping", "pong", "bye", "x"]), st.just({}))
BODIES = st.binary(max_size=40) | JSON.map(json.dumps).map(str.encode) | MAPS.map(json.dumps).map(str.encode)
FRAMES = st.builds(frame, st.sampled_from(Opcode), BODIES, MASKS, fin=st.booleans())
STREAMS = st.lists(st.binary(max_size=40) | nearly_frames() | FRAMES, max_size=6).map(b"".join)
LINES = st.sampled_from(
    [
        *UPGRADE.split(b"\r\n"),
        *(
            b"GET / HTTP/1.1",
            b"HEAD /healthz HTTP/1.1",
            b"GET /../x HTTP/1.0",
            b"OPTIONS * HTTP/1.1",
            b"DELETE / HTTP/9",
        ),
        *(b"Host: x\xff", b"Content-Length: 1", b"Transfer-Encoding: chunked", b"Upgrade: h2c"),
        *(b"Host : [::1]", b" folded", b":"),
    ]
)
HEADS = st.lists(LINES | st.binary(max_size=20), max_size=14).map(b"\r\n".join)


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """The bytes with one stretch replaced by others."""
    begin = draw(st.integers(1, len(whole)))  # the first byte says that it is HTTP
    end = draw(st.integers(begin, min(len(whole), begin + 20)))
    return whole[:begin] + draw(st.binary(max_size=10)) + whole[end:]


# --- a WebSocket -----------------------------------------------------------------------------------------


@given(conversations(), PLACES)
def test_a_conversation_is_the_same_wherever_it_is_cut(
    conversation: tuple[list[str], list[bytes], bytes], places: list[int]
) -> None:
    texts, pings, stream = conversation
    talk = opened()
    talk.hear(*cut(stream, places))
    assert [item.data for item in talk.received if isinstance(item, Ping)] == texts
    assert len(talk.received) == len(texts)
    assert talk.frames() == [(Opcode.PONG, data) for data in pings]


@given(STREAMS, PLACES)
def test_any_bytes_on_a_websocket_are_messages_or_at_most_one_bad_frame(stream: bytes, places: list[int]) -> None:
    talk = opened()
    talk.hear(*cut(stream, places))
    assert all(isinstance(item, FromClient | BadMessage | BadFrame) for item in talk.received)
    wrong = [number for number, item in enumerate(talk.received, start=1) if isinstance(item, BadFrame)]
    assert wrong in ([], [len(talk.received)])
    kinds = [opcode for opcode, _ in talk.frames()]
    assert kinds.count(Opcode.CLOSE) == (kinds[-1:] == [Opcode.CLOSE]) == talk.server.is_over
    assert talk.server.is_over or not wrong


@pytest.mark.parametrize(
    ("said", "torn"),
    [
        (frame(Opcode.TEXT, b"{}")[:1], True),
        (frame(Opcode.TEXT, b"{}")[:-1], True),
        (frame(Opcode.PING, b"x")[:-1], True),
        (frame(Opcode.TEXT, b"{", fin=False), True),
        (frame(Opcode.TEXT, b"{", fin=False) + frame(Opcode.PING, b""), True),
        (frame(Opcode.TEXT, b'{"type":"ping"}'), False),
        (frame(Opcode.TEXT, b'{"type":', fin=False) + frame(Opcode.CONT, b'"ping"}'), False),
        (frame(Opcode.PING, b"x"), False),
        *((frame(Opcode.PING, b"") + frame(Opcode.TEXT, b'{"type":"ping"}')[:-left], True) for left in range(1, 21)),
        *((frame(Opcode.PING, b"") + frame(Opcode.TEXT, b" " * 300)[:-left], True) for left in (1, 300, 304, 306)),
        (frame(Opcode.PING, b"") + frame(Opcode.PING, b""), False),
        (frame(Opcode.TEXT, b" " * 300), False),
    ],
)
def test_a_message_or_a_frame_that_is_not_whole_has_to_be_finished_in_time(said: bytes, torn: bool) -> None:
    talk = opened()
    assert not talk.server.in_frame
    talk.hear(said)
    assert talk.server.in_frame is torn


def test_a_head_that_is_not_whole_has_to_be_finished_in_time() -> None:
    talk = Talk()
    talk.hear(UPGRADE[:-1])
    assert talk.server.in_frame
    talk.hear(UPGRADE[-1:])
    assert not talk.server.in_frame


def test_frames_that_complete_no_message_are_counted_once() -> None:
    talk = opened()
    parts = frame(Opcode.TEXT, b'{"type":', fin=False) + frame(Opcode.PING, b"") + frame(Opcode.CONT, b'"ping"}')
    talk.hear(parts + frame(Opcode.TEXT, b'{"type":"ping"}') + frame(Opcode.PONG, b"x"))
    assert len(talk.received) == 2
    assert (talk.server.idle_frames(), talk.server.idle_frames()) == (3, 0)


CLOSE = frame(Opcode.CLOSE, (1000).to_bytes(2, "big"))


@pytest.mark.parametrize(
    ("stream", "code", "close"),
    [
        (frame(Opcode.BINARY, b"{}") + CLOSE, "BAD_FRAME", 1003),
        (frame(Opcode.TEXT, b"\xff") + CLOSE, "BAD_FRAME", 1007),
        (frame(Opcode.TEXT, b"{", fin=False) + CLOSE, "BAD_FRAME", 1002),
        (frame(Opcode.CLOSE, b"\x03\xe8\xff"), "BAD_FRAME", 1007),
        (frame(Opcode.CLOSE, b"\x03"), "BAD_FRAME", 1002),
        (b"\x81\xff" + bytes(6) + b"\x40\1", "FRAME_TOO_BIG", 1009),
    ],
)
def test_what_the_library_would_end_by_itself_gets_an_error_and_its_code(stream: bytes, code: str, close: int) -> None:
    talk = opened()
    talk.hear(stream)
    (text, error), (last, why) = talk.frames()
    assert (text, json.loads(error)["code"]) == (Opcode.TEXT, code)
    assert (last, int.from_bytes(why[:2], "big")) == (Opcode.CLOSE, close)


@given(STREAMS, PLACES)
def test_after_a_bad_frame_nothing_is_read(more: bytes, places: list[int]) -> None:
    talk = opened()
    talk.hear(*cut(frame(Opcode.BINARY, b"") + more, places))
    assert [type(item) for item in talk.received] == [BadFrame]
    assert [opcode for opcode, _ in talk.frames()] == [Opcode.TEXT, Opcode.CLOSE]


@given(st.lists(st.integers(1, 4000), max_size=8))
def test_a_message_in_fragments_is_as_long_as_all_of_them(sizes: list[int]) -> None:
    talk = opened()
    talk.hear(*(frame(Opcode.CONT if at else Opcode.TEXT, b" " * size, fin=False) for at, size in enumerate(sizes)))
    talk.hear(frame(Opcode.CONT if sizes else Opcode.TEXT, b"", fin=True))
    (wrong,) = talk.received
    assert isinstance(wrong, BadFrame)
    assert isinstance(wrong, FrameTooBig) == (sum(sizes) > BEFORE_SIGN_IN)


# --- a request -------------------------------------------------------------------------------------------


def answered(said: bytes) -> int:
    """The status of one whole answer."""
    head, _, body = said.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    fields = dict(line.split(": ", 1) for line in lines)
    assert first.startswith("HTTP/1.1 ")
    status = int(first.split(" ")[1])
    assert status == 101 or len(body) in (0, int(fields["Content-Length"]))
    return status


PAGE_SHOWN = Talk()
PAGE_SHOWN.hear(GET)


@given(PLACES, STREAMS | HEADS | st.just(GET))
def test_a_request_is_answered_once_wherever_it_is_cut_and_whatever_comes_behind_it(
    places: list[int], more: bytes
) -> None:
    talk = Talk()
    talk.hear(*cut(GET + more, places))
    assert talk.said == PAGE_SHOWN.said
    assert talk.server.is_over
    assert talk.received == []


@given(HEADS.map(b"G".__add__) | damaged(GET) | damaged(UPGRADE), PLACES)
def test_any_head_is_answered_once_or_is_not_whole(head: bytes, places: list[int]) -> None:
    talk = Talk()
    talk.hear(*cut(head, places))
    if talk.said:
        assert answered(talk.said) in (101, 200, 304, 400, 403, 404, 405, 421, 426)
    else:
        assert talk.received == []
        assert not talk.server.is_over


@given(STREAMS | FRAMES)
def test_what_comes_glued_to_a_request_for_a_websocket_is_refused_or_read(more: bytes) -> None:
    talk = Talk()
    talk.hear(UPGRADE + more)
    assert answered(talk.said) in (101, 400)
    assert talk.server.is_over == (b" 400 " in talk.said[:20])


@pytest.mark.parametrize("line", [b"x", b"X: y\r\n", b"\r", b"X: " + b"y" * 8000 + b"\r\n"])
@given(PLACES)
def test_an_endless_head_is_refused(line: bytes, places: list[int]) -> None:
    talk = Talk()
    talk.hear(*cut(b"GET / HTTP/1.1\r\n" + line * (2 * limits.HTTP_HEAD // len(line)), places))
    assert answered(talk.said) == 400
