"""The connections of a server: read and write loops, limits on what comes, and an end for each."""

from __future__ import annotations

import math
from contextlib import suppress

import trio

from coinche.protocol import frames
from coinche.protocol.connection import refusal
from coinche.protocol.errors import BadFrame, ErrorCode, ProtocolError
from coinche.protocol.messages import (
    Approve,
    Bye,
    Capability,
    Error,
    ErrorData,
    FromClient,
    Hello,
    Ok,
    Ping,
    Pong,
    Prove,
    ServerBye,
    ServerPong,
)
from coinche.server import limits
from coinche.server.addresses import Plaintext, TrustedNetworks, is_allowed, origin
from coinche.server.lobby.lobby import ServerLobby
from coinche.server.log import ConnectionLog, Happening
from coinche.server.rate_limit import COST, MALFORMED_COST, REFUSED_COST, UNASKED_COST, Buckets
from coinche.server.sessions.session import Session
from coinche.server.storage.store import Store
from coinche.server.transport.connection_limits import ConnectionLimits, Handshakes, ReadBudget, SharedBudget, SlotKind
from coinche.server.transport.latency import SECRET_BYTES, RoundTrip
from coinche.server.transport.peer import Delivery, Peer
from coinche.server.transport.sockets import ReadySocket, ReadyStream, Throttle
from coinche.server.transport.tls import Certificate, ServerTls, TlsFailed
from coinche.server.transport.web_site import WebSite

from .approval import PendingNewcomer
from .client_connection import ClientConnection
from .heartbeat import watch_silence
from .sign_in import SigningIn


