"""The shell around every connection: a read loop, a write loop, and what is said before sign-in.

Knows streams, silence and how many may come. Refuses to know frames (`coinche.protocol.connection`) and
what a signed-in client may do (`lobby`).
"""

from __future__ import annotations

import math
import socket
import traceback
from collections import Counter
from dataclasses import dataclass

import trio

from coinche.protocol import auth
from coinche.protocol.connection import refusal
from coinche.protocol.errors import BadFrame, ErrorCode, ProtocolError
from coinche.protocol.messages import (
    VERSION,
    Auth,
    Bye,
    FromClient,
    Hello,
    Limits,
    Ping,
    Pong,
    Prove,
    Role,
    ServerBye,
    ServerPong,
    Welcome,
)

from . import limits
from .clock import Entropy
from .lobby import LobbyRoom
from .peer import Mailer, Peer
from .roundtrip import SECRET_BYTES, RoundTrip
from .session import Session

SOFTWARE = "coinche"
CAPABILITIES: dict[str, str] = {"resume": "1"}


@dataclass(eq=False, slots=True)
class Visitor:
    """One connection. `session` is None until sign-in; `hello` is what a proof is awaited for."""

    peer: Peer
    opened: float
    heard: float
    pinged: bool = False
    session: Session | None = None
    hello: Hello | None = None
    nonce: str = ""
    said_bye: bool = False


