"""Admission: which sign-ins a server refuses, and how names come to keys and tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import trio
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from coinche.protocol import auth
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import VERSION, Auth, Capability, ErrorData, Hello, Role
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.addresses import TrustedNetworks, identity_of_key, is_here, network_of
from coinche.server.rate_limit import Buckets
from coinche.server.sessions.bans import Bans, by_operator, end_of
from coinche.server.sessions.invitations import InvitationFault, Invitations
from coinche.server.sessions.name_register import NameStatus, Register
from coinche.server.sessions.session import Session
from coinche.server.storage.serialization import NameInvitation
from coinche.server.transport.peer import Peer

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
    Capability.INVITATIONS: "1",
    Capability.LADDER: "1",
}
"""The capabilities of a server that has all options, each with its version."""
_BESIDE_SEATS = frozenset(
    {
        Capability.ARCHIVE,
        Capability.PEOPLE,
        Capability.PRACTICE,
        Capability.HINTS,
        Capability.INVITATIONS,
        Capability.LADDER,
    }
)
"""Capabilities that nobody has on a server where clients only play."""
_WITHOUT_TOKEN = frozenset({Auth.GUEST, Auth.ED25519})
"""Ways to sign in that need nothing from the operator."""
_NEW_HERE = frozenset({*_WITHOUT_TOKEN, Auth.INVITATION})
"""Ways to sign in for somebody whom the server does not know yet."""
_TOO_OFTEN = "your connection has been lost too often; try again in a moment"
_TOO_MANY_NAMES = "too many names are claimed from your address; try again in a minute"
_TAKEN = "that name is somebody else's; choose another"
_INVITED_ONLY = (
    "this server takes only players who are invited: sign in under the name that your invitation gave you, or have its "
    "operator invite you"
)
_FAULTS = {
    InvitationFault.UNKNOWN: "this server knows no such invitation; it may have been taken back",
    InvitationFault.USED: "this invitation was used already",
    InvitationFault.ENDED: "this invitation has ended; ask for a new one",
}
_NO_GUESTS = "this server takes no guests: sign in with a key, as `coinche-client` does by itself, or with a token"


class AdmissionPolicy(StrEnum):
    """The clients that a server takes."""

    ALL = "all"
    INVITED = "invited"
    """Owners of names, and those who are invited to become one."""
    APPROVE = "approve"
    """The same at once, and everybody else when the operator or a host has let them in."""


class SignInRefused(Exception):
    """A sign-in fails; the sentence and the data are for the client."""

    def __init__(self, code: ErrorCode, sentence: str, data: ErrorData | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.data = data


@dataclass(frozen=True, slots=True, kw_only=True)
class Proved:
    """The identity that a client has proved, and the session that it takes back, if any.

    The client has the events up to `after`, and has proved one of the `keys` of the session. It comes to be the owner
    of the name `owned` by an invitation, if it has redeemed one.
    """

    who: str
    session: Session | None = None
    keys: tuple[bytes, ...] = ()
    after: int = 0
    owned: str | UnsetType = UNSET


def unproved(sentence: str) -> SignInRefused:
    """Return the refusal of a proof."""
    return SignInRefused(ErrorCode.AUTH_FAILED, sentence)


def _unusable(fault: InvitationFault) -> SignInRefused:
    return SignInRefused(ErrorCode.AUTH_FAILED, _FAULTS[fault], {"reason": fault.value})


def _owns_too_many() -> SignInRefused:
    sentence = f"your key owns {limits.NAMES_OF_A_KEY} names, and no key owns more; use one of them"
    return SignInRefused(ErrorCode.FORBIDDEN, sentence)


def _not_invited() -> SignInRefused:
    return SignInRefused(ErrorCode.AUTH_FAILED, _INVITED_ONLY, {"missing": ("invitation",)})


def guest_of(hello: Hello, invitation: NameInvitation) -> tuple[str | None, bytes]:
    """Return the key of the client that redeems the invitation, if it has one, and the hash of the token else."""
    key = hello.key if isinstance(hello.key, str) else None
    return key, auth.key(auth.invited_token(invitation.key, str(hello.nonce)))


class Admission:
    """Refuses hellos and proofs, and gives names to keys. `sessions` are all sessions, by their ids."""

    def __init__(
        self,
        sessions: Mapping[str, Session],
        register: Register,
        invitations: Invitations,
        bans: Bans,
        *,
        guests: bool,
        trust: TrustedNetworks,
        policy: AdmissionPolicy = AdmissionPolicy.ALL,
        lacks: frozenset[str] = frozenset(),
        seats_only: bool = False,
    ) -> None:
        """Admit clients by the register, invitations and bans; the server `lacks` these capabilities.

        With `seats_only`, an identity has one connection.
        """
        self._sessions = sessions
        self._register = register
        self._invitations = invitations
        self._bans = bans
        self._guests = guests
        self._trust = trust
        self._policy = policy
        self._lacks = lacks | _BESIDE_SEATS if seats_only else lacks
        self._seats_only = seats_only
        self._claims = Buckets(limits.CLAIMS)

    @property
    def offered(self) -> dict[str, str]:
        """The capabilities of this server, each with its version."""
        return {name: version for name, version in CAPABILITIES.items() if name not in self._lacks}

    def at_hand(self, peer: Peer) -> tuple[str, ...]:
        """The capabilities that this connection can use."""
        spoken: dict[str, bool] = {
            Capability.JSON: peer.protocol.speaks_json,
            Capability.TLS: peer.outgoing.tls is not None,
        }
        return tuple(capability for capability in self.offered if spoken.get(capability, True))

    def check(self, peer: Peer, hello: Hello) -> None:
        """Refuse the hello if it has to be refused, for the first reason that holds in this order."""
        who = identity_of_key(hello.key) if isinstance(hello.key, str) else None
        self._check_bans(peer, hello, hello.name, who)
        lowest, highest = hello.versions
        if not lowest <= VERSION <= highest:
            sentence = f"this server speaks coinche/{VERSION}, you offer {lowest} to {highest}"
            raise SignInRefused(ErrorCode.UNSUPPORTED, sentence, {"accepted": str(VERSION)})
        if missing := tuple(wanted for wanted in hello.need if wanted not in self.at_hand(peer)):
            sentence = f"this connection lacks what you need: {', '.join(missing)}"
            raise SignInRefused(ErrorCode.UNSUPPORTED, sentence, {"missing": missing})
        if hello.auth in _NEW_HERE:
            self._check_token_needed(hello)
        if hello.auth is Auth.INVITATION:
            self.invitation(hello)
        if self._policy is AdmissionPolicy.INVITED and hello.auth in _WITHOUT_TOKEN:
            self._check_invited(hello)
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
            raise unproved(_TOO_OFTEN)
        if hello.auth is Auth.ED25519:
            self._claim(peer, hello.name, str(hello.key))
        elif hello.auth is Auth.INVITATION:
            invitation = self.invitation(hello)
            if not self._may_claim(peer):
                raise unproved(_TOO_MANY_NAMES)
            self._claims.take(peer.origin, trio.current_time())
            self._invitations.redeem(invitation, *guest_of(hello, invitation))
        elif self._policy is AdmissionPolicy.INVITED and hello.auth is Auth.RESUME:
            self._check_owner(proved.who)

    def named(self, hello: Hello) -> Hello:
        """Return the hello with the name of its invitation, if it has one that is known."""
        found = self._invitations.find(str(hello.invitation)) if hello.auth is Auth.INVITATION else None
        return hello if found is None else replace(hello, name=found.name)

    def invitation(self, hello: Hello) -> NameInvitation:
        """Return the invitation that the hello redeems; refuse one that brings no name."""
        found = self._invitations.find(str(hello.invitation))
        if found is None:
            raise _unusable(InvitationFault.UNKNOWN)
        if (fault := self._invitations.fault(found, *guest_of(hello, found))) is not None:
            raise _unusable(fault)
        if isinstance(hello.key, str) and self._register.standing(found.name, hello.key) is NameStatus.TOO_MANY:
            raise _owns_too_many()
        return found

    def needs_approval(self, hello: Hello) -> bool:
        """Return whether somebody has to let in the client: a guest, or a key that owns no name."""
        if self._policy is not AdmissionPolicy.APPROVE or hello.auth not in _WITHOUT_TOKEN:
            return False
        return hello.auth is Auth.GUEST or self._register.name_of(identity_of_key(str(hello.key))) is None

    def _check_invited(self, hello: Hello) -> None:
        """Refuse a guest, and a key that does not own the name."""
        if hello.auth is Auth.GUEST or self._register.standing(hello.name, str(hello.key)) is not NameStatus.OWN:
            raise _not_invited()

    def _check_owner(self, who: str) -> None:
        """Refuse an identity that owns no name."""
        if self._register.name_of(who) is None:
            raise _not_invited()

    def _claim(self, peer: Peer, name: str, key: str) -> None:
        try:
            self._check_key(name, key, peer)
        except SignInRefused as refused:
            raise unproved(refused.sentence) from None
        if self._register.claim(name, key) is NameStatus.FREE:
            self._claims.take(peer.origin, trio.current_time())

    def _may_claim(self, peer: Peer) -> bool:
        """Return whether one more name may go to that address; a program here could fill the disks anyway."""
        if is_here(peer.address) or peer.address in self._trust:
            return True
        return self._claims.has(peer.origin, trio.current_time())

    def _check_bans(self, peer: Peer, hello: Hello, name: str, who: str | None) -> None:
        if hello.role is Role.PROVIDER and hello.auth is Auth.TOKEN:
            return  # it comes with its token and goes with it; without one the proof fails
        if (ban := self._bans.barring(peer.address, name, who)) is not None:
            sentence = f"this server's operator does not let you in {end_of(ban)}"
            raise SignInRefused(ErrorCode.AUTH_FAILED, sentence, by_operator(ban.why, ban.until))

    def _check_count(self, who: str) -> None:
        """Refuse one more new session of that identity where it has as many connections as it may."""
        here = sum(session.who == who and session.peer is not None for session in self._sessions.values())
        if here and self._seats_only:
            sentence = "a connection has signed in with this token already; end it first, or resume its session"
            raise SignInRefused(ErrorCode.FLOOD, sentence)
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
        if hello.auth is Auth.GUEST and self.has_owner(hello.name):
            raise SignInRefused(ErrorCode.NAME_TAKEN, _TAKEN)
        if hello.auth is Auth.ED25519:
            self._check_key(hello.name, str(hello.key), peer)

    def has_owner(self, name: str) -> bool:
        """Return whether the name belongs to somebody, or is reserved for somebody who is invited."""
        return self._register.owner_of(name) is not None or self._invitations.reserves(name)

    def _check_key(self, name: str, key: str, peer: Peer) -> None:
        """Refuse a name that the key does not own and cannot come to own."""
        match self._register.standing(name, key):
            case NameStatus.TAKEN:
                raise SignInRefused(ErrorCode.NAME_TAKEN, _TAKEN)
            case NameStatus.FREE | NameStatus.TOO_MANY if self._invitations.reserves(name):
                raise SignInRefused(ErrorCode.NAME_TAKEN, _TAKEN)
            case NameStatus.TOO_MANY:
                raise _owns_too_many()
            case NameStatus.FREE if not self._may_claim(peer):
                raise SignInRefused(ErrorCode.RATE, _TOO_MANY_NAMES)
