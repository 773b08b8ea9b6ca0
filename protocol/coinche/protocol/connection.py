"""The server's end of one connection, without I/O: a state machine from bytes to messages or errors.

It finds out how the client encodes its messages, enforces the order of the sign-in and the limit in force, and gives up
on a client that sends too many malformed messages.

    CONNECTED ──welcome──▶ GREETED ──────────────ready─▶ READY
        │                     └──waiting──▶ WAITING ──ready─▶ ┘
        └── from everywhere: bye, a fatal error ──▶ CLOSED

The server's own messages move the state, so a message is judged only once those before it have been answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import get_args

from msgspec import UNSET

from .codec import decode_client_line, encode
from .encodings import FRAMES, Encoding, encoding_of
from .errors import BadFrame, BadMessage, ErrorClass, ProtocolError
from .limits import AFTER_SIGN_IN, BEFORE_SIGN_IN, MAX_MALFORMED
from .messages import (
    AtTable,
    AwaitsApproval,
    Bye,
    CreateTable,
    Error,
    FromClient,
    FromServer,
    Hello,
    OfMembers,
    OfTheArchive,
    OfTheLadder,
    OfTheLobby,
    Ping,
    Pong,
    Prove,
    ProviderAnswer,
    Ready,
    ServerBye,
    Welcome,
)


class ConnectionState(StrEnum):
    """The progress of a connection."""

    CONNECTED = "connected"
    """Nothing has been agreed: hello comes first."""
    GREETED = "greeted"
    """The server has sent `welcome`; a client that is no guest has to prove its identity."""
    WAITING = "waiting"
    """The client has proved who it is, and somebody has to let it in."""
    READY = "ready"
    CLOSED = "closed"
    """The last word is said."""


_ALWAYS: frozenset[type[FromClient]] = frozenset({Ping, Pong, Bye})

ACCEPTED: dict[ConnectionState, frozenset[type[FromClient]]] = {
    ConnectionState.CONNECTED: _ALWAYS | {Hello},
    ConnectionState.GREETED: _ALWAYS | {Prove},
    ConnectionState.WAITING: _ALWAYS,
    ConnectionState.READY: _ALWAYS
    | {
        CreateTable,
        *get_args(AtTable),
        *get_args(OfTheLobby),
        *get_args(OfTheLadder),
        *get_args(OfMembers),
        *get_args(OfTheArchive),
        *get_args(ProviderAnswer),
    },
    ConnectionState.CLOSED: frozenset(),
}
"""The messages that a client may send in each state."""

MOVES: dict[tuple[ConnectionState, type[FromServer]], ConnectionState] = {
    (ConnectionState.CONNECTED, Welcome): ConnectionState.GREETED,
    (ConnectionState.GREETED, Ready): ConnectionState.READY,
    (ConnectionState.GREETED, AwaitsApproval): ConnectionState.WAITING,
    (ConnectionState.WAITING, Ready): ConnectionState.READY,
}
"""The effect of the server's own messages; besides, a bye and a fatal error close from everywhere."""

_SIGN_IN: frozenset[type[FromServer]] = frozenset({Welcome, AwaitsApproval, Ready})

LIMIT: dict[ConnectionState, int] = {
    ConnectionState.CONNECTED: BEFORE_SIGN_IN,
    ConnectionState.GREETED: BEFORE_SIGN_IN,
    ConnectionState.WAITING: BEFORE_SIGN_IN,
    ConnectionState.READY: AFTER_SIGN_IN,
    ConnectionState.CLOSED: BEFORE_SIGN_IN,
}
"""Bytes of the longest frame."""

_NOT_NOW: dict[ConnectionState, str] = {
    ConnectionState.CONNECTED: "say hello first",
    ConnectionState.GREETED: "the sign-in is not over: prove who you are, or wait for ready",
    ConnectionState.WAITING: "nobody has let you in yet: wait for ready",
    ConnectionState.READY: "the sign-in is over",
    ConnectionState.CLOSED: "the connection is closed",
}

_CLOSED = ConnectionState.CLOSED
"""The member by itself, because looking it up in its enum costs more than a call."""


