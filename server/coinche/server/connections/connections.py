"""The shell around every connection: a read loop, a write loop, and an end.

Knows streams and silence. Refuses to know frames (`coinche.protocol.connection`), who may stay (`opening`), who may
sign in (`signing_in`) and what a signed-in client may do (`lobby`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress

import trio
from trio.abc import HalfCloseableStream

from coinche.protocol.connection import refusal
from coinche.protocol.errors import BadFrame, ErrorCode, ProtocolError
from coinche.protocol.messages import Bye, ErrorData, FromClient, Hello, Ping, Pong, Prove, ServerBye, ServerPong
from coinche.server import limits
from coinche.server.addresses import Plaintext, TrustedNetworks, origin
from coinche.server.clock import Entropy, Time
from coinche.server.lobby.lobby import LobbyRoom
from coinche.server.log import Happening, News, report_fault
from coinche.server.metrics import Meter
from coinche.server.rate_limit import UNASKED_COST, Buckets
from coinche.server.storage.store import Store
from coinche.server.transport.connection_limits import Entrance, ReadBudget, SharedBudget
from coinche.server.transport.delivery import Mailer
from coinche.server.transport.latency import SECRET_BYTES, RoundTrip
from coinche.server.transport.peer import Peer
from coinche.server.transport.sockets import ReadySocket, Turnstile
from coinche.server.transport.tls import Certificate, Handshake, Handshakes, TlsFailed

from .sign_in import SigningIn
from .visitor import Openings, Visitor, is_free, is_paid

_NO_REFUSAL = frozenset({ErrorCode.SHUTDOWN, ErrorCode.REPLACED})
"""Why a connection ends that nobody has refused."""


class Connections:
    """All connections of a server."""

    def __init__(
        self,
        lobby: LobbyRoom,
        entropy: Entropy,
        signing_in: SigningIn,
        certificate: Callable[[], Certificate],
        plaintext: Plaintext,
        store: Store,
        time: Time,
        *,
        meter: Meter,
        per_address: int | None,
        trust: TrustedNetworks,
    ) -> None:
        self._lobby = lobby
        self._entropy = entropy
        self._signing_in = signing_in
        self._openings = Openings(certificate, plaintext, lobby.say)
        self._last_word: ErrorData = {}
        self.mailer = Mailer(
            store, time, self._fault, lambda durable: meter.sent(durable, trio.current_time()), self._say_dropped
        )
        self._visitors: dict[Visitor, None] = {}  # in the order in which they came
        self._entrance = Entrance(per_address, trust)
        self._trust = trust
        self._arrivals = Buckets(limits.ARRIVALS)
        self._waste = SharedBudget()
        self._handshakes = Handshakes()
        self._turnstile = Turnstile()
        self._complaints = Buckets(limits.COMPLAINTS)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._visitors)

    def told_at_the_end(self, again_ms: int | None) -> None:
        """Have everybody told, once the server ends, when to come again; None where nobody knows."""
        self._last_word = {} if again_ms is None else {"again_ms": again_ms}

    # --- the shell -----------------------------------------------------------------------------------

    async def serve(self, stream: trio.SocketStream) -> None:
        """Serve one connection to its end."""
        try:
            ready = ReadySocket(stream)
        except OSError:  # gone before its turn came
            await trio.aclose_forcefully(stream)
            return
        await self.serve_stream(ready, _address(stream), ready.send_now, ready.part)

    async def serve_stream(
        self, stream: HalfCloseableStream, address: str, send_now: Callable[[bytes], int], part: Callable[[], object]
    ) -> None:
        """The same for any stream. Nothing that happens on it reaches the others.

        `send_now` writes what can be written without waiting, until `part` is called.
        """
        now = trio.current_time()
        place = self._entrance.enter(address) if self._arrivals.take(origin(address), now) else None
        if place is None:
            self._say_refused(address, "turned away", "no place even to be told so", Happening.TURNED_AWAY)
            await trio.aclose_forcefully(stream)
            return
        round_trip = RoundTrip(self._entropy.draw(SECRET_BYTES))
        visitor = Visitor(Peer(address, self.mailer, send_now, round_trip), place, now, now)
        try:
            await self._accompany(visitor, stream, part)
        finally:
            self._entrance.leave(place)

    async def _accompany(self, visitor: Visitor, stream: HalfCloseableStream, part: Callable[[], object]) -> None:
        """Talk with somebody for whom there is a place until the connection is closed."""
        address = visitor.peer.address
        self._visitors[visitor] = None
        try:
            await self._converse(visitor, stream)
        except* (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the client is gone
        except* TlsFailed as failed:
            self._say_refused(address, "TLS", f"{failed.exceptions[0]}".removeprefix("TLS: "))
        except* Exception as wrong:
            self._fault(visitor.peer, wrong)
        finally:
            self._visitors.pop(visitor, None)
            self._end_handshake(visitor)
            if visitor.session is not None and not _server_ends():
                self._lobby.disconnect(visitor.session, visitor.peer, for_good=visitor.said_bye)
            part()
            await self._part(visitor.peer, stream)

    def _fault(self, peer: Peer, wrong: Exception) -> None:
        """What has gone wrong ends this connection alone, with its traceback in the log."""
        line = f"{peer.address}: a fault of the server on this connection"
        report_fault(self._lobby.say, line, wrong, address=peer.address)
        peer.finish()

    def _say_dropped(self, peer: Peer, code: ErrorCode, sentence: str) -> None:
        if code not in _NO_REFUSAL:
            self._say_refused(peer.address, code, sentence)

    def _say_refused(self, address: str, code: str, why: str, happening: Happening = Happening.SENT_AWAY) -> None:
        """A line for the operator about a connection that is ended, unless there have been many from there."""
        if not self._complaints.take(origin(address), trio.current_time()):
            return
        self._lobby.say(News(happening, f"{address}: sent away ({code}: {why})", code=str(code), address=address))

    async def _converse(self, visitor: Visitor, stream: HalfCloseableStream) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._read, visitor, stream, nursery.cancel_scope)
            await visitor.peer.write(stream)
            nursery.cancel_scope.cancel()

    async def _part(self, peer: Peer, stream: HalfCloseableStream) -> None:
        """Say what is left to say, for a moment, and close."""
        if _server_ends():
            peer.drop(ErrorCode.SHUTDOWN, "the server is ending", data=self._last_word)
        with trio.CancelScope(deadline=trio.current_time() + _farewell(), shield=True):
            try:
                await peer.part(stream)
                while await stream.receive_some(limits.DRAIN):  # unread, it would destroy what was written
                    await trio.sleep(limits.DRAIN_EVERY)
            except (trio.BrokenResourceError, trio.ClosedResourceError, TlsFailed):
                pass
            except Exception as wrong:
                self._fault(peer, wrong)
        await trio.aclose_forcefully(stream)

    async def _read(self, visitor: Visitor, stream: HalfCloseableStream, scope: trio.CancelScope) -> None:
        """Hear the client out; then the connection ends."""
        with suppress(trio.BrokenResourceError):  # the client is gone
            await self._listen(visitor, stream)
        await self._turnstile.wait()
        if not visitor.peer.closing:
            scope.cancel()

    async def _listen(self, visitor: Visitor, stream: HalfCloseableStream) -> None:
        peer = visitor.peer
        budget = ReadBudget(self._waste, peer.origin, trio.current_time())
        while not (peer.closing or peer.heard_out) and (data := bytes(await stream.receive_some(limits.READ))):
            budget.charge_read(trio.current_time())
            if not visitor.has_spoken:
                if not self._openings.admits(visitor, data):
                    return
                await (self._turnstile.wait() if peer.tls is None else self._begin_handshake(visitor))
            await self._parse(visitor, data, budget)
            visitor.note(trio.current_time())

    async def _parse(self, visitor: Visitor, data: bytes, budget: ReadBudget) -> None:
        """Hear what is in the bytes, a piece at a time; the others have their turns in between."""
        peer = visitor.peer
        for at in range(0, len(data), limits.PARSE):
            if at:
                await trio.lowlevel.checkpoint()
            piece = data[at : at + limits.PARSE]
            records = 0 if peer.tls is None else peer.tls.records.count(piece)
            within = budget.may_parse(trio.current_time(), len(piece), records)
            if not (within or is_free(visitor)):
                self._end_flood(peer)
                return
            plain = peer.received(piece)
            if visitor.handshake is not None and peer.tls is not None and peer.tls.established:
                self._end_handshake(visitor)
            await self._hear(visitor, plain, budget)
            budget.settle(trio.current_time())
            if peer.closing or peer.heard_out:
                return

    async def _hear(self, visitor: Visitor, plain: bytes, budget: ReadBudget) -> None:
        for number, received in enumerate(visitor.peer.protocol.receive_data(plain), start=1):
            visitor.hear(trio.current_time())
            if is_paid(visitor, received):
                self._received(visitor, received)
                if not isinstance(received, ProtocolError):
                    budget.return_message()
            if number % limits.AT_ONCE == 0:
                await trio.lowlevel.checkpoint()

    def _end_flood(self, peer: Peer) -> None:
        """End a connection for what it wasted; to open another is then less easy for its address."""
        now = trio.current_time()
        peer.drop(ErrorCode.FLOOD, "you have sent far more bytes than your messages need")
        if peer.address not in self._trust and self._arrivals.has(peer.origin, now):
            self._arrivals.charge(peer.origin, now, limits.FLOOD_ARRIVALS)

    async def _begin_handshake(self, visitor: Visitor) -> None:
        """Wait for its turn; the time to sign in begins then."""
        peer = visitor.peer
        visitor.handshake = Handshake(
            peer.origin, lambda: peer.drop(ErrorCode.AUTH_TIMEOUT, "others wait for their handshake")
        )
        visitor.opened = math.inf
        await self._handshakes.wait(visitor.handshake)
        visitor.opened = trio.current_time()

    def _end_handshake(self, visitor: Visitor) -> None:
        if visitor.handshake is not None:
            self._handshakes.over(visitor.handshake)
            visitor.handshake = None

    async def give_turns(self) -> None:
        """Those who come and go, and all handshakes, have their turns."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._handshakes.run)
            nursery.start_soon(self._turnstile.run)

    async def sweep(self) -> None:
        """One task for everybody's silence: no sign-in in time, no sign of life."""
        while True:
            await trio.sleep(limits.SWEEP)
            now = trio.current_time()
            for visitor in tuple(self._visitors):
                try:
                    self._look_at(visitor, now)
                except Exception as wrong:
                    self._fault(visitor.peer, wrong)

    def _look_at(self, visitor: Visitor, now: float) -> None:
        peer = visitor.peer
        if now > peer.overdue:
            peer.give_up(ErrorCode.SLOW_CONSUMER, f"you have read nothing for {limits.SEND:g} s")
        elif visitor.session is None and now - visitor.opened > limits.SIGN_IN:
            peer.drop(ErrorCode.AUTH_TIMEOUT, f"no sign-in within {limits.SIGN_IN:g} s")
        elif now - visitor.frame_began > limits.FRAME:
            peer.drop(ErrorCode.STALE, f"a frame that has begun was not whole within {limits.FRAME:g} s")
        elif now - visitor.heard > limits.GONE_AFTER:
            peer.drop(ErrorCode.STALE, f"nothing heard for {limits.GONE_AFTER:g} s")
        elif visitor.session is not None and _ping_is_due(visitor, now + limits.SWEEP):
            peer.ping()

    # --- what is said --------------------------------------------------------------------------------

    def _received(self, visitor: Visitor, received: FromClient | ProtocolError) -> None:
        match received:
            case BadFrame():
                self._say_refused(visitor.peer.address, received.code, received.message)
                visitor.peer.send(refusal(received))
                visitor.peer.finish()
            case ProtocolError():
                visitor.peer.send(refusal(received))
            case Ping():
                visitor.peer.pong(ServerPong(data=received.data, re=received.id))
            case Pong():
                if not visitor.peer.round_trip.ponged(received.data, trio.current_time()):
                    visitor.peer.charge(UNASKED_COST)
            case Bye():
                visitor.said_bye = True
                visitor.peer.send(ServerBye(re=received.id))
                visitor.peer.finish()
            case Hello():
                self._signing_in.greet(visitor, received)
                self._note_sign_in(visitor)
            case Prove():
                self._signing_in.check(visitor, received)
                self._note_sign_in(visitor)
            case _:
                assert visitor.session is not None
                self._lobby.handle(visitor.session, received)

    def _note_sign_in(self, visitor: Visitor) -> None:
        if visitor.session is not None:
            self._entrance.sign_in(visitor.place)


def _ping_is_due(visitor: Visitor, by: float) -> bool:
    """Whether the last ping, or the beginning where there was none, is then as old as may be."""
    return by - visitor.opened >= limits.PING_AFTER and visitor.peer.round_trip.ping_due(by)


def _farewell() -> float:
    """How long saying goodbye may take."""
    return limits.FAREWELL_AT_END if _server_ends() else limits.FAREWELL


def _server_ends() -> bool:
    """Whether this connection ends because the server does: then whoever is on it may take up his session again."""
    return trio.current_effective_deadline() == -math.inf


def _address(stream: trio.SocketStream) -> str:
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:
        return "nowhere"
