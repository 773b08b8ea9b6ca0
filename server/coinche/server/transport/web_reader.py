"""A browser's connection as an encoding: one HTTP request, then, if it asks for that, a WebSocket of JSON messages.

                 request for a file
    REQUESTING ──────────────────────▶ OVER
        │ request for a WebSocket       ▲
        ▼            close, an error    │
      OPEN ─────────────────────────────┘

The `websockets` library parses the request and the frames, answers pings, and echoes a close. A text frame holds one
message, the same JSON as a line without its end. A server masks nothing, so a message to many browsers is framed once.

Where the library would end a connection by itself, its last words are dropped: the client gets the error of the
protocol first, then a close with the code that the library has chosen.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from enum import Enum, auto
from functools import lru_cache
from http import HTTPStatus

import msgspec
from websockets.exceptions import PayloadTooBig
from websockets.frames import Close, CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import Event
from websockets.server import ServerProtocol

from coinche.protocol.codec import decode_client_line, map_of
from coinche.protocol.encodings import Encoding
from coinche.protocol.errors import BadFrame, ErrorCode, FrameTooBig
from coinche.protocol.frames import BodyReader, bodies
from coinche.protocol.limits import AFTER_SIGN_IN
from coinche.server import limits

from .web_site import WebSite, refused

_SILENT = logging.Logger("websockets", level=logging.CRITICAL + 1)
"""The library's log: what an operator needs to know of a connection is logged by the server."""

_CONTROL = frozenset({Opcode.PING, Opcode.PONG, Opcode.CLOSE})
_TEXT = 0x80 | Opcode.TEXT
_CLOSE = 0x80 | Opcode.CLOSE
_CLOSE_CODE = {
    None: CloseCode.NORMAL_CLOSURE,
    ErrorCode.SHUTDOWN: CloseCode.GOING_AWAY,
    ErrorCode.FRAME_TOO_BIG: CloseCode.MESSAGE_TOO_BIG,
}
"""The code of a close by the reason of the end; any other breaks a rule of the server's (1008)."""


class WebPhase(Enum):
    """The progress of a browser's connection."""

    REQUESTING = auto()
    OPEN = auto()
    OVER = auto()
    """The answer to a request was given, or the browser has closed."""


def web_encoding(site: WebSite, address: str, *, secure: bool) -> Encoding:
    """Return the encoding of one browser's connection, over TLS if it is secure."""
    reader = WebReader(site, address, secure=secure)
    return Encoding(reader=reader.limited, decode=decode_client_line, translated=reader.translated)


