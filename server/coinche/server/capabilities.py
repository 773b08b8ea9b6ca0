"""What this server has beside the protocol itself, and what of it one connection has and is granted.

Knows capabilities by their names. Refuses to know what any of them does.
"""

from __future__ import annotations

from coinche.protocol.messages import Capability, Hello

from .transport.peer import Peer

CAPABILITIES: dict[str, str] = {
    Capability.RESUME: "1",
    Capability.JSON: "1",
    Capability.TLS: "1.3",
    Capability.EVENTS: "1",
    Capability.ARCHIVE: "1",
    Capability.FAIR: "1",
    Capability.SYSTEMS: "1",
}
"""What this server has, and of which kind."""


def at_hand(peer: Peer) -> tuple[str, ...]:
    """What this connection has, of all that the server has."""
    spoken: dict[str, bool] = {Capability.JSON: peer.protocol.speaks_json, Capability.TLS: peer.tls is not None}
    return tuple(capability for capability in CAPABILITIES if spoken.get(capability, True))


def granted(peer: Peer, hello: Hello) -> tuple[str, ...]:
    """Of what the client wants or needs, that which is there; JSON lines are granted to who speaks them."""
    asked = {*hello.want, *hello.need, Capability.JSON}
    return tuple(name for name in at_hand(peer) if name in asked)
