"""The reasons for which a sign-in is refused, most of them before anything is proved, and the capabilities granted."""

from __future__ import annotations

from collections.abc import Mapping

import trio

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import VERSION, Auth, Capability, ErrorData, Hello, Role
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.addresses import TrustedNetworks, is_here, network_of
from coinche.server.rate_limit import Buckets
from coinche.server.sessions.bans import Bans, by_operator, end_of
from coinche.server.sessions.name_register import NameStatus, Register
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
    spoken: dict[str, bool] = {
        Capability.JSON: peer.protocol.speaks_json,
        Capability.TLS: peer.outgoing.tls is not None,
    }
    return tuple(capability for capability in CAPABILITIES if spoken.get(capability, True))


def granted(peer: Peer, hello: Hello) -> tuple[str, ...]:
    """Return those of them that the client wants or needs; JSON lines are granted to a client that speaks them."""
    asked = {*hello.want, *hello.need, Capability.JSON}
    return tuple(name for name in at_hand(peer) if name in asked)


_WITHOUT_TOKEN = frozenset({Auth.GUEST, Auth.ED25519})
"""Ways to sign in that need nothing from the operator."""
TOO_OFTEN = "your connection has been lost too often; try again in a moment"
_TAKEN = "that name is somebody else's; choose another"
_NO_GUESTS = "this server takes no guests: sign in with a key, as `coinche-client` does by itself, or with a token"


class SignInRefused(Exception):
    """A sign-in fails; the sentence and the data are for the client."""

    def __init__(self, code: ErrorCode, sentence: str, data: ErrorData | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.data = data


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

    def check(self, peer: Peer, hello: Hello) -> None:
        """Refuse the hello if it has to be refused, for the first reason that holds in this order."""
        self._check_bans(peer, hello)
        lowest, highest = hello.versions
        if not lowest <= VERSION <= highest:
            sentence = f"this server speaks coinche/{VERSION}, you offer {lowest} to {highest}"
            raise SignInRefused(ErrorCode.UNSUPPORTED, sentence, {"accepted": str(VERSION)})
        if missing := tuple(wanted for wanted in hello.need if wanted not in at_hand(peer)):
            sentence = f"this connection has not what you need: {', '.join(missing)}"
            raise SignInRefused(ErrorCode.UNSUPPORTED, sentence, {"missing": missing})
        if hello.auth in _WITHOUT_TOKEN:
            self._check_token_needed(hello)
        session = self._sessions.get(hello.session or "") if hello.auth is Auth.RESUME else None
        if session is not None and not session.may_come(trio.current_time()):
            raise SignInRefused(ErrorCode.RATE, TOO_OFTEN)
        self._check_name(peer, hello)

    def claim(self, name: str, key: str, peer: Peer) -> None:
        """Have the key own the name; refused if another has been faster since hello."""
        self._check_key(name, key, peer)
        if self._register.claim(name, key) is NameStatus.FREE:
            self._claims.take(peer.origin, trio.current_time())

    def _check_bans(self, peer: Peer, hello: Hello) -> None:
        ban = self._bans.barring(peer.address, hello.name, hello.key if isinstance(hello.key, str) else None)
        if ban is not None and hello.role is not Role.PROVIDER:  # which comes with a token, and goes with it
            sentence = f"this server's operator does not let you in {end_of(ban)}"
            raise SignInRefused(ErrorCode.AUTH_FAILED, sentence, by_operator(ban.why, ban.until))

    def _check_token_needed(self, hello: Hello) -> None:
        if hello.role is Role.PROVIDER:
            raise SignInRefused(ErrorCode.AUTH_FAILED, "a provider signs in with a token of this server's operator")
        if self._register.closed:
            sentence = "nobody comes in here but with a token of this server's operator"
            raise SignInRefused(ErrorCode.AUTH_FAILED, sentence)
        if hello.auth is Auth.GUEST and not self._guests:
            raise SignInRefused(ErrorCode.AUTH_FAILED, _NO_GUESTS, {"missing": ("key",)})

    def _check_name(self, peer: Peer, hello: Hello) -> None:
        if hello.auth in _WITHOUT_TOKEN and network_of(same_name(hello.name)) is not None:
            raise SignInRefused(ErrorCode.NAME_TAKEN, "that is an address and nobody's name; choose another")
        if hello.auth is Auth.GUEST and self._register.owner_of(hello.name) is not None:
            raise SignInRefused(ErrorCode.NAME_TAKEN, _TAKEN)
        if hello.auth is Auth.ED25519:
            self._check_key(hello.name, str(hello.key), peer)

    def _check_key(self, name: str, key: str, peer: Peer) -> None:
        """Refuse a name that the key does not own and cannot come to own."""
        match self._register.standing(name, key):
            case NameStatus.TAKEN:
                raise SignInRefused(ErrorCode.NAME_TAKEN, _TAKEN)
            case NameStatus.TOO_MANY:
                sentence = f"your key owns {limits.NAMES_OF_A_KEY} names, and no key owns more; use one of them"
                raise SignInRefused(ErrorCode.FORBIDDEN, sentence)
            case NameStatus.FREE if not self._may_claim(peer):
                sentence = "too many names are claimed from your address; try again in a minute"
                raise SignInRefused(ErrorCode.RATE, sentence)

    def _may_claim(self, peer: Peer) -> bool:
        """Return whether one more name may be claimed from there; a program here could fill the disks anyway."""
        unlimited = is_here(peer.address) or peer.address in self._trust
        return unlimited or self._claims.has(peer.origin, trio.current_time())
