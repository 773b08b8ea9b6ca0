"""Credentials of a client: as a guest, with a key, an invitation or a token, or of an earlier session.

Servers know a person or a bot by a key in a file of its own; the name of the last sign-in stands beside it.
"""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from msgspec import UNSET
from msgspec.structs import replace

from coinche.protocol import auth
from coinche.protocol.messages import Auth, CreateTable, FromClient, Hello, Join, Prove, Watch, Welcome
from coinche.protocol.names import is_name

from .fair_shuffle import ShareGiver
from .storage import LAST_NAME_FILE, BadKey, CannotKeep, KeyFault, data_path, write_whole

FILE = "identity"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_LONGEST = 4096
"""Maximum size of a key file in bytes."""


def own_key(path: Path | None = None) -> Ed25519PrivateKey:
    """Return the key in the file, by default the person's own; make it if there is none. BadKey, or CannotKeep."""
    path = data_path(FILE) if path is None else path
    key = _read(path)
    if key is None:
        write_whole(path, _pem(Ed25519PrivateKey.generate()), replace=False)
        key = _read(path)  # another program may have been first
        if key is None:
            raise CannotKeep(path, os.strerror(2))
    return key


def public_key(key: Ed25519PrivateKey) -> str:
    """Return the public key by which servers know it, as 64 hexadecimal digits."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def _read(path: Path) -> Ed25519PrivateKey | None:
    try:
        with path.open("rb") as file:
            if os.name == "posix" and os.fstat(file.fileno()).st_mode & _OTHERS:
                raise BadKey(path, KeyFault.SHARED)
            data = file.read(_LONGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CannotKeep(path, error.strerror or str(error)) from error
    return _parsed(path, data)


def _parsed(path: Path, data: bytes) -> Ed25519PrivateKey:
    try:
        if not data.startswith(b"-----"):
            return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(data.decode("ascii").strip()))
        key = load_pem_private_key(data, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):  # TypeError: it is encrypted
        raise BadKey(path, KeyFault.GARBLED) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey(path, KeyFault.GARBLED)
    return key


def _pem(key: Ed25519PrivateKey) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode("ascii")


@dataclass(frozen=True, slots=True)
class LastName:
    """The file with the name of a key's last sign-in; a name stored for another key is ignored, and errors of writing
    too."""

    key: str
    path: Path = field(default_factory=lambda: data_path(LAST_NAME_FILE))

    def read(self) -> str | None:
        """Return the stored name; None if there is none or it cannot be read."""
        try:
            key, _, name = self.path.read_text(encoding="utf-8").strip().partition(" ")
        except (OSError, UnicodeDecodeError):
            return None
        return name if key == self.key and is_name(name) else None

    def keep(self, name: str) -> bool:
        """Store the name to ask for from now on; return True if it is new."""
        if name == self.read():
            return False
        with suppress(CannotKeep):
            write_whole(self.path, f"{self.key} {name}\n", replace=True)
        return True


@dataclass(frozen=True, slots=True)
class GuestCredentials:
    """Credentials of a guest, under any name that nobody owns."""

    def greet(self, hello: Hello) -> Hello:
        """Return the hello unchanged."""
        return hello

    def prove(self, hello: Hello, welcome: Welcome, spki: bytes) -> Prove | None:
        """Return None: a guest proves nothing."""
        return None


@dataclass(frozen=True, slots=True)
class KeyCredentials:
    """Credentials of a key's owner: a name belongs to the first that claims it. A signature is valid for one server
    only."""

    private: Ed25519PrivateKey = field(repr=False)

    def greet(self, hello: Hello) -> Hello:
        """Return the hello with the public key and a fresh nonce."""
        return replace(hello, auth=Auth.ED25519, key=public_key(self.private), nonce=secrets.token_hex(32))

    def prove(self, hello: Hello, welcome: Welcome, spki: bytes, invitation: bytes | None = None) -> Prove:
        """Return the signature over the words of both sides and over the server's key as this client sees it."""
        assert hello.nonce is not UNSET
        assert hello.key is not UNSET
        said = auth.signed_bytes(spki, welcome.nonce, hello.nonce, hello.key, welcome.version, invitation)
        return Prove(proof=auth.sign(self.private, said))


@dataclass(frozen=True, slots=True)
class InvitationCredentials:
    """Credentials from an invitation: its name belongs to the key from then on. The owner of that key may use it again,
    so the first sign-in can be repeated."""

    private: Ed25519PrivateKey = field(repr=False)
    secret: str = field(repr=False)

    def greet(self, hello: Hello) -> Hello:
        """Return the hello with the public key, a fresh nonce and the id of the invitation, but not its secret."""
        number = auth.invitation_id(auth.key(self.secret))
        return replace(KeyCredentials(self.private).greet(hello), auth=Auth.INVITATION, invitation=number)

    def prove(self, hello: Hello, welcome: Welcome, spki: bytes) -> Prove:
        """Return the signature, which proves the invitation, too."""
        return KeyCredentials(self.private).prove(hello, welcome, spki, auth.key(self.secret))


@dataclass(frozen=True, slots=True)
class TokenCredentials:
    """Credentials from a token of the server's operator; the hello's name says whose token it is."""

    token: str = field(repr=False)

    def greet(self, hello: Hello) -> Hello:
        """Return the hello, which asks to sign in with a token."""
        return replace(hello, auth=Auth.TOKEN)

    def prove(self, hello: Hello, welcome: Welcome, spki: bytes) -> Prove:
        """Return the proof that this client has the token."""
        return Prove(proof=auth.proof(auth.key(self.token), welcome.nonce, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeCredentials:
    """Credentials that resume a session: its id, its secret, and the number of the last event seen (0: send all).

    `shares` remembers the shares given for shuffles.
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


def key_credentials(invitation: str | None = None, path: Path | None = None) -> KeyCredentials | InvitationCredentials:
    """Return the credentials of the key in that file, by default the person's own, which redeem the invitation, if
    any. BadKey, or CannotKeep."""
    private = own_key(path)
    return KeyCredentials(private) if invitation is None else InvitationCredentials(private, invitation)


Credentials = GuestCredentials | KeyCredentials | InvitationCredentials | TokenCredentials | ResumeCredentials
GUEST = GuestCredentials()


def with_passphrase(message: FromClient, passphrase: str | None, nonce: str) -> FromClient:
    """Add the proof of the passphrase for the connection of that nonce; without a passphrase the message stays as it
    is, and so does one for a practice table, which nobody else can enter."""
    if passphrase is None:
        return message
    key = auth.table_key(passphrase)
    match message:
        case CreateTable(practice=False):
            return replace(message, key=key)
        case Join() | Watch():
            return replace(message, proof=auth.table_proof(key, nonce, message.table))
        case _:
            return message
