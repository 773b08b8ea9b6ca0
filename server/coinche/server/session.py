"""Who is signed in, connected or away, and where he sits. Knows nothing of bytes or games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import trio
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import FromServer, Occupant, Role

from . import costs, limits
from .bucket import Bucket
from .refusal import Data, error
from .storage.store import Remembered
from .transport.peer import Peer


@dataclass(eq=False, slots=True)
class Session:
    """One signed-in client. `peer` is None while it is away; `keys` prove its return, the oldest first.

    `who` is what the same client is known by in any session: its key, its token, or for a guest the session itself.
    `table` is the id of where it sits or watches, or is about to; a provider plays at many tables and is at none.
    `capabilities` are those that it was granted. `pending` counts its messages that wait for a table, `acts` those of
    them that answer a live request. It was connected last from that `origin`; tables that it opens are `counted_as`
    those of an address, or of somebody whom the operator knows. `comings` bounds how often it comes to tables. While it
    is `catching_up`, after its return, nothing is sent to it: the table sends all that it missed, in order.
    """

    id: str
    who: str
    name: str
    role: Role
    program: bool
    peer: Peer | None
    keys: tuple[bytes, ...] = ()
    capabilities: tuple[str, ...] = ()
    table: str | None = None
    pending: int = 0
    acts: int = 0
    catching_up: bool = False
    origin: str = ""
    counted_as: str = ""
    comings: Bucket = field(default_factory=lambda: Bucket(limits.COMINGS, 0.0))

    @property
    def remembered(self) -> Remembered:
        """What of it outlives the server."""
        return Remembered(
            id=self.id,
            who=self.who,
            name=self.name,
            role=self.role,
            program=self.program,
            keys=self.keys,
            capabilities=self.capabilities,
            origin=self.origin,
            table=self.table,
        )

    @classmethod
    def recalled(cls, kept: Remembered) -> Session:
        """One from before the server was started again, away until its client comes back."""
        return cls(
            id=kept.id,
            who=kept.who,
            name=kept.name,
            role=kept.role,
            program=kept.program,
            peer=None,
            keys=kept.keys,
            capabilities=kept.capabilities,
            origin=kept.origin,
            table=kept.table,
        )

    @property
    def may_come(self) -> bool:
        """Whether it has not come to tables and gone too often."""
        return self.comings.has(trio.current_time())

    def went(self) -> None:
        """It has gone from a table, or is away from there."""
        self.comings.take(trio.current_time())

    @property
    def occupant(self) -> Occupant:
        """What it is as somebody on a seat."""
        if self.role is Role.PROVIDER:
            return Occupant.BOT
        return Occupant.PROGRAM if self.program else Occupant.PERSON

    def queue(self, *, patient: bool) -> None:
        """Have the client be told after others, or as soon as they are."""
        if self.peer is not None:
            self.peer.patient = patient

    @property
    def reads(self) -> bool:
        """Whether the client takes what is sent, as far as is known."""
        return self.peer is None or self.catching_up or self.peer.reads

    @property
    def present(self) -> bool:
        """Whether what is sent reaches it."""
        return self.peer is not None and not self.catching_up

    @property
    def credit_ms(self) -> int:
        """What the network has of its time for a decision."""
        return 0 if self.peer is None else self.peer.round_trip.credit_ms(trio.current_time())

    def acted(self, seconds: float) -> None:
        """It has answered a request so long after it was written."""
        if self.peer is not None:
            self.peer.round_trip.acted(seconds, trio.current_time())

    def ask(self, request: bytes, stamp: Callable[[], None] | None) -> None:
        """Send a request if the client is there; `stamp` is called when it has been written."""
        if self.peer is not None and not self.catching_up:
            self.peer.ask(request, stamp)

    def push(self, frame: bytes) -> None:
        """Send the frame if the client is there."""
        if self.peer is not None and not self.catching_up:
            self.peer.push(frame)

    def push_log(self, frames: Iterator[bytes]) -> None:
        """Send what it missed, as it reads, if the client is there."""
        if self.peer is not None:
            self.peer.push_log(frames)

    def send(self, message: FromServer) -> None:
        """Send the message if the client is there."""
        if self.peer is not None and not self.catching_up:
            self.peer.send(message)

    def answer(self, message: FromServer, re: int | UnsetType) -> None:
        """Send the message as the answer to the one with that id."""
        self.send(message if re is UNSET else replace(message, re=re))

    def refuse(
        self,
        code: ErrorCode,
        sentence: str,
        *,
        re: int | UnsetType = UNSET,
        request: int | UnsetType = UNSET,
        data: Data | None = None,
    ) -> None:
        """Answer with an error."""
        self.send(error(code, sentence, re=re, request=request, data=data))
        self.charge(costs.REFUSED)

    def charge(self, cost: int) -> None:
        """Have the client pay, whether it can or not; a provider pays for nothing."""
        if self.peer is not None and self.role is not Role.PROVIDER:
            self.peer.charge(cost)
