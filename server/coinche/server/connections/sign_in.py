"""The sign-in: a hello and its welcome, the proof of who the client is, and the session that it has then.

A client says hello, is welcomed unless `Admission` refuses it, and proves the secret of a session, a token or a key; a
guest has nothing to prove. Then the lobby has its session, new or resumed. `ClientConnection` says how far a client is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count

import trio
from msgspec import UNSET
from msgspec.structs import replace

from coinche.protocol import auth
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import VERSION, Auth, Capability, Error, ErrorData, Hello, Limits, Prove, Role, Welcome
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.addresses import (
    OWN_PROVIDER,
    TrustedNetworks,
    identity_of_key,
    identity_of_token,
    is_here,
    network_of,
)
from coinche.server.lobby.session_lifecycle import SessionLifecycle
from coinche.server.rate_limit import Buckets
from coinche.server.sessions.bans import Bans, by_operator, end_of
from coinche.server.sessions.name_register import NameStatus, Register
from coinche.server.sessions.session import Session
from coinche.server.transport.connection_limits import ReadBudget, Slot
from coinche.server.transport.peer import Peer

SOFTWARE = "coinche"
CAPABILITIES: dict[str, str] = {
    Capability.RESUME: "1",
    Capability.JSON: "1",
    Capability.TLS: "1.3",
    Capability.EVENTS: "1",
    Capability.ARCHIVE: "1",
    Capability.FAIR: "1",
    Capability.SYSTEMS: "1",
    Capability.PEOPLE: "1",
    Capability.PRACTICE: "1",
    Capability.HINTS: "1",
}
"""The capabilities of this server, each with its version."""
_WITHOUT_TOKEN = frozenset({Auth.GUEST, Auth.ED25519})
"""Ways to sign in that need nothing from the operator."""
_TOO_OFTEN = "your connection has been lost too often; try again in a moment"
_TAKEN = "that name is somebody else's; choose another"
_NO_GUESTS = "this server takes no guests: sign in with a key, as `coinche-client` does by itself, or with a token"


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


class SignInRefused(Exception):
    """A sign-in fails; the sentence and the data are for the client."""

    def __init__(self, code: ErrorCode, sentence: str, data: ErrorData | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.data = data


@dataclass(eq=False, slots=True)
class ClientConnection:
    """A connection. `session` is None until sign-in; `hello` is the one for which a proof is awaited.

    It was `heard` when a whole message last came, be it a bad one; the next began to come at `frame_began`, if it did.
    The time for the sign-in runs from `opened`: not while its TLS `handshake` waits for its turn.
    """

    peer: Peer
    slot: Slot
    budget: ReadBudget
    opened: float
    heard: float
    frame_began: float = math.inf
    has_spoken: bool = False
    handshake: bool = False
    session: Session | None = None
    hello: Hello | None = None
    said_bye: bool = False

    @property
    def is_free(self) -> bool:
        """True for a provider of bots, which may say as much as it likes: it plays at many tables at once."""
        return self.session is not None and self.session.role is Role.PROVIDER

    def note(self, now: float) -> None:
        """All that has come by now has been parsed: note whether a frame has begun that is not whole."""
        if not self.peer.protocol.in_frame:
            self.frame_began = math.inf
        elif self.frame_began == math.inf:
            self.frame_began = now


@dataclass(frozen=True, slots=True, kw_only=True)
class Proved:
    """The identity that a client has proved, and the session that it takes back, if any.

    The client has the events up to `after`, and has proved one of the `keys` of the session.
    """

    who: str
    session: Session | None = None
    keys: tuple[bytes, ...] = ()
    after: int = 0


class SigningIn:
    """Signs clients in, which know the server by the certificate's `spki`.

    `own_token` is the hash of the token of the provider that the server itself starts.
    """

    def __init__(
        self, lifecycle: SessionLifecycle, admission: Admission, register: Register, own_token: bytes, spki: bytes
    ) -> None:
        self._lifecycle = lifecycle
        self._admission = admission
        self._register = register
        self._own_token = own_token
        self._spki = spki

    def receive(self, client: ClientConnection, message: Hello | Prove) -> None:
        """Answer a hello or a proof; the client has a session then, or a proof to give, or is told why not."""
        peer, fatal = client.peer, isinstance(message, Prove)
        try:
            if isinstance(message, Hello):
                self._greet(client, message)
            else:
                assert client.hello is not None
                client.session = self._prove(peer, client.hello, message)
        except SignInRefused as refused:
            if fatal or refused.code.error_class is ErrorClass.FATAL:
                peer.drop(refused.code, refused.sentence, re=message.id, data=refused.data)
            else:
                peer.send(Error.of(refused.code, refused.sentence, re=message.id, data=refused.data))

    def _greet(self, client: ClientConnection, hello: Hello) -> None:
        """Welcome the client, and give a guest a session."""
        peer, server = client.peer, self._lifecycle.server
        self._admission.check(peer, hello)
        peer.nonce = auth.new_secret(server.entropy.draw(auth.SECRET_BYTES))
        welcome = Welcome(
            version=VERSION,
            server=SOFTWARE,
            nonce=peer.nonce,
            capabilities=CAPABILITIES,
            limits=Limits(ping_ms=int(limits.PING_AFTER * 1000), credit_ms=limits.CREDIT_MS),
            time=server.time.unix_ms(),
            signer=server.signer.hex(),
            name=server.name or UNSET,
            hints=UNSET if server.hints.decided is None else server.hints.decided,
            re=hello.id,
        )
        peer.send(welcome)
        if hello.auth is Auth.GUEST:
            guest = replace(hello, name=self._free_name(hello.name))
            client.session = self._lifecycle.sign_in(guest, peer, granted(peer, hello))
        else:
            client.hello = hello

    def _prove(self, peer: Peer, hello: Hello, prove: Prove) -> Session:
        """Give the client the session that it resumes by its proof, or a new one."""
        check = {Auth.RESUME: self._of_session, Auth.TOKEN: self._of_token, Auth.ED25519: self._of_key}
        proved = check[hello.auth](peer, hello, prove)
        self._admission.admit(peer, hello, proved)
        if proved.session is None:
            named = replace(hello, name=self._free_name(hello.name))
            return self._lifecycle.sign_in(named, peer, granted(peer, hello), proved.who)
        self._lifecycle.take_back(proved.session, proved.keys, peer, proved.after, granted(peer, hello))
        return proved.session

    def _of_session(self, peer: Peer, hello: Hello, prove: Prove) -> Proved:
        session = self._lifecycle.sessions.get(hello.session or "")
        keys = () if session is None or session.role is Role.PROVIDER else session.keys
        key = next((key for key in keys if auth.verify(key, peer.nonce, prove.n, prove.proof)), None)
        if session is None or key is None:
            raise _unproved("the proof fits no session that is still kept; sign in anew")
        return Proved(who=session.who, session=session, keys=(key,), after=prove.n)

    def _of_token(self, peer: Peer, hello: Hello, prove: Prove) -> Proved:
        proved = (token for token in self._tokens(hello) if auth.verify(token, peer.nonce, prove.n, prove.proof))
        token = next(proved, None)
        if token is None:
            raise _unproved(f"the proof fits no token that was made for {hello.name!r}")
        who = OWN_PROVIDER if token == self._own_token else identity_of_token(hello.name)
        return Proved(who=who, session=self._away(hello, who))

    def _tokens(self, hello: Hello) -> Iterator[bytes]:
        """Yield the hashes of the tokens that admit that name in that role."""
        lends = hello.role is Role.PROVIDER
        if lends:
            yield self._own_token
        owner = self._register.owner_of(hello.name)
        if owner is not None and owner.token is not None and (owner.provider or not lends):
            yield owner.token

    def _of_key(self, peer: Peer, hello: Hello, prove: Prove) -> Proved:
        key, spki = str(hello.key), b"" if peer.outgoing.tls is None else self._spki
        signed = auth.signed_bytes(spki, peer.nonce, str(hello.nonce), key, VERSION)
        if not auth.is_signed(key, signed, prove.proof):
            raise _unproved("the signature is not that of your key for this server and this sign-in")
        who = identity_of_key(key)
        return Proved(who=who, session=self._away(hello, who))

    def _away(self, hello: Hello, who: str) -> Session | None:
        """The session whose seat waits for a person; a program says itself where it wants to sit."""
        return None if hello.program or hello.role is not Role.PLAYER else self._lifecycle.away(who)

    def _free_name(self, wanted: str) -> str:
        """Return the name, with a number if it is taken; the result has no owner."""
        taken = self._lifecycle.sessions.has_name
        if not taken(wanted):
            return wanted
        numbered = (f"{wanted[:20]} {number}" for number in count(2))
        return next(name for name in numbered if not taken(name) and not self._register.owner_of(name))


def _unproved(sentence: str) -> SignInRefused:
    return SignInRefused(ErrorCode.AUTH_FAILED, sentence)


class Admission:
    """Refuses hellos and proofs, and gives names to keys. `sessions` are all sessions, by their ids."""

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
        who = identity_of_key(hello.key) if isinstance(hello.key, str) else None
        self._check_bans(peer, hello, hello.name, who)
        lowest, highest = hello.versions
        if not lowest <= VERSION <= highest:
            sentence = f"this server speaks coinche/{VERSION}, you offer {lowest} to {highest}"
            raise SignInRefused(ErrorCode.UNSUPPORTED, sentence, {"accepted": str(VERSION)})
        if missing := tuple(wanted for wanted in hello.need if wanted not in at_hand(peer)):
            sentence = f"this connection lacks what you need: {', '.join(missing)}"
            raise SignInRefused(ErrorCode.UNSUPPORTED, sentence, {"missing": missing})
        if hello.auth in _WITHOUT_TOKEN:
            self._check_token_needed(hello)
        session = self._sessions.get(hello.session or "") if hello.auth is Auth.RESUME else None
        if session is not None and not session.may_come(trio.current_time()):
            raise SignInRefused(ErrorCode.RATE, _TOO_OFTEN)
        self._check_name(peer, hello)

    def admit(self, peer: Peer, hello: Hello, proved: Proved) -> None:
        """Refuse the proof for anything that has changed since the hello; the key owns its name from now on."""
        session = proved.session
        self._check_bans(peer, hello, hello.name if session is None else session.name, proved.who)
        if session is None:
            self._check_count(proved.who)
        elif not session.may_come(trio.current_time()):
            raise _unproved(_TOO_OFTEN)
        if hello.auth is Auth.ED25519:
            self._claim(peer, hello.name, str(hello.key))

    def _claim(self, peer: Peer, name: str, key: str) -> None:
        try:
            self._check_key(name, key, peer)
        except SignInRefused as refused:
            raise _unproved(refused.sentence) from None
        if self._register.claim(name, key) is NameStatus.FREE:
            self._claims.take(peer.origin, trio.current_time())

    def _check_bans(self, peer: Peer, hello: Hello, name: str, who: str | None) -> None:
        if hello.role is Role.PROVIDER and hello.auth is Auth.TOKEN:
            return  # it comes with its token and goes with it; without one the proof fails
        if (ban := self._bans.barring(peer.address, name, who)) is not None:
            sentence = f"this server's operator does not let you in {end_of(ban)}"
            raise SignInRefused(ErrorCode.AUTH_FAILED, sentence, by_operator(ban.why, ban.until))

    def _check_count(self, who: str) -> None:
        """Refuse one more new session of that identity where it has as many connections as it may."""
        here = sum(session.who == who and session.peer is not None for session in self._sessions.values())
        if here >= limits.CONNECTIONS_PER_IDENTITY:
            sentence = f"{here} connections have signed in with this key or token already"
            raise SignInRefused(ErrorCode.FLOOD, sentence)

    def _check_token_needed(self, hello: Hello) -> None:
        if hello.role is Role.PROVIDER:
            raise SignInRefused(ErrorCode.AUTH_FAILED, "a provider signs in with a token of this server's operator")
        if self._register.closed:
            sentence = "this server takes nobody without a token of its operator"
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
            case NameStatus.FREE if not (
                is_here(peer.address)  # a program here could fill the disks anyway
                or peer.address in self._trust
                or self._claims.has(peer.origin, trio.current_time())
            ):
                sentence = "too many names are claimed from your address; try again in a minute"
                raise SignInRefused(ErrorCode.RATE, sentence)
