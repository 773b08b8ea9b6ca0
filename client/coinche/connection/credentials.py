"""Credentials of a client: as a guest, with a key, with a token, or as the session that it had.

Each kind adds its part to the hello and answers the welcome with a proof. `with_passphrase` turns the passphrase of a
private table into a proof, too. Keys and tokens never leave this machine; only proofs do.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET
from msgspec.structs import replace

from coinche.protocol import auth
from coinche.protocol.messages import Auth, CreateTable, FromClient, Hello, Join, Prove, Watch, Welcome

from .fair_shuffle import ShareGiver
from .identity import public_key


@dataclass(frozen=True, slots=True)
class GuestCredentials:
    """A guest, under any name that nobody owns."""

    def greet(self, hello: Hello) -> Hello:
        """The hello as it is sent."""
        return hello

    def prove(self, hello: Hello, welcome: Welcome, spki: bytes) -> Prove | None:
        """Return the answer to the welcome; None where nothing is to be proved."""
        return None


@dataclass(frozen=True, slots=True)
class KeyCredentials:
    """The owner of a key: a name belongs to the first that claims it. A signature holds for one server alone."""

    private: Ed25519PrivateKey = field(repr=False)

    def greet(self, hello: Hello) -> Hello:
        """The hello, with the public key and a fresh nonce."""
        return replace(hello, auth=Auth.ED25519, key=public_key(self.private), nonce=secrets.token_hex(32))

    def prove(self, hello: Hello, welcome: Welcome, spki: bytes) -> Prove:
        """The signature over what both sides have said, and over the server's key as it is seen here."""
        assert hello.nonce is not UNSET
        assert hello.key is not UNSET
        said = auth.signed_bytes(spki, welcome.nonce, hello.nonce, hello.key, welcome.version)
        return Prove(proof=auth.sign(self.private, said))


@dataclass(frozen=True, slots=True)
class TokenCredentials:
    """The holder of a token from the server's operator; the hello's name says whose token it is."""

    token: str = field(repr=False)

    def greet(self, hello: Hello) -> Hello:
        """Return the hello, which asks to sign in with a token."""
        return replace(hello, auth=Auth.TOKEN)

    def prove(self, hello: Hello, welcome: Welcome, spki: bytes) -> Prove:
        """Return the proof that this client has the token."""
        return Prove(proof=auth.proof(auth.key(self.token), welcome.nonce, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeCredentials:
    """What takes a session back: its id, its secret, and the number of the last event seen (0: send them all).

    `shares` remembers what was given for shuffles.
    """

    session: str
    secret: str = field(repr=False)
    n: int = 0
    shares: ShareGiver = field(default_factory=ShareGiver, repr=False, compare=False)

    def greet(self, hello: Hello) -> Hello:
        """Return the hello, which asks to resume a session."""
        return replace(hello, auth=Auth.RESUME, session=self.session)

    def prove(self, hello: Hello, welcome: Welcome, spki: bytes) -> Prove:
        """Return the proof that the session is this client's, with the number of the last event seen."""
        return Prove(proof=auth.proof(auth.key(self.secret), welcome.nonce, self.n), n=self.n)


Credentials = GuestCredentials | KeyCredentials | TokenCredentials | ResumeCredentials
GUEST = GuestCredentials()


def with_passphrase(message: FromClient, passphrase: str | None, nonce: str) -> FromClient:
    """The message as it is sent over the connection of that nonce; without a passphrase as it is."""
    if passphrase is None:
        return message
    key = auth.table_key(passphrase)
    match message:
        case CreateTable():
            return replace(message, key=key)
        case Join() | Watch():
            return replace(message, proof=auth.table_proof(key, nonce, message.table))
        case _:
            return message
