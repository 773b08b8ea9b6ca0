"""One client as the rest of the server sees it, and the task that delivers what is said to all of them.

A client that lets too much wait is disconnected. A task for each write would cost more than all the rest of a message,
so one task delivers for everybody (`Delivery`): it gives each socket a piece, and what a socket does not take is left
to the task of that connection (`Peer.write`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice

import trio
from msgspec import UNSET, UnsetType

from coinche.protocol.connection import ServerConnection
from coinche.protocol.encodings import Encoding
from coinche.protocol.errors import ErrorCode, ProtocolError
from coinche.protocol.messages import Error, ErrorData, FromClient, FromServer, ServerPing, ServerPong
from coinche.server import limits
from coinche.server.act_meter import ActMeter
from coinche.server.addresses import origin
from coinche.server.log import ConnectionLog
from coinche.server.rate_limit import Bucket
from coinche.server.storage.store import Step, Store
from coinche.server.time_and_entropy import Time

from .latency import RoundTrip
from .outgoing import AT_ONCE, CLOSED, CLOSING, QUEUED, STUCK, Outgoing, Receipt
from .sockets import ReadyStream
from .tls import ServerTls, TlsFailed
from .web_reader import web_encoding
from .web_site import WebSite

_NO_REFUSAL = frozenset({ErrorCode.SHUTDOWN, ErrorCode.REPLACED})
"""Reasons why a connection ends that need no line of their own."""


class Peer:
    """The client at the other end of one connection. Only `write` and `close` wait."""

    def __init__(
        self,
        address: str,
        delivery: Delivery,
        stream: ReadyStream,
        round_trip: RoundTrip,
        site: WebSite | None = None,
    ) -> None:
        """A new client; a browser is shown the site, where there is one."""
        self.address = address
        self.origin = origin(address)
        """The address or network that limits count."""
        self.stream = stream
        self.round_trip = round_trip
        self.patient = False
        """True for a spectator: players are sent everything first."""
        self.nonce = ""
        """The challenge that the client's proofs answer, from the welcome on."""
        self.allowance = Bucket(limits.MESSAGES, trio.current_time())
        """The messages that the client may still send."""
        self.protocol = ServerConnection(None if site is None else partial(self._as_browser, site))
        self.outgoing = Outgoing()
        self._delivery = delivery
        self._wake = trio.Event()
        self._writing = trio.CancelScope()

    # --- what the client says ------------------------------------------------------------------------

    def _as_browser(self, site: WebSite) -> Encoding:
        return web_encoding(site, self.address, secure=self.outgoing.tls is not None)

    def received(self, plain: bytes) -> Iterator[FromClient | ProtocolError]:
        """Return the messages in these bytes, one by one; what the encoding answers by itself is sent first."""
        received = self.protocol.receive_data(plain)
        if said := self.protocol.data_to_send():
            self._push(said, step=AT_ONCE)
        return received

    def decrypted(self, tls: ServerTls, data: bytes) -> bytes:
        """Return what the client says in these bytes; TlsFailed if they cannot be decrypted."""
        try:
            return tls.received(data)
        finally:
            if tls.has_to_speak:
                self.outgoing.speak()
                self._delivery.post(self)

    @property
    def heard_out(self) -> bool:
        """True if the client has said by TLS that nothing more comes, though its end of the socket is open."""
        return self.outgoing.tls is not None and self.outgoing.tls.ended

    def charge(self, cost: int) -> None:
        """Have the client pay, whether it can or not; one that owes too much is disconnected."""
        now = trio.current_time()
        self.allowance.charge(now, cost)
        if self.allowance.owed(now) > limits.OWED:
            self.drop(ErrorCode.FLOOD, "you have said far more than your allowance")

    # --- what it is told -----------------------------------------------------------------------------

    @property
    def reads(self) -> bool:
        """True if the socket has taken all that was written to it."""
        return self.outgoing.state is not STUCK

    def push(self, frames: bytes, receipt: Receipt | None = None) -> None:
        """Send the frames soon, as the client reads them. A client with too much waiting is disconnected instead."""
        self._push(self.protocol.translated(frames), receipt)

    def push_with_next(self, frames: bytes) -> None:
        """Send the frames, in their place, with what has to go at once; alone if there is nothing within `linger_s`."""
        self._push(self.protocol.translated(frames), lingers=self._delivery.linger_s > 0)

    def send(self, message: FromServer) -> None:
        """Send the message soon."""
        self._push(self.protocol.send(message))

    def _push(
        self,
        said: bytes,
        receipt: Receipt | str | None = None,
        *,
        step: Step | None = None,
        lingers: bool = False,
    ) -> None:
        out, delivery = self.outgoing, self._delivery
        if out.overfull and not self.closing:
            self.give_up(ErrorCode.SLOW_CONSUMER, "too much was waiting for you to read")
            return
        step = step or delivery.store.step
        if lingers:
            if not out.queue:  # else something waits that takes it along
                delivery.linger(self)
        elif not out.queue or receipt is not None or delivery.lingers(self):  # else it is known that something waits
            delivery.post(self, step.end)
        out.put(said, step, receipt)

    def push_log(self, frames: Iterator[bytes]) -> None:
        """Send what was missed, however long it is: the client reads it bit by bit."""
        step = self._delivery.store.step
        self.outgoing.put_log(map(self.protocol.translated, frames), step)
        self._delivery.post(self, step.end)

    def ask(self, request: bytes, receipt: Receipt) -> None:
        """Send a request, behind a ping if the round trip has to be measured anew."""
        if self.round_trip.due(trio.current_time()):
            self.ping()
        self.push(request, receipt)

    def notify(self, message: FromServer) -> None:
        """Send at once, before all that waits, what has nothing to do with what is kept."""
        self._push_first(self.protocol.send(message))

    def _push_first(self, said: bytes, receipt: str | None = None) -> None:
        self.outgoing.put_first(said, receipt)
        self._delivery.post(self)

    def ping(self) -> None:
        """Have the client show that it is there, and how far away."""
        data = self.round_trip.new_ping(trio.current_time())
        self._beat(ServerPing(data=data), data)

    def pong(self, message: ServerPong) -> None:
        """Answer a ping, in its place among what is said."""
        self._beat(message)

    def _beat(self, message: ServerPing | ServerPong, receipt: str | None = None) -> None:
        """Send it, before all else while the disk takes nothing for so long that the server might be taken for lost."""
        stalled = self._delivery.is_stalled() and not self.outgoing.overfull
        push = self._push_first if stalled else self._push
        push(self.protocol.send(message), receipt)

    # --- the end -------------------------------------------------------------------------------------

    @property
    def closing(self) -> bool:
        """True once the last message is queued, or the connection is broken."""
        return self.outgoing.state >= CLOSING

    def drop(
        self, code: ErrorCode, sentence: str, *, data: ErrorData | None = None, re: int | UnsetType = UNSET
    ) -> None:
        """Tell the client why, as far as it still listens, and end the connection."""
        if not self.closing:
            last_word = self.protocol.send(Error.of(code, sentence, re=re, data=data))
            depends_on = AT_ONCE if code is ErrorCode.SHUTDOWN else self._delivery.store.step
            self.outgoing.put(last_word, depends_on)
            self.finish()
            if code not in _NO_REFUSAL:
                self._delivery.log.refused(self.address, code, sentence)

    def give_up(self, code: ErrorCode, sentence: str) -> None:
        """Drop a client that does not read: what is being written to it is not waited for."""
        self.drop(code, sentence)
        self._writing.cancel()

    def finish(self) -> None:
        """End the connection once everything is written, or cannot be within the limit."""
        self.outgoing.finish(trio.current_time())
        self._wake.set()

    # --- the socket ----------------------------------------------------------------------------------

    def deliver(self, durable: int) -> None:
        """Write a piece of what may go, if the socket takes it now; what it does not take is left to `write`."""
        out, taken = self.outgoing, 0
        if out.state is QUEUED:
            try:
                if data := out.data_to_send(durable):
                    taken = self.stream.send_now(data)
            except BlockingIOError:
                pass
            except OSError:  # the client is gone; the reader finds out how
                out.broken()
                self._wake.set()
            except TlsFailed:
                self.finish()
            if out.state is QUEUED:
                if taken < len(data):
                    out.blocked(taken, trio.current_time())
                    self._wake.set()
                else:
                    out.written()
                    if out.queue:
                        self._delivery.post(self, out.waits_for)
                        if out.waits_for <= durable:
                            return  # the next piece, after everybody else's
        if out.receipts:
            self._fill_receipts(durable)

    def _fill_receipts(self, durable: int) -> None:
        receipts = self.outgoing.receipts
        while receipts and receipts[0][0].end <= durable:
            _, receipt = receipts.pop(0)
            if isinstance(receipt, str):
                self.round_trip.pinged(receipt, trio.current_time())
            elif receipt.written_ms is None:
                receipt.written_ms = self._delivery.time.now_ms()
        if receipts:
            self._delivery.hold(self)

    async def write(self) -> None:
        """Write what could not be written at once, until the connection is to end."""
        with self._writing:
            while not self.closing:
                await self._wake.wait()
                self._wake = trio.Event()
                if not self._writing.cancel_called:  # a frame that is not begun is not torn
                    await self._flush()
                    self._delivery.post(self, self.outgoing.waits_for)

    async def close(self) -> None:
        """Write what is left to be written, once it is durable, and that nothing more comes."""
        out = self.outgoing
        out.finish(trio.current_time())
        await self._flush()
        while out.queue:
            await self._delivery.store.changed()
            await self._flush()
        if out.tls is not None and out.state is not CLOSED:
            await self.stream.send_all(out.tls.closing())
        await self.stream.send_eof()

    async def _flush(self) -> None:
        """Write all that may go, however long the client takes to read it."""
        out = self.outgoing
        while out.state >= STUCK and (data := out.data_to_send(self._delivery.store.durable)):
            try:
                for at in range(0, len(data), limits.WRITE):
                    await self.stream.send_all(memoryview(data)[at : at + limits.WRITE])
                    out.progressed(trio.current_time())
            except (trio.Cancelled, trio.BrokenResourceError, trio.ClosedResourceError):
                out.broken()
                raise
            out.written()


