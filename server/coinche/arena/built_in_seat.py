"""A built-in bot at its seat: one blocking socket, and nothing else in its process.

It speaks coinche/1 as every player does, and does without what only other players need. The server is that of the batch
and on this machine: a lost connection is the end, nothing has to be checked, and events that the bot ignores are not
decoded. Its thoughts are short, so pings wait for their end. An author's bot plays by `coinche.bot.run`, with an event
loop and a thread for its thoughts, which costs several times as much.
"""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from coinche.bot import Bot, Player
from coinche.connection.credentials import TokenCredentials
from coinche.engine.seats import Seat
from coinche.protocol.codec import EVENT_TYPES, decode_request, decode_server, encode, type_of
from coinche.protocol.frames import FrameReader
from coinche.protocol.limits import FROM_SERVER
from coinche.protocol.messages import (
    VERSION,
    Act,
    Bye,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Hello,
    Join,
    Joined,
    Left,
    Ok,
    Pong,
    Ready,
    Request,
    ServerBye,
    ServerPing,
    Welcome,
)

READ_BYTES = 65_536
_OK = str(Ok.__struct_config__.tag)
_REQUEST = str(Request.__struct_config__.tag)


class NotSeated(Exception):
    """The server has refused the bot; the message is what it said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltInSeat:
    """The seat of a forked process, and the token with which it signs in."""

    host: str
    port: int
    table: str
    seat: Seat
    name: str
    token: str = field(repr=False)


def play(bot: Bot, place: BuiltInSeat) -> int:
    """Play the seat until the table closes; return the exit status."""
    with socket.socket() as connection:
        connection.connect((place.host, place.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        player = Player(bot)
        _Connection(connection, player).play(place)
    return int(player.errors > 0)


class _Connection:
    """The connection of one player."""

    def __init__(self, connection: socket.socket, player: Player) -> None:
        self._socket = connection
        self._player = player
        self._reader = FrameReader(FROM_SERVER)
        self._ignored = {_OK} | {name for name, event in EVENT_TYPES.items() if not player.listens_to(event)}

    def play(self, place: BuiltInSeat) -> None:
        """Sign in, sit down, and play until the table is over."""
        messages = self._messages()
        self._sign_in(place, messages)
        self._send(Join(table=place.table, seat=place.seat))
        for message in messages:
            match message:
                case Request():
                    self._answer(message)
                case Envelope(event=event):
                    self._player.hear(event)
                case Joined(table=table, seat=Seat() as seat, rules=rules):
                    self._player.sits_down(rules)
                    self._declare(table, seat)
                case Left() | ServerBye():
                    self._send(Bye())
                    return
                case Error():
                    _tell(message)
                case _:
                    pass

    def _sign_in(self, place: BuiltInSeat, messages: Iterator[FromServer | Envelope]) -> None:
        credentials = TokenCredentials(place.token)
        hello = Hello(versions=(VERSION, VERSION), name=place.name, software="coinche-arena", program=True)
        self._send(credentials.greet(hello))
        for message in messages:
            match message:
                case Welcome():
                    self._send(credentials.prove(hello, message, b""))
                case Ready():
                    return
                case Error():
                    raise NotSeated(message.message)
                case _:
                    pass
        raise NotSeated("the server has closed the connection")

    def _messages(self) -> Iterator[FromServer | Envelope]:
        """Yield what concerns the bot, in its order, and answer pings; it ends with the connection."""
        while data := self._socket.recv(READ_BYTES):
            for body in self._reader.feed(data):
                kind = type_of(body)
                if kind == _REQUEST:
                    yield decode_request(body)
                elif kind not in self._ignored and (message := decode_server(body)) is not None:
                    if isinstance(message, ServerPing):
                        self._send(Pong(data=message.data))
                    else:
                        yield message

    def _answer(self, request: Request) -> None:
        begun = time.perf_counter()
        action = self._player.answer(request)
        self._declare(request.table, request.seat)
        if wait := self._player.times.wait(request, time.perf_counter() - begun):
            time.sleep(wait)
        self._send(Act(table=request.table, request=request.request, action=action))

    def _declare(self, table: str, seat: Seat) -> None:
        if (declaration := self._player.new_declaration(table, seat)) is not None:
            self._send(declaration)

    def _send(self, message: FromClient) -> None:
        self._socket.sendall(encode(message))


def _tell(error: Error) -> None:
    print(f"the server has refused: {error.code}: {error.message}", file=sys.stderr)
