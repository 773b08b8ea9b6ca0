"""The sign-in: who may come in, under which name, and how he proves that it is his.

Knows versions, capabilities, names and proofs. Refuses to know bytes, and what a signed-in client may do (`lobby`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import assert_never

import trio
from msgspec.structs import replace

from coinche.protocol import auth
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import VERSION, Auth, Capability, Hello, Limits, Prove, Role, Welcome
from coinche.protocol.names import same_name

from . import identity, limits
from .bans import Bans, by_operator, network_of
from .bucket import Buckets
from .clock import Entropy
from .lobby import LobbyRoom
from .peer import Peer
from .plaintext import is_here
from .refusal import Data, error
from .register import Register, Standing
from .session import Session
from .visitor import Visitor

SOFTWARE = "coinche"
CAPABILITIES: dict[str, str] = {
    Capability.RESUME: "1",
    Capability.JSON: "1",
    Capability.TLS: "1.3",
    Capability.EVENTS: "1",
    Capability.ARCHIVE: "1",
    Capability.FAIR: "1",
}
"""What this server has, and of which kind."""


class Unproved(Exception):
    """The proof is not that of whoever the client says it is; the message is for the client."""

    code = ErrorCode.AUTH_FAILED


class TooManyOfOne(Unproved):
    """The proof is right, and was given by too many already."""

    code = ErrorCode.FLOOD


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a hello is not answered by a welcome."""

    code: ErrorCode
    sentence: str
    data: Data | None = None


_NOT_YOURS: dict[Standing, Refusal] = {
    Standing.TAKEN: Refusal(ErrorCode.NAME_TAKEN, "that name is somebody else's; choose another"),
    Standing.TOO_MANY: Refusal(
        ErrorCode.FORBIDDEN, f"your key owns {limits.NAMES_OF_A_KEY} names, and no key owns more; use one of them"
    ),
}
"""What a name may be to a key that asks for it, and is then not given."""

_AN_ADDRESS = Refusal(ErrorCode.NAME_TAKEN, "that is an address and nobody's name; choose another")

_NO_GUESTS = Refusal(
    ErrorCode.AUTH_FAILED,
    "this server takes no guests: sign in with a key, as `coinche-client` does by itself, or with a token",
    {"missing": ("key",)},
)

_TOO_MANY_CLAIMS = Refusal(ErrorCode.RATE, "too many names are claimed from your address; try again in a minute")

_TOO_OFTEN = "your connection has been lost too often; try again in a moment"


