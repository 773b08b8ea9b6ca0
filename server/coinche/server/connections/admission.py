"""Admission: the reasons for which a hello is refused before anything is proved, and the capabilities it is granted.

The reasons are looked at in a fixed order, and the client is told the first that holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import trio

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import VERSION, Auth, Capability, ErrorData, Hello, Role
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.addresses import TrustedNetworks, is_here, network_of
from coinche.server.rate_limit import Buckets
from coinche.server.sessions.bans import Bans, by_operator, end_of
from coinche.server.sessions.names import NameStatus, Register
from coinche.server.sessions.sessions import Session
from coinche.server.transport.peer import Peer

CAPABILITIES: dict[str, str] = {
    Capability.RESUME: "1",
    Capability.JSON: "1",
    Capability.TLS: "1.3",
    Capability.EVENTS: "1",
    Capability.ARCHIVE: "1",
    Capability.FAIR: "1",
    Capability.SYSTEMS: "1",
}
"""The capabilities of this server, each with its version."""


def at_hand(peer: Peer) -> tuple[str, ...]:
    """Return the capabilities that this connection can use."""
    spoken: dict[str, bool] = {Capability.JSON: peer.protocol.speaks_json, Capability.TLS: peer.tls is not None}
    return tuple(capability for capability in CAPABILITIES if spoken.get(capability, True))


def granted(peer: Peer, hello: Hello) -> tuple[str, ...]:
    """Return those of them that the client wants or needs; JSON lines are granted to a client that speaks them."""
    asked = {*hello.want, *hello.need, Capability.JSON}
    return tuple(name for name in at_hand(peer) if name in asked)


_WITHOUT_TOKEN = frozenset({Auth.GUEST, Auth.ED25519})
"""Ways to sign in that need nothing from the operator."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The error that answers a hello instead of a welcome."""

    code: ErrorCode
    sentence: str
    data: ErrorData | None = None


_NOT_YOURS: dict[NameStatus, Refusal] = {
    NameStatus.TAKEN: Refusal(ErrorCode.NAME_TAKEN, "that name is somebody else's; choose another"),
    NameStatus.TOO_MANY: Refusal(
        ErrorCode.FORBIDDEN, f"your key owns {limits.NAMES_OF_A_KEY} names, and no key owns more; use one of them"
    ),
}
"""The answers to a key that asks for a name which it cannot have."""

_AN_ADDRESS = Refusal(ErrorCode.NAME_TAKEN, "that is an address and nobody's name; choose another")

_NO_GUESTS = Refusal(
    ErrorCode.AUTH_FAILED,
    "this server takes no guests: sign in with a key, as `coinche-client` does by itself, or with a token",
    {"missing": ("key",)},
)

_TOO_MANY_CLAIMS = Refusal(ErrorCode.RATE, "too many names are claimed from your address; try again in a minute")

TOO_OFTEN = "your connection has been lost too often; try again in a moment"


class Admission:
    """Refuses hellos, and gives names to keys. `sessions` are those that may be resumed, by their ids."""

    def __init__(
        self, sessions: Mapping[str, Session], register: Register, bans: Bans, *, guests: bool, trust: TrustedNetworks
    ) -> None:
        self._sessions = sessions
        self._register = register
        self._bans = bans
        self._guests = guests
        self._trust = trust
        self._claims = Buckets(limits.CLAIMS)

    def refusal(self, peer: Peer, hello: Hello) -> Refusal | None:
        """Return why the client is not admitted, the first reason that holds; None if there is none."""
        return (
            self._banned(peer, hello)
            or self._other_version(hello)
            or self._lacking(peer, hello)
            or self._without_token(hello)
            or self._back_too_often(hello)
            or self._name_refused(peer, hello)
        )

    def claim(self, name: str, key: str, peer: Peer) -> Refusal | None:
        """Have the key own the name; return why it cannot, if another has been faster since hello."""
        if self._register.standing(name, key) is NameStatus.FREE and not self._may_claim(peer):
            return _TOO_MANY_CLAIMS
        standing = self._register.claim(name, key)
        if standing is NameStatus.FREE:
            self._claims.take(peer.origin, trio.current_time())
        return _NOT_YOURS.get(standing)

    def _banned(self, peer: Peer, hello: Hello) -> Refusal | None:
        ban = self._bans.barring(peer.address, hello.name, hello.key if isinstance(hello.key, str) else None)
        if ban is None or hello.role is Role.PROVIDER:  # which comes with a token, and goes with it
            return None
        return Refusal(
            ErrorCode.AUTH_FAILED,
            f"this server's operator does not let you in {end_of(ban)}",
            by_operator(ban.why, ban.until),
        )

    def _other_version(self, hello: Hello) -> Refusal | None:
        lowest, highest = hello.versions
        if lowest <= VERSION <= highest:
            return None
        sentence = f"this server speaks coinche/{VERSION}, you offer {lowest} to {highest}"
        return Refusal(ErrorCode.UNSUPPORTED, sentence, {"accepted": str(VERSION)})

    def _lacking(self, peer: Peer, hello: Hello) -> Refusal | None:
        missing = tuple(wanted for wanted in hello.need if wanted not in at_hand(peer))
        if not missing:
            return None
        sentence = f"this connection has not what you need: {', '.join(missing)}"
        return Refusal(ErrorCode.UNSUPPORTED, sentence, {"missing": missing})

    def _without_token(self, hello: Hello) -> Refusal | None:
        if hello.auth in _WITHOUT_TOKEN and hello.role is Role.PROVIDER:
            return Refusal(ErrorCode.AUTH_FAILED, "a provider signs in with a token of this server's operator")
        if hello.auth in _WITHOUT_TOKEN and self._register.closed:
            return Refusal(ErrorCode.AUTH_FAILED, "nobody comes in here but with a token of this server's operator")
        return _NO_GUESTS if hello.auth is Auth.GUEST and not self._guests else None

    def _name_refused(self, peer: Peer, hello: Hello) -> Refusal | None:
        if hello.auth in _WITHOUT_TOKEN and network_of(same_name(hello.name)) is not None:
            return _AN_ADDRESS
        if hello.auth is Auth.GUEST:
            return _NOT_YOURS[NameStatus.TAKEN] if self._register.owner_of(hello.name) is not None else None
        if hello.auth is not Auth.ED25519:
            return None
        standing = self._register.standing(hello.name, str(hello.key))
        if standing is NameStatus.FREE and not self._may_claim(peer):
            return _TOO_MANY_CLAIMS
        return _NOT_YOURS.get(standing)

    def _back_too_often(self, hello: Hello) -> Refusal | None:
        session = self._sessions.get(hello.session or "") if hello.auth is Auth.RESUME else None
        if session is None or session.may_come:
            return None
        return Refusal(ErrorCode.RATE, TOO_OFTEN)

    def _may_claim(self, peer: Peer) -> bool:
        """Return whether one more name may be claimed from there; a program here could fill the disks anyway."""
        apart = is_here(peer.address) or peer.address in self._trust
        return apart or self._claims.has(peer.origin, trio.current_time())