class WebReader(BodyReader):
    """Reader of a browser's connection; a body is the JSON of one text message."""

    def __init__(self, site: WebSite, address: str, *, secure: bool) -> None:
        super().__init__(AFTER_SIGN_IN)
        self._site = site
        self._address = address
        self._secure = secure
        self._phase = WebPhase.REQUESTING
        self._http = ServerProtocol(max_size=(AFTER_SIGN_IN, AFTER_SIGN_IN), extensions=None, logger=_SILENT)
        self._head = 0
        """Bytes that have come of the request."""
        self._message = bytearray()
        """The fragments of a message that is not whole."""
        self._fragments = False
        self._torn = False
        """True if the last bytes end in the middle of a head or a frame."""
        self._bounds = _FrameBounds()
        self._bodies: list[bytes] = []
        self._idle_frames = 0
        self._wrong: BadFrame | None = None
        self._close_code: int | None = None
        self._said = b""

    def limited(self, limit: int) -> WebReader:
        """Return this reader, with a limit for the next body."""
        self.limit = limit
        return self

    # --- what comes ----------------------------------------------------------------------------------

    @property
    def in_frame(self) -> bool:
        """True if a request or a message is not whole."""
        return self._torn or self._fragments

    @property
    def is_over(self) -> bool:
        """True once a request was answered, or the browser has closed the WebSocket."""
        return self._phase is WebPhase.OVER

    def append(self, data: bytes) -> None:
        """Take bytes, answer a request that is whole, and keep the messages for `next_body`."""
        if self._wrong is not None or self._phase is WebPhase.OVER:
            return
        requesting = self._phase is WebPhase.REQUESTING
        self._http.receive_data(data)
        events = self._http.events_received()
        if requesting:
            self._head += len(data)
            self._torn = not events
            self._requested(events)
        else:
            self._bounds.pass_over(data)
            self._torn = self._bounds.is_inside
            for event in events:
                assert isinstance(event, Frame)
                if self._wrong is None:  # else it is not read on, be it a close
                    self._framed(event)
        if self._phase is WebPhase.OPEN and self._wrong is None and self._http.parser_exc is not None:
            self._failed(self._http.parser_exc)
        written = b"".join(self._http.data_to_send())
        if self._wrong is None:
            self._said += written

    def _requested(self, events: list[Event]) -> None:
        match events:
            case [] if self._http.handshake_exc is not None or self._http.eof_sent:
                self._refuse("this is no HTTP request that the server can read; it takes GET without a body")
            case [] if self._head > limits.HTTP_HEAD:
                self._refuse(f"the head of a request is longer than {limits.HTTP_HEAD} bytes")
            case []:
                pass
            case [Request() as request, *behind]:
                self._answer(request, alone=not behind and not self._http.eof_sent)
            case _:
                raise AssertionError(events)  # the library reads no frame before a request

    def _answer(self, request: Request, *, alone: bool) -> None:
        """Answer the request. Nothing behind it is read, such as another one; a browser waits for its WebSocket."""
        answer = self._site.answer(request, self._address, secure=self._secure)
        if answer is None and not alone:
            return self._refuse("something has come behind the request before its answer")
        if answer is None:
            answer = self._http.accept(request)
        if answer.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self._http.send_response(answer)
            self._phase = WebPhase.OPEN
        else:
            self._said += answer.serialize()
            self._phase = WebPhase.OVER
            self._http.data_to_send()  # dropped: what the library says to bytes behind the request
        return None

    def _framed(self, frame: Frame) -> None:
        self._idle_frames += not frame.fin or frame.opcode in _CONTROL
        match frame.opcode:
            case Opcode.TEXT | Opcode.CONT:
                self._message += frame.data
                self._fragments = not frame.fin
                if frame.fin:
                    self._whole(bytes(self._message))
                    self._message.clear()
            case Opcode.BINARY:
                self._refuse("a message is text, not binary", CloseCode.UNSUPPORTED_DATA)
            case Opcode.CLOSE:
                self._phase = WebPhase.OVER
            case _:
                pass  # the library answers pings

    def _whole(self, body: bytes) -> None:
        try:
            body.decode()
        except UnicodeDecodeError:
            self._refuse("a message that is not UTF-8", CloseCode.INVALID_DATA)
        else:
            self._bodies.append(body)

    def _failed(self, why: Exception) -> None:
        """The library cannot read on."""
        match why:
            case PayloadTooBig():
                self._wrong = FrameTooBig(f"a message of more than {AFTER_SIGN_IN} bytes")
            case UnicodeDecodeError():
                self._refuse("a close whose reason is not UTF-8", CloseCode.INVALID_DATA)
            case _:
                self._refuse(f"no WebSocket: {why}"[:120], CloseCode.PROTOCOL_ERROR)

    def _refuse(self, sentence: str, code: int | None = None) -> None:
        if self._wrong is None:
            self._wrong, self._close_code = BadFrame(sentence), code

    def next_body(self) -> bytes | None:
        """The next message; BadFrame or FrameTooBig where there is none."""
        if self._bodies:
            body = self._bodies.pop(0)
            if len(body) > self.limit:
                raise FrameTooBig(f"a message of {len(body)} bytes; the limit is {self.limit}")
            return body
        if self._wrong is not None:
            raise self._wrong
        return None

    def idle_frames(self) -> int:
        """Frames since the last call that have completed no message: pings, pongs, and fragments but the last."""
        idle, self._idle_frames = self._idle_frames, 0
        return idle

    # --- what goes -----------------------------------------------------------------------------------

    def data_to_send(self) -> bytes:
        """Answers to requests, pings and a close."""
        said, self._said = self._said, b""
        return said

    def translated(self, frames: bytes) -> bytes:
        """Whole frames as WebSocket messages; before that, an error is the answer to the request."""
        match self._phase:
            case WebPhase.OPEN:
                return _as_messages(frames)
            case WebPhase.REQUESTING:
                return self._as_answer(frames)
            case WebPhase.OVER:
                return b""

    def _as_answer(self, frames: bytes) -> bytes:
        for body in bodies(frames):
            error = map_of(body)
            if error["type"] == "error":
                self._phase = WebPhase.OVER
                return refused(ErrorCode(error["code"]), error["message"]).serialize()
        return b""

    def closing(self, why: ErrorCode | None) -> bytes:
        """A close that says why, unless the browser has closed already."""
        if self._phase is not WebPhase.OPEN:
            return b""
        self._phase = WebPhase.OVER
        code = self._close_code or _CLOSE_CODE.get(why, CloseCode.POLICY_VIOLATION)
        return _framed(_CLOSE, Close(code, "").serialize())


class _FrameBounds:
    """The bounds of the frames in the bytes that come (RFC 6455, 5.2): the library does not tell if a frame is torn."""

    def __init__(self) -> None:
        self._head = bytearray()
        """The bytes of a head that is not whole."""
        self._left = 0
        """The bytes that are missing behind the last head."""

    @property
    def is_inside(self) -> bool:
        """True if a frame has begun that is not whole."""
        return bool(self._head) or self._left > 0

    def pass_over(self, data: bytes) -> None:
        """Note that the bytes have come."""
        at = 0
        while at < len(data):
            step = min(self._left or self._head_size - len(self._head), len(data) - at)
            if self._left:
                self._left -= step
            else:
                self._head += data[at : at + step]
                if len(self._head) == self._head_size:
                    self._left = self._payload_size
                    self._head.clear()
            at += step

    @property
    def _head_size(self) -> int:
        if len(self._head) < 2:
            return 2
        return 2 + _MORE_LENGTH.get(self._head[1] & 0x7F, 0) + 4 * (self._head[1] >> 7)

    @property
    def _payload_size(self) -> int:
        length = self._head[1] & 0x7F
        more = _MORE_LENGTH.get(length, 0)
        return int.from_bytes(self._head[2 : 2 + more], "big") if more else length


_MORE_LENGTH = {126: 2, 127: 8}
"""The bytes of a longer length, by the seven bits that stand for it."""


@lru_cache(maxsize=8)
def _as_messages(frames: bytes) -> bytes:
    """The frames as WebSocket messages; a message to many is translated once."""
    return b"".join(_framed(_TEXT, each) for each in _texts(frames))


def _texts(frames: bytes) -> Iterator[bytes]:
    return (msgspec.json.encode(map_of(body)) for body in bodies(frames))


def _framed(head: int, payload: bytes) -> bytes:
    """The payload as one unmasked frame (RFC 6455, 5.2)."""
    size = len(payload)
    if size < 126:
        return bytes((head, size)) + payload
    if size < 1 << 16:
        return bytes((head, 126)) + size.to_bytes(2, "big") + payload
    return bytes((head, 127)) + size.to_bytes(8, "big") + payload