class SigningIn:
    """How everybody signs in. `own_token` is the hash of the token of the provider that the server itself starts.

    `spki` says by what hash clients know the server's certificate, once there is one; `signer` is the public key
    by which they know its records.
    """

    def __init__(
        self,
        lobby: LobbyRoom,
        entropy: Entropy,
        register: Register,
        own_token: bytes,
        spki: Callable[[], bytes],
        *,
        signer: str,
        bans: Bans,
        guests: bool,
    ) -> None:
        self._lobby = lobby
        self._entropy = entropy
        self._register = register
        self._own_token = own_token
        self._spki = spki
        self._signer = signer
        self._bans = bans
        self._guests = guests
        self._claims = Buckets(limits.CLAIMS)

    # --- hello ---------------------------------------------------------------------------------------

    def greet(self, visitor: Visitor, hello: Hello) -> None:
        """Answer a hello: by a welcome, to guests by a session, or by why there is none."""
        peer = visitor.peer
        refusal = self._refusal(peer, hello)
        if refusal is not None:
            _refuse(peer, refusal, hello)
            return
        self._welcome(peer, hello)
        if hello.auth is Auth.GUEST:
            guest = replace(hello, name=self._free_name(hello.name))
            visitor.session = self._lobby.sign_in(guest, peer, _granted(peer, hello))
        else:
            visitor.hello = hello

    def _welcome(self, peer: Peer, hello: Hello) -> None:
        peer.nonce = auth.new_secret(self._entropy.draw(auth.SECRET_BYTES))
        welcome = Welcome(
            version=VERSION,
            server=SOFTWARE,
            nonce=peer.nonce,
            capabilities=CAPABILITIES,
            limits=Limits(ping_ms=int(limits.PING_AFTER * 1000), credit_ms=limits.CREDIT_MS),
            time=self._lobby.unix_ms(),
            signer=self._signer,
            re=hello.id,
        )
        peer.send(welcome)

    def _refusal(self, peer: Peer, hello: Hello) -> Refusal | None:
        ban = self._bans.barring(peer.address, hello.name, hello.key if isinstance(hello.key, str) else None)
        if ban is not None:
            return Refusal(ErrorCode.AUTH_FAILED, "this server's operator does not let you in", by_operator(ban.why))
        lowest, highest = hello.versions
        missing = tuple(wanted for wanted in hello.need if wanted not in _at_hand(peer))
        if not lowest <= VERSION <= highest:
            sentence = f"this server speaks coinche/{VERSION}, you offer {lowest} to {highest}"
            return Refusal(ErrorCode.UNSUPPORTED, sentence, {"accepted": str(VERSION)})
        if missing:
            sentence = f"this connection has not what you need: {', '.join(missing)}"
            return Refusal(ErrorCode.UNSUPPORTED, sentence, {"missing": missing})
        if hello.role is Role.PROVIDER and hello.auth in (Auth.GUEST, Auth.ED25519):
            return Refusal(ErrorCode.AUTH_FAILED, "a provider signs in with a token of this server's operator")
        if self._register.closed and hello.auth in (Auth.GUEST, Auth.ED25519):
            return Refusal(ErrorCode.AUTH_FAILED, "nobody comes in here but with a token of this server's operator")
        if not self._guests and hello.auth is Auth.GUEST:
            return _NO_GUESTS
        return self._name_refused(peer, hello)

    def _name_refused(self, peer: Peer, hello: Hello) -> Refusal | None:
        if hello.auth in (Auth.GUEST, Auth.ED25519) and network_of(same_name(hello.name)) is not None:
            return _AN_ADDRESS
        if hello.auth is Auth.GUEST:
            return _NOT_YOURS[Standing.TAKEN] if self._register.owner_of(hello.name) is not None else None
        if hello.auth is Auth.RESUME:
            return self._too_often(hello)
        if hello.auth is not Auth.ED25519:
            return None
        standing = self._register.standing(hello.name, str(hello.key))
        if standing is Standing.FREE and not self._may_claim(peer):
            return _TOO_MANY_CLAIMS
        return _NOT_YOURS.get(standing)

    def _too_often(self, hello: Hello) -> Refusal | None:
        session = self._lobby.sessions.get(hello.session or "")
        if session is None or session.may_come:
            return None
        return Refusal(ErrorCode.RATE, _TOO_OFTEN)

    def _may_claim(self, peer: Peer) -> bool:
        """Whether one more name may be claimed from there. Who is on this machine could fill its disks anyway."""
        return is_here(peer.address) or self._claims.has(peer.origin, trio.current_time())

    def _claim(self, name: str, key: str, peer: Peer) -> Refusal | None:
        """Have the key own the name; why it does not, if somebody has been faster since hello."""
        if self._register.standing(name, key) is Standing.FREE and not self._may_claim(peer):
            return _TOO_MANY_CLAIMS
        standing = self._register.claim(name, key)
        if standing is Standing.FREE:
            self._claims.take(peer.origin, trio.current_time())
        return _NOT_YOURS.get(standing)

    # --- prove ---------------------------------------------------------------------------------------

    def check(self, visitor: Visitor, prove: Prove) -> None:
        """Let in who has proved a session's secret, a token or a key."""
        hello = visitor.hello
        assert hello is not None
        try:
            visitor.session = self._proved(visitor.peer, hello, prove)
        except Unproved as wrong:
            visitor.peer.drop(wrong.code, str(wrong), re=prove.id)

    def _proved(self, peer: Peer, hello: Hello, prove: Prove) -> Session:
        match hello.auth:
            case Auth.RESUME:
                return self._resumed(peer, hello, prove)
            case Auth.TOKEN:
                return self._with_token(peer, hello, prove)
            case Auth.ED25519:
                return self._with_key(peer, hello, prove)
            case Auth.GUEST:
                raise Unproved("a guest has nothing to prove")
            case _:
                assert_never(hello.auth)

    def _resumed(self, peer: Peer, hello: Hello, prove: Prove) -> Session:
        session = self._lobby.sessions.get(hello.session or "")
        keys = () if session is None else session.keys
        key = next((key for key in keys if auth.verify(key, peer.nonce, prove.n, prove.proof)), None)
        if session is None or key is None:
            raise Unproved("the proof fits no session that is still kept; sign in anew")
        self._lobby.take_back(session, (key,), peer, prove.n, _granted(peer, hello))
        return session

    def _with_token(self, peer: Peer, hello: Hello, prove: Prove) -> Session:
        if not any(auth.verify(token, peer.nonce, prove.n, prove.proof) for token in self._tokens(hello)):
            raise Unproved(f"the proof fits no token that was made for {hello.name!r}")
        return self._signed_in(peer, hello, identity.of_token(hello.name))

    def _tokens(self, hello: Hello) -> Iterator[bytes]:
        """The hashes of the tokens with which that name may come in that role."""
        lends = hello.role is Role.PROVIDER
        if lends:
            yield self._own_token
        owner = self._register.owner_of(hello.name)
        if owner is not None and owner.token is not None and (owner.provider or not lends):
            yield owner.token

    def _with_key(self, peer: Peer, hello: Hello, prove: Prove) -> Session:
        key, spki = str(hello.key), b"" if peer.tls is None else self._spki()
        signed = auth.signed_bytes(spki, peer.nonce, str(hello.nonce), key, VERSION)
        if not auth.is_signed(key, signed, prove.proof):
            raise Unproved("the signature is not that of your key for this server and this sign-in")
        refused = self._claim(hello.name, key, peer)
        if refused is not None:
            raise Unproved(refused.sentence)
        return self._signed_in(peer, hello, identity.of_key(key))

    # --- the session ---------------------------------------------------------------------------------

    def _signed_in(self, peer: Peer, hello: Hello, who: str) -> Session:
        """A person whose seat waits for him is back there; a program says itself where it wants to sit."""
        away = None if hello.program or hello.role is not Role.PLAYER else self._lobby.away(who)
        if away is None:
            self._bound(who)
            named = replace(hello, name=self._free_name(hello.name))
            return self._lobby.sign_in(named, peer, _granted(peer, hello), who)
        if not away.may_come:
            raise Unproved(_TOO_OFTEN)
        self._lobby.take_back(away, (), peer, 0, _granted(peer, hello))
        return away

    def _bound(self, who: str) -> None:
        """TooManyOfOne where as many as may be are here."""
        here = sum(session.who == who and session.peer is not None for session in self._lobby.sessions.values())
        if here >= limits.CONNECTIONS_PER_IDENTITY:
            raise TooManyOfOne(f"{here} connections have signed in with this key or token already")

    def _free_name(self, wanted: str) -> str:
        """The name, or the name with a number if somebody has it; none with a number that has an owner."""
        taken = self._lobby.sessions.bears
        if not taken(wanted):
            return wanted
        numbered = (f"{wanted[:20]} {number}" for number in count(2))
        return next(name for name in numbered if not taken(name) and not self._register.owner_of(name))


def _at_hand(peer: Peer) -> tuple[str, ...]:
    """What this connection has, of all that the server has."""
    spoken: dict[str, bool] = {Capability.JSON: peer.protocol.speaks_json, Capability.TLS: peer.tls is not None}
    return tuple(capability for capability in CAPABILITIES if spoken.get(capability, True))


def _granted(peer: Peer, hello: Hello) -> tuple[str, ...]:
    """Of what the client wants or needs, that which is there; JSON lines are granted to who speaks them."""
    asked = {*hello.want, *hello.need, Capability.JSON}
    return tuple(name for name in _at_hand(peer) if name in asked)


def _refuse(peer: Peer, refusal: Refusal, hello: Hello) -> None:
    if refusal.code.error_class is ErrorClass.FATAL:
        peer.drop(refusal.code, refusal.sentence, re=hello.id, data=refusal.data)
    else:
        peer.send(error(refusal.code, refusal.sentence, re=hello.id, data=refusal.data))