class Connections:
    """All connections of a server."""

    def __init__(
        self,
        lobby: ServerLobby,
        store: Store,
        signing_in: SigningIn,
        certificate: Certificate,
        plaintext: Plaintext,
        *,
        per_address: int | None,
        trust: TrustedNetworks,
        site: WebSite | None = None,
    ) -> None:
        """All connections; browsers are shown the site, where there is one."""
        self._lobby = lobby
        self._site = site
        self._signing_in = signing_in
        self.newcomers = signing_in.newcomers
        self._certificate = certificate
        self._plaintext = plaintext
        self._trust = trust
        self._log = ConnectionLog(lobby.server.say)
        self.refused = self._log.count
        self.delivery = Delivery(store, lobby.server.time, lobby.server.meter, self._log)
        self._clients: dict[ClientConnection, None] = {}  # in the order in which they came
        self._limits = ConnectionLimits(per_address, trust)
        self._arrivals = Buckets(limits.ARRIVALS)
        self._waste = SharedBudget()
        self._handshakes = Handshakes()
        self._throttle = Throttle()
        self._last_word: ErrorData = {}

    @property
    def count(self) -> int:
        """The number of open connections."""
        return len(self._clients)

    def tell_at_the_end(self, again_ms: int | None) -> None:
        """Tell everybody, once the server ends, when to come again; None if nobody knows."""
        self._last_word = {} if again_ms is None else {"again_ms": again_ms}

    # --- the tasks that serve all of them ------------------------------------------------------------

    async def run(self) -> None:
        """Deliver what is said, let clients come and go, and end silent connections, until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.delivery.run)
            nursery.start_soon(self.delivery.follow_store)
            nursery.start_soon(self.delivery.end_lingering)
            nursery.start_soon(self._handshakes.run)
            nursery.start_soon(self._throttle.run)
            nursery.start_soon(watch_silence, self._clients, self.delivery)
            nursery.start_soon(self.newcomers.run, self._lobby.tables)

    # --- one connection ------------------------------------------------------------------------------

    async def serve(self, stream: trio.SocketStream) -> None:
        """Serve one connection to its end."""
        try:
            ready = ReadySocket(stream)
        except OSError:  # gone before its turn came
            await trio.aclose_forcefully(stream)
            return
        await self.serve_stream(ready, _address(stream))

    async def serve_stream(self, stream: ReadyStream, address: str) -> None:
        """Serve any stream to its end. Nothing that happens on it reaches the others."""
        now = trio.current_time()
        slot = self._limits.open(address) if self._arrivals.take(origin(address), now) else None
        if slot is None:
            self._log.refused(address, "turned away", "no place even to be told so", Happening.TURNED_AWAY)
            await trio.aclose_forcefully(stream)
            return
        round_trip = RoundTrip(self._lobby.server.entropy.draw(SECRET_BYTES))
        peer = Peer(address, self.delivery, stream, round_trip, self._site)
        client = ClientConnection(peer, slot, ReadBudget(self._waste, peer.origin, now), now, now)
        try:
            await self._serve_client(client)
        finally:
            self._limits.close(slot)

    async def _serve_client(self, client: ClientConnection) -> None:
        peer = client.peer
        self._clients[client] = None
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._read, client, nursery.cancel_scope)
                await peer.write()
                nursery.cancel_scope.cancel()
        except* (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the client is gone
        except* TlsFailed as failed:
            self._log.refused(peer.address, "TLS", f"{failed.exceptions[0]}".removeprefix("TLS: "))
        except* Exception as wrong:
            self.delivery.fault(peer, wrong)
        finally:
            del self._clients[client]
            self.newcomers.remove(client)
            self._handshakes.over(peer)
            try:
                if client.session is not None and not _server_ends():
                    self._lobby.lifecycle.disconnect(client.session, peer, for_good=client.said_bye)
            except Exception as wrong:
                self.delivery.fault(peer, wrong)
            finally:
                await self._close(peer)

    async def _close(self, peer: Peer) -> None:
        """Say what is left to say, for a moment, and close."""
        if _server_ends():
            peer.drop(ErrorCode.SHUTDOWN, "the server is ending", data=self._last_word)
        farewell = limits.FAREWELL_AT_END if _server_ends() else limits.FAREWELL
        with trio.CancelScope(deadline=trio.current_time() + farewell, shield=True):
            try:
                await peer.close()
                while await peer.stream.receive_some(limits.DRAIN):  # unread, it would destroy what was written
                    await trio.sleep(limits.DRAIN_EVERY)
            except (trio.BrokenResourceError, trio.ClosedResourceError, TlsFailed):
                pass
            except Exception as wrong:
                self.delivery.fault(peer, wrong)
        await trio.aclose_forcefully(peer.stream)

    # --- reading -------------------------------------------------------------------------------------

    async def _read(self, client: ClientConnection, scope: trio.CancelScope) -> None:
        """Read until the client ends; then the connection ends."""
        peer = client.peer
        with suppress(trio.BrokenResourceError):  # the client is gone
            while not (peer.closing or peer.heard_out) and (data := bytes(await peer.stream.receive_some(limits.READ))):
                if client.has_spoken or await self._open(client, data):
                    await self._parse(client, data)
        await self._throttle.wait()
        if not peer.closing:
            scope.cancel()

    async def _open(self, client: ClientConnection, opening: bytes) -> bool:
        """Judge a connection by its first bytes; False if it cannot stay. A TLS handshake waits for its turn."""
        peer, client.has_spoken = client.peer, True
        if client.slot.kind is SlotKind.EXCESS:
            sentence = "there are too many connections already, or too many of you"
            self._send_away(peer, opening, ErrorCode.FLOOD, sentence)
        elif opening[0] == frames.TLS:
            peer.outgoing.tls = ServerTls(self._certificate.context)
            client.handshake, client.opened = True, math.inf
            await self._handshakes.wait(peer)
            client.opened = trio.current_time()
        elif is_allowed(self._plaintext, peer.address):
            await self._throttle.wait()
        else:
            sentence = "this server takes no connection without TLS"
            self._send_away(peer, opening, ErrorCode.UNSUPPORTED, sentence, {"missing": (Capability.TLS,)})
        return not peer.closing

    def _send_away(
        self, peer: Peer, opening: bytes, code: ErrorCode, sentence: str, data: ErrorData | None = None
    ) -> None:
        """Refuse to talk; a client that opens with TLS is not told, for a handshake costs more than that is worth."""
        if opening[0] == frames.TLS:
            self._log.refused(peer.address, code, sentence)
            peer.finish()
        else:
            peer.protocol.open(opening)  # so that the answer is in the client's encoding
            peer.drop(code, sentence, data=data)

    async def _parse(self, client: ClientConnection, data: bytes) -> None:
        """Parse what was read and act on it, a piece at a time; the others have their turns in between."""
        peer, budget, tls = client.peer, client.budget, client.peer.outgoing.tls
        for at in range(0, len(data), limits.PARSE):
            if at:
                await trio.lowlevel.checkpoint()
            now, piece = trio.current_time(), data[at : at + limits.PARSE]
            records = 0 if tls is None else tls.records.count(piece)
            if not (budget.charge(now, len(piece), records, reads=at == 0) or client.is_free):
                peer.drop(ErrorCode.FLOOD, "you have sent far more bytes than your messages need")
                if peer.address not in self._trust and self._arrivals.has(peer.origin, now):
                    self._arrivals.charge(peer.origin, now, limits.FLOOD_ARRIVALS)  # to open another is less easy then
                return
            if tls is not None:
                piece = peer.decrypted(tls, piece)
                if client.handshake and tls.established:
                    self._handshakes.over(peer)
                    client.handshake = False
            paid = await self._hear(client, piece, now)
            budget.settle(now, paid, peer.protocol.idle_frames())
            client.note(now)
            if peer.closing or peer.heard_out:
                return

    async def _hear(self, client: ClientConnection, plain: bytes, now: float) -> int:
        """Act on what the bytes say; return how many messages have been paid for."""
        paid = 0
        for number, received in enumerate(client.peer.received(plain), start=1):
            client.heard, client.frame_began = now, math.inf
            if isinstance(received, ProtocolError):
                self._refuse(client.peer, received)
            elif not (cost := COST[type(received)]) or client.is_free or client.peer.allowance.take(now, cost):
                self._act_on(client, received, now)
                paid += 1
            else:
                too_much = "you have said more than your allowance; wait a moment"
                client.peer.send(Error.of(ErrorCode.RATE, too_much, re=received.id))
                client.peer.charge(REFUSED_COST)
            if number % limits.AT_ONCE == 0:
                await trio.lowlevel.checkpoint()
                now = trio.current_time()
        if client.peer.protocol.is_over:
            client.peer.finish()
        return paid

    # --- what is said --------------------------------------------------------------------------------

    def _refuse(self, peer: Peer, wrong: ProtocolError) -> None:
        """Tell the client what is wrong with what it sent, which costs it all the same."""
        peer.charge(MALFORMED_COST)
        if isinstance(wrong, BadFrame):
            self._log.refused(peer.address, wrong.code, wrong.message)
        peer.send(refusal(wrong))
        if isinstance(wrong, BadFrame):
            peer.finish()

    def _act_on(self, client: ClientConnection, message: FromClient, now: float) -> None:
        peer = client.peer
        match message:
            case Ping():
                peer.pong(ServerPong(data=message.data, re=message.id))
            case Pong():
                if not peer.round_trip.ponged(message.data, now):
                    peer.charge(UNASKED_COST)
            case Bye():
                client.said_bye = True
                peer.send(ServerBye(re=message.id))
                peer.finish()
            case Hello() | Prove():
                self._signing_in.receive(client, message)
                if client.session is not None:
                    self._limits.sign_in(client.slot)
            case Approve():
                assert client.session is not None
                self._approve(client.session, message)
            case _:
                assert client.session is not None
                self._lobby.router.handle(client.session, message)

    def let_in(self, newcomer: PendingNewcomer) -> bool:
        """Let in a client that waits for that; return False if it cannot come in any more."""
        self._signing_in.let_in(newcomer)
        if newcomer.client.session is None:
            return False
        self._limits.sign_in(newcomer.client.slot)
        return True

    def _approve(self, session: Session, message: Approve) -> None:
        """Have a host let in somebody who waits for that."""
        newcomer = self.newcomers.named(message.name)
        if not self.newcomers.may_approve(session, self._lobby.tables):
            sentence = (
                "only hosts of tables for several players let others in, if they own a name and were not brought in "
                "by another player lately"
            )
            session.refuse(message, sentence)
        elif newcomer is None:
            session.refuse(message, f"nobody called {message.name!r} waits to be let in")
        elif not self.let_in(newcomer):
            session.refuse(message, f"{newcomer.name!r} cannot come in any more")
        else:
            self.newcomers.note_let_in(newcomer, session)
            session.answer(Ok(), message.id)


def _server_ends() -> bool:
    """Return whether the server ends, so that the client may resume. All tasks are cancelled then, whatever ends it."""
    return trio.current_effective_deadline() == -math.inf


def _address(stream: trio.SocketStream) -> str:
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:
        return "nowhere"
