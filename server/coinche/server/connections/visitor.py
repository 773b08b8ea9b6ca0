"""Somebody who has connected, signed in or not. Knows nothing of what may be said when."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from coinche.protocol import frames
from coinche.protocol.errors import ErrorCode, ProtocolError
from coinche.protocol.messages import Capability, Error, ErrorData, FromClient, Hello, Role
from coinche.server.addresses import Plaintext, is_allowed
from coinche.server.log import Happening, Log, News
from coinche.server.rate_limit import REFUSED_COST, message_cost
from coinche.server.sessions.sessions import Session
from coinche.server.transport.connection_limits import Place, Standing
from coinche.server.transport.peer import Peer
from coinche.server.transport.tls import Certificate, Handshake, ServerTls


@dataclass(eq=False, slots=True)
class Visitor:
    """One connection. `session` is None until sign-in; `hello` is what a proof is awaited for.

    It was `heard` when a whole message last came, be it a bad one; the next began to come at `frame_began`, if it did.
    The `handshake` is that of its TLS until it is over.

    One whose `place` is one too many is told so when it `has_spoken`, in the tongue that it speaks.
    """

    peer: Peer
    place: Place
    opened: float
    heard: float
    has_spoken: bool = False
    session: Session | None = None
    hello: Hello | None = None
    said_bye: bool = False
    frame_began: float = math.inf
    handshake: Handshake | None = None

    def hear(self, now: float) -> None:
        """Something whole has come."""
        self.heard, self.frame_began = now, math.inf

    def note(self, now: float) -> None:
        """All that has come by now is looked at: whether a frame has begun that is not whole."""
        if not self.peer.protocol.in_frame:
            self.frame_began = math.inf
        elif self.frame_began == math.inf:
            self.frame_began = now


# --- toll -----------------------------------------------------------------------------------------
# Whether a client has paid for what it says, out of what its connection may say.
#
# Knows who is out of pocket. Refuses to know prices (`costs`), and what a message does.


_TOO_MUCH = "you have said more than your allowance; wait a moment"


def is_paid(visitor: Visitor, received: FromClient | ProtocolError) -> bool:
    """Take the price. Who has nothing left is told so, and sent away if that does not help.

    What is no message is answered by what is wrong with it, but costs all the same.
    """
    peer, cost = visitor.peer, message_cost(received)
    if isinstance(received, ProtocolError):
        peer.charge(cost)
        return True
    if not cost or is_free(visitor) or peer.allowance.take(visitor.heard, cost):
        return True
    peer.send(Error.of(ErrorCode.RATE, _TOO_MUCH, re=received.id))
    peer.charge(REFUSED_COST)
    return False


def is_free(visitor: Visitor) -> bool:
    """A provider plays at many tables at once, and is the operator's."""
    return visitor.session is not None and visitor.session.role is Role.PROVIDER


# --- opening --------------------------------------------------------------------------------------
# What becomes of a connection by its first bytes: TLS, plain, or told why it cannot stay.
#
# Knows who may do without TLS. Refuses to know who the client is (`signing_in`), and to count (`entrance`).


class Openings:
    """Judges how clients open. The certificate is asked for when the first wants TLS."""

    def __init__(self, certificate: Callable[[], Certificate], plaintext: Plaintext, say: Log) -> None:
        self._certificate = certificate
        self._plaintext = plaintext
        self._say = say

    def admits(self, visitor: Visitor, opening: bytes) -> bool:
        """Whether he may go on who opens like that, with TLS if so; if not, he is told why as he speaks."""
        peer, encrypted = visitor.peer, opening[0] == frames.TLS
        visitor.has_spoken = True
        if visitor.place.standing is Standing.ONE_TOO_MANY:
            self._send_away(
                peer, opening, ErrorCode.FLOOD, "there are too many connections already, or too many of you"
            )
        elif encrypted:
            peer.tls = ServerTls(self._certificate().context)
        elif not is_allowed(self._plaintext, peer.address):
            what = "this server takes no connection without TLS"
            self._send_away(peer, opening, ErrorCode.UNSUPPORTED, what, {"missing": (Capability.TLS,)})
        return not peer.closing

    def _send_away(
        self, peer: Peer, opening: bytes, code: ErrorCode, sentence: str, data: ErrorData | None = None
    ) -> None:
        """Refuse to talk; to who opens with TLS without a word, since a handshake costs more than that is worth."""
        if opening[0] == frames.TLS:
            line = f"{peer.address}: sent away ({code}: {sentence})"
            self._say(News(Happening.SENT_AWAY, line, code=code.value, address=peer.address))
            peer.finish()
        else:
            peer.protocol.receive_data(opening)  # so that the answer is in his tongue
            peer.drop(code, sentence, data=data)
