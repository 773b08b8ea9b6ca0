"""What becomes of a connection by its first bytes: TLS, plain, or told why it cannot stay.

Knows who may do without TLS. Refuses to know who the client is (`signing_in`), and to count (`entrance`).
"""

from __future__ import annotations

from collections.abc import Callable

from coinche.protocol import frames
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Capability

from .news import Happening, News
from .plaintext import Plaintext, is_allowed
from .refusal import Data
from .transport.connection_limits import Standing
from .transport.peer import Peer
from .transport.tls import Certificate, ServerTls
from .visitor import Visitor


class Openings:
    """Judges how clients open. The certificate is asked for when the first wants TLS."""

    def __init__(
        self, certificate: Callable[[], Certificate], plaintext: Plaintext, say: Callable[[str], None]
    ) -> None:
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

    def _send_away(self, peer: Peer, opening: bytes, code: ErrorCode, sentence: str, data: Data | None = None) -> None:
        """Refuse to talk; to who opens with TLS without a word, since a handshake costs more than that is worth."""
        if opening[0] == frames.TLS:
            line = f"{peer.address}: sent away ({code}: {sentence})"
            self._say(News(Happening.SENT_AWAY, line, code=code.value, address=peer.address))
            peer.finish()
        else:
            peer.protocol.receive_data(opening)  # so that the answer is in his tongue
            peer.drop(code, sentence, data=data)