class ServerConnection:
    """One connection as the server sees it.

    for item in connection.receive_data(data):
        if isinstance(item, ProtocolError):
            write(connection.send(refusal(item)))
        else:
            ...  # act on the message; what it is answered with goes through `send`
    if connection.state is ConnectionState.CLOSED: hang up
    """

    def __init__(self, web: Callable[[], Encoding] | None = None) -> None:
        """A new connection; `web` makes the encoding of a browser, where browsers are served."""
        self.state = ConnectionState.CONNECTED
        self._web = web
        self._encoding = FRAMES
        self._reader = FRAMES.reader(LIMIT[self.state])
        self.translated = FRAMES.translated
        """Returns whole frames as this client reads them."""
        self._opened = False
        self._malformed = 0
        self._unreadable = False

    @property
    def in_frame(self) -> bool:
        """True if the rest of a frame is missing: a client that is slow or gone now has left it in the middle."""
        return self._reader.in_frame

    @property
    def speaks_json(self) -> bool:
        """True if the client speaks JSON, in lines or in a browser."""
        return self._encoding.decode is decode_client_line

    @property
    def is_over(self) -> bool:
        """True once the client has ended its side in the encoding itself, or a whole HTTP answer was given."""
        return self._reader.is_over

    def idle_frames(self) -> int:
        """Return the number of frames since the last call that have completed no message, such as pings."""
        return self._reader.idle_frames()

    def data_to_send(self) -> bytes:
        """Return the bytes that the encoding itself has to say, to be written before the answers to messages."""
        return self._reader.data_to_send()

    def open(self, opening: bytes) -> None:
        """Choose the encoding by the client's first bytes, once; they are still to be received."""
        if not self._opened:
            self._opened = True
            self._encoding = encoding_of(opening, self._web)
            self._reader = self._encoding.reader(LIMIT[self.state])
            self.translated = self._encoding.translated

    def receive_data(self, data: bytes) -> Iterator[FromClient | ProtocolError]:
        """Take bytes at once; give, one by one, the messages and errors in them.

        A BadMessage concerns one message. A BadFrame is the last item ever: nothing after it can be read.
        """
        if data:
            self.open(data)
        if not self._unreadable and self.state is not _CLOSED:
            self._reader.append(data)
        return iter(self._next, None)

    def send(self, message: FromServer) -> bytes:
        """Return the bytes to write and note the effect on the state; none once it is closed. KeyError out of order."""
        if self.state is _CLOSED:
            return b""
        if type(message) in _SIGN_IN:
            self.state = MOVES[self.state, type(message)]
            self._reader.limit = LIMIT[self.state]
        elif isinstance(message, ServerBye) or (isinstance(message, Error) and message.error_class is ErrorClass.FATAL):
            self.state = _CLOSED
            why = message.code if isinstance(message, Error) else None
            return self.translated(encode(message)) + self._reader.closing(why)
        return self.translated(encode(message))

    def _next(self) -> FromClient | ProtocolError | None:
        if self._unreadable or self.state is _CLOSED:
            return None
        try:
            if self._malformed == MAX_MALFORMED:
                raise BadFrame(f"{MAX_MALFORMED} malformed messages in a row")
            body = self._reader.next_body()
            if body is None:
                return None
            message = self._encoding.decode(body)
            if type(message) not in ACCEPTED[self.state]:
                raise _out_of_order(message, self.state)
        except BadFrame as error:
            self._unreadable = True
            return error
        except BadMessage as error:
            self._malformed += 1
            return error
        self._malformed = 0
        return message


def _out_of_order(message: FromClient, state: ConnectionState) -> BadMessage:
    return BadMessage(_NOT_NOW[state], path="$.type", frame_id=None if message.id is UNSET else message.id)


def refusal(error: ProtocolError) -> Error:
    """The message that answers what was wrong with a client's bytes."""
    blamed = error if isinstance(error, BadMessage) else None
    return Error(
        code=error.code,
        error_class=error.code.error_class,
        message=error.message,
        re=UNSET if blamed is None or blamed.frame_id is None else blamed.frame_id,
        data={} if blamed is None else {"path": blamed.path},
    )