class Connections:
    """All connections of a server."""

    def __init__(self, lobby: LobbyRoom, entropy: Entropy, tokens: tuple[bytes, ...]) -> None:
        self._lobby = lobby
        self._tokens = tokens
        self._entropy = entropy
        self.mailer = Mailer()
        self._visitors: set[Visitor] = set()
        self._from: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._visitors)

    # --- the shell -----------------------------------------------------------------------------------

    async def serve(self, stream: trio.SocketStream) -> None:
        """Serve one connection to its end. Nothing that happens on it reaches the others."""
        stream.setsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY, 1)
        address = _address(stream)
        now = trio.current_time()
        raw = socket.socket(fileno=stream.socket.fileno())  # the same descriptor, for writes that never wait
        raw.setblocking(False)
        round_trip = RoundTrip(self._entropy.draw(SECRET_BYTES))
        visitor = Visitor(Peer(address, self.mailer, raw.send, round_trip), now, now)
        self._visitors.add(visitor)
        self._from[address] += 1
        try:
            await self._converse(visitor, stream)
        except* (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the client is gone
        except* Exception:
            self._lobby.say(f"{address}: a fault of the server on this connection\n{traceback.format_exc()}")
        finally:
            self._visitors.discard(visitor)
            self._from[address] -= 1
            if visitor.session is not None:
                self._lobby.disconnect(visitor.session, visitor.peer, for_good=visitor.said_bye)
            raw.detach()
            await self._part(visitor.peer, stream)

    async def _converse(self, visitor: Visitor, stream: trio.SocketStream) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._read, visitor, stream, nursery.cancel_scope)
            self._admit(visitor)
            await visitor.peer.write(stream)
            nursery.cancel_scope.cancel()

    async def _part(self, peer: Peer, stream: trio.SocketStream) -> None:
        """Say what is left to say, for a moment, and close."""
        if trio.current_effective_deadline() == -math.inf:
            peer.drop(ErrorCode.SHUTDOWN, "the server is ending")
        with trio.CancelScope(deadline=trio.current_time() + limits.FAREWELL, shield=True):
            try:
                await peer.flush(stream)
                await stream.send_eof()
                while await stream.receive_some(limits.READ):
                    pass  # what is unread when a socket is closed destroys what was written
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                pass
        await trio.aclose_forcefully(stream)

    async def _read(self, visitor: Visitor, stream: trio.SocketStream, scope: trio.CancelScope) -> None:
        while not visitor.peer.closing and (data := await stream.receive_some(limits.READ)):
            visitor.heard, visitor.pinged = trio.current_time(), False
            for number, received in enumerate(visitor.peer.protocol.receive_data(data), start=1):
                self._received(visitor, received)
                if number % limits.AT_ONCE == 0:
                    await trio.lowlevel.checkpoint()
        if not visitor.peer.closing:
            scope.cancel()

    def _admit(self, visitor: Visitor) -> None:
        if len(self._visitors) > limits.CONNECTIONS:
            visitor.peer.drop(ErrorCode.FLOOD, f"{limits.CONNECTIONS} clients are connected already")
        elif self._from[visitor.peer.address] > limits.CONNECTIONS_PER_ADDRESS:
            visitor.peer.drop(ErrorCode.FLOOD, f"{limits.CONNECTIONS_PER_ADDRESS} connections from your address")

    async def sweep(self) -> None:
        """One task for everybody's silence: no sign-in in time, no sign of life."""
        while True:
            await trio.sleep(limits.SWEEP)
            now = trio.current_time()
            for visitor in tuple(self._visitors):
                self._look_at(visitor, now)

    def _look_at(self, visitor: Visitor, now: float) -> None:
        peer = visitor.peer
        if now > peer.overdue:
            peer.give_up(ErrorCode.SLOW_CONSUMER, f"you have read nothing for {limits.SEND:g} s")
        elif visitor.session is None and now - visitor.opened > limits.SIGN_IN:
            peer.drop(ErrorCode.AUTH_TIMEOUT, f"no sign-in within {limits.SIGN_IN:g} s")
        elif now - visitor.heard > limits.GONE_AFTER:
            peer.drop(ErrorCode.STALE, f"nothing heard for {limits.GONE_AFTER:g} s")
        elif now - visitor.heard > limits.PING_AFTER and not visitor.pinged:
            visitor.pinged = True
            peer.ping()

    # --- what is said --------------------------------------------------------------------------------

    def _received(self, visitor: Visitor, received: FromClient | ProtocolError) -> None:
        match received:
            case BadFrame():
                self._lobby.say(f"{visitor.peer.address}: sent away ({received.code}: {received.message})")
                visitor.peer.send(refusal(received))
                visitor.peer.finish()
            case ProtocolError():
                visitor.peer.send(refusal(received))
            case Ping():
                visitor.peer.send(ServerPong(data=received.data, re=received.id))
            case Pong():
                visitor.peer.round_trip.ponged(received.data, trio.current_time())
            case Bye():
                visitor.said_bye = True
                visitor.peer.send(ServerBye(re=received.id))
                visitor.peer.finish()
            case Hello():
                self._greet(visitor, received)
            case Prove():
                self._check(visitor, received)
            case _:
                assert visitor.session is not None
                self._lobby.handle(visitor.session, received)

    def _greet(self, visitor: Visitor, hello: Hello) -> None:
        peer = visitor.peer
        lowest, highest = hello.versions
        missing = tuple(wanted for wanted in hello.need if wanted not in CAPABILITIES)
        if not lowest <= VERSION <= highest:
            sentence = f"this server speaks coinche/{VERSION}, you offer {lowest} to {highest}"
            peer.drop(ErrorCode.UNSUPPORTED, sentence, data={"accepted": str(VERSION)}, re=hello.id)
        elif missing:
            sentence = f"this server has not what you need: {', '.join(missing)}"
            peer.drop(ErrorCode.UNSUPPORTED, sentence, data={"missing": missing}, re=hello.id)
        elif hello.role is Role.PROVIDER and hello.auth is Auth.GUEST:
            sentence = "a provider signs in with a token of this server's operator"
            peer.drop(ErrorCode.AUTH_FAILED, sentence, re=hello.id)
        else:
            visitor.nonce = auth.new_secret(self._entropy.draw(auth.SECRET_BYTES))
            welcome = Welcome(
                version=VERSION,
                server=SOFTWARE,
                nonce=visitor.nonce,
                capabilities=CAPABILITIES,
                limits=Limits(ping_ms=int(limits.PING_AFTER * 1000)),
                time=self._lobby.unix_ms(),
                re=hello.id,
            )
            peer.send(welcome)
            if hello.auth is Auth.GUEST:
                visitor.session = self._lobby.sign_in(hello, peer, _granted(hello))
            else:
                visitor.hello = hello

    def _check(self, visitor: Visitor, prove: Prove) -> None:
        """Let in who has proved a session's secret, or a token."""
        hello = visitor.hello
        assert hello is not None
        resuming = self._lobby.sessions.get(hello.session or "") if hello.auth is Auth.RESUME else None
        keys = resuming.keys if resuming is not None else self._tokens if hello.auth is Auth.TOKEN else ()
        key = next((key for key in keys if auth.verify(key, visitor.nonce, prove.n, prove.proof)), None)
        if key is None:
            sentence = "the proof fits no token, and no session that is still kept; sign in as a guest"
            visitor.peer.drop(ErrorCode.AUTH_FAILED, sentence, re=prove.id)
        elif resuming is not None:
            visitor.session = resuming
            self._lobby.take_back(resuming, key, visitor.peer, prove.n, _granted(hello))
        else:
            visitor.session = self._lobby.sign_in(hello, visitor.peer, _granted(hello))


def _granted(hello: Hello) -> tuple[str, ...]:
    """Of what the client wants or needs, that which is there."""
    return tuple(name for name in CAPABILITIES if name in (*hello.want, *hello.need))


def _address(stream: trio.SocketStream) -> str:
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:
        return "nowhere"