class Delivery:
    """The task that writes to everybody, after each step of the program, what was said in it and is durable.

    There may be many spectators: they have their turn after the players, and some at a time.
    """

    def __init__(self, store: Store, time: Time, meter: ActMeter, log: ConnectionLog) -> None:
        self.store = store
        self.time = time
        self.log = log
        self._meter = meter
        self._due: dict[Peer, None] = {}
        self._patient: dict[Peer, None] = {}
        self._held: dict[Peer, None] = {}
        self._held_since = 0.0
        self.linger_s = 0.0
        """Seconds for which events for programs may wait for what comes next; a contest's server has `LINGER`."""
        self._lingering: dict[Peer, float] = {}
        """Peers to be written to with what comes next for them, each with the time by which it has to come."""
        self._lingers = trio.Event()
        self._wake = trio.Event()

    def linger(self, peer: Peer) -> None:
        """Have the peer written to once something has to go at once, at the latest after `linger_s`."""
        if not self._lingering:
            self._lingers.set()
        self._lingering[peer] = trio.current_time() + self.linger_s

    def lingers(self, peer: Peer) -> bool:
        """Return whether nothing has been posted for the peer but what may linger."""
        return peer in self._lingering

    def post(self, peer: Peer, after: int = 0) -> None:
        """Have the peer written to soon, or once the store is durable up to that position."""
        if after > self.store.durable:
            self.hold(peer)
        else:
            due = self._patient if peer.patient else self._due
            if not due:
                self._wake.set()
            due[peer] = None
            self._lingering.pop(peer, None)

    def hold(self, peer: Peer) -> None:
        """Have the peer looked at again when the store is durable further than now."""
        if not self._held:
            self._held_since = trio.current_time()
        self._held[peer] = None

    def is_stalled(self) -> bool:
        """Return whether the disk has taken nothing for long, though somebody waits for it."""
        return bool(self._held) and trio.current_time() - self._held_since >= limits.STALLED

    async def follow_store(self) -> None:
        """Let go what has become durable, until cancelled."""
        durable = -1
        while True:
            if self.store.durable > durable:  # else something else has changed
                durable = self.store.durable
                held, self._held = self._held, {}
                for peer in held:
                    self.post(peer, peer.outgoing.waits_for)
            await self.store.changed()

    async def end_lingering(self) -> None:
        """Post the peers for which nothing has come in time, until cancelled."""
        while True:
            await self._lingers.wait()
            self._lingers = trio.Event()
            while self._lingering:
                peer, until = next(iter(self._lingering.items()))  # they came in the order of their times
                if until > trio.current_time():
                    await trio.sleep_until(until)
                else:
                    del self._lingering[peer]
                    self.post(peer, peer.outgoing.waits_for)

    async def run(self) -> None:
        """Deliver until cancelled."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            due, self._due = self._due, {}
            self._deliver(due)
            self._meter.sent(self.store.durable, trio.current_time())
            some = tuple(islice(self._patient, limits.AT_ONCE))
            for peer in some:
                del self._patient[peer]
            self._deliver(some)
            if self._patient:
                self._wake.set()  # after everybody else's turn

    def _deliver(self, peers: Iterable[Peer]) -> None:
        durable = self.store.durable
        for peer in peers:
            try:
                peer.deliver(durable)
            except Exception as wrong:
                self.fault(peer, wrong)

    def fault(self, peer: Peer, wrong: Exception) -> None:
        """Log a fault of the server; it ends the connection on which it happened, and no other."""
        self.log.fault(peer.address, wrong)
        peer.finish()
