"""Who is signed in, connected or away, and where he sits. Knows nothing of bytes or games."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import FromServer, Occupant, Role

from .peer import Peer
from .refusal import Data, error


@dataclass(eq=False, slots=True)
class Session:
    """One signed-in client. `peer` is None while it is away; `keys` prove its return, the oldest first.

    `table` is the id of where it sits or watches; a provider plays at many tables and is at none.
    """

    id: str
    name: str
    role: Role
    program: bool
    peer: Peer | None
    keys: tuple[bytes, ...] = ()
    table: str | None = None

    @property
    def occupant(self) -> Occupant:
        """What it is as somebody on a seat."""
        if self.role is Role.PROVIDER:
            return Occupant.BOT
        return Occupant.PROGRAM if self.program else Occupant.PERSON

    def push(self, frame: bytes) -> None:
        """Send the frame if the client is there."""
        if self.peer is not None:
            self.peer.push(frame)

    def send(self, message: FromServer) -> None:
        """Send the message if the client is there."""
        if self.peer is not None:
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
