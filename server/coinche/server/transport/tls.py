"""TLS 1.3 without I/O: what has come in as ciphertext and plain bytes out, and the other way round.

Knows OpenSSL and when its handshake is over. Refuses to know sockets, and where a certificate comes from.
"""

from __future__ import annotations

import datetime
import ssl
import tempfile
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import trio
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from coinche.protocol.fingerprint import fingerprint, spki_hash
from coinche.server import limits
from coinche.server.storage.data_dir import BadKey, others_may_read, write_private_file

RECORD = 16 * 1024
"""The plain bytes of one record at most: what one reading gives leaves nothing of its record behind."""
PIECE = 4 * 1024
"""What is encrypted at once: OpenSSL keeps, for as long as the connection lasts, room for the longest that ever was."""


class TlsFailed(Exception):
    """The other side speaks no TLS 1.3, or not this connection's."""


HEADER = 5
"""The bytes before each record: its kind, a version, and its length in two."""


class RecordCounter:
    """Counts the records that begin in ciphertext, however it is cut; it need not be readable."""

    def __init__(self) -> None:
        self._left = 0
        """Bytes that are still to come of the record that has begun."""
        self._header = b""
        """The part of a header that has come."""

    def count(self, data: bytes) -> int:
        """How many headers are whole now that were not before."""
        records, at = 0, 0
        while at < len(data):
            wanted = self._left or HEADER - len(self._header)
            part = data[at : at + wanted]
            at += len(part)
            if self._left:
                self._left -= len(part)
                continue
            self._header += part
            if len(self._header) == HEADER:
                self._left, self._header, records = int.from_bytes(self._header[3:], "big"), b"", records + 1
        return records


class ServerTls:
    """The server's end of one TLS connection.

    plain = tls.received(data)
    if tls.has_to_speak: write(tls.encrypted(b""))
    write(tls.encrypted(frames))
    """

    def __init__(self, context: ssl.SSLContext) -> None:
        self._in = ssl.MemoryBIO()
        self._out = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out, server_side=True)
        self._established = False
        self.records = RecordCounter()
        """Counts what comes, before it is `received`."""
        self.ended = False
        """The client has said that nothing more comes, and is not heard any more."""

    @property
    def established(self) -> bool:
        """Whether the handshake is over."""
        return self._established

    @property
    def has_to_speak(self) -> bool:
        """Whether TLS itself has something to say: its part of a handshake, a new key, an alert."""
        return bool(self._out.pending)

    def received(self, data: bytes) -> bytes:
        """What the ciphertext says, nothing during the handshake; TlsFailed where it cannot be read."""
        if self.ended:
            return b""
        self._in.write(data)
        try:
            if not self._established:
                self._tls.do_handshake()
                self._established = True
            return self._read()
        except ssl.SSLWantReadError:
            return b""
        except ssl.SSLError as error:
            self._established = False
            raise TlsFailed(f"TLS: {_reason(error)}") from None

    def _read(self) -> bytes:
        records = []
        while self._in.pending and not self.ended:
            with suppress(ssl.SSLWantReadError):
                records.append(self._tls.read(RECORD))
                self.ended = not records[-1]
        return records[0] if len(records) == 1 else b"".join(records)

    def encrypted(self, plain: bytes) -> bytes:
        """The ciphertext of these bytes after what TLS itself has to say; TlsFailed where it cannot be made.

        Before a handshake is over, and after it has failed, nobody is there to whom anything can be said.
        """
        if not (plain and self._established):
            return self._out.read()
        try:
            if len(plain) <= PIECE:
                self._tls.write(plain)
                return self._out.read()
            view = memoryview(plain)
            return b"".join(self._piece(view[at : at + PIECE]) for at in range(0, len(plain), PIECE))
        except ssl.SSLError as error:
            raise TlsFailed(f"TLS: {_reason(error)}") from None

    def _piece(self, plain: memoryview) -> bytes:
        self._tls.write(plain)
        return self._out.read()

    def closing(self) -> bytes:
        """What says that nothing more comes."""
        if self._established:
            with suppress(ssl.SSLError):  # the client's own end is not waited for
                self._tls.unwrap()
        return self._out.read()


def _reason(error: ssl.SSLError) -> str:
    return (error.reason or "unreadable").lower().replace("_", " ")


# --- certificate ----------------------------------------------------------------------------------
# The server's certificate: made once, signed by itself, kept with its key in one file that only its owner may read.
#
# Knows files and X.509. Clients trust the key by its fingerprint, so what else a certificate says is said for form.


CERTIFICATE_FILE = "server.pem"
NAME = "coinche-server"
VALID = datetime.timedelta(days=3653)
"""Ten years."""
BACKDATED = datetime.timedelta(days=1)
"""For clients whose clocks are behind."""


class BadCertificate(BadKey):
    """The file of the certificate cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate in use: what TLS needs of it, and SHA-256 of its public key, by which clients know the server."""

    context: ssl.SSLContext
    spki: bytes

    @property
    def fingerprint(self) -> str:
        """The hash as people compare it."""
        return fingerprint(self.spki)


def new_certificate() -> Certificate:
    """A new certificate that is not kept."""
    with tempfile.TemporaryDirectory() as directory:  # OpenSSL takes it from a file only
        return kept_certificate(Path(directory))


def kept_certificate(directory: Path) -> Certificate:
    """The certificate of that directory, made now if there is none; BadCertificate where it cannot be used."""
    path = directory / CERTIFICATE_FILE
    try:
        if not path.exists():
            write_private_file(path, _made())
        _check_mode(path)
        first = x509.load_pem_x509_certificates(path.read_bytes())[0]
        return Certificate(_context(path), spki_hash(first.public_bytes(Encoding.DER)))
    except (ssl.SSLError, ValueError):
        what = f"{path} does not hold a key and its certificate; restore it from a backup"
        raise BadCertificate(what) from None
    except OSError as wrong:
        raise BadCertificate(f"cannot use {path}: {wrong.strerror}") from None


def _made() -> bytes:
    """A new key and the certificate that it signs for itself, both in PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BACKDATED)
        .not_valid_after(now + VALID)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return private + certificate.public_bytes(Encoding.PEM)


def _check_mode(path: Path) -> None:
    if others_may_read(path):
        raise BadCertificate(f"{path} holds the server's key, and others may read it: chmod 600 {path}")


def _context(path: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # a client that comes back looks at the certificate again
    context.load_cert_chain(path, password="")  # a key under a password is refused, not asked about
    return context


# --- handshakes -----------------------------------------------------------------------------------
# Who may begin a TLS handshake, and when: however many want to, those who play have the machine for themselves.
#
# A handshake costs as much as a hundred messages, before anybody is known. So they begin at a pace, one of each origin
# after one of every other, and only so many are in progress. One that takes its time makes room for who waits.
# Knows origins and turns. Refuses to know TLS.


@dataclass(eq=False, slots=True)
class Handshake:
    """One that waits for its turn, or is in progress. `give_up` is called where it makes room for another."""

    origin: str
    give_up: Callable[[], None]
    turn: trio.Event = field(default_factory=trio.Event)
    began: float = 0.0


class Handshakes:
    """All handshakes of a server."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Handshake]] = {}
        self._in_progress: dict[Handshake, None] = {}
        self._news = trio.Event()

    @property
    def in_progress(self) -> int:
        """How many there are."""
        return len(self._in_progress)

    async def wait(self, handshake: Handshake) -> None:
        """Wait for its turn."""
        self._waiting.setdefault(handshake.origin, deque()).append(handshake)
        self._news.set()
        try:
            await handshake.turn.wait()
        except trio.Cancelled:
            self.over(handshake)
            raise

    def over(self, handshake: Handshake) -> None:
        """It has come to its end, or is not wanted any more."""
        if handshake in self._in_progress:
            del self._in_progress[handshake]
            self._news.set()
        elif handshake in self._waiting.get(handshake.origin, ()):
            self._waiting[handshake.origin].remove(handshake)
            if not self._waiting[handshake.origin]:
                del self._waiting[handshake.origin]

    async def run(self) -> None:
        """Give turns until cancelled."""
        while True:
            if not self._waiting:
                await self._until_news()
            elif len(self._in_progress) < limits.HANDSHAKES:
                self._begin()
                await trio.sleep(limits.HANDSHAKE_EVERY)
            else:
                await self._make_room()

    async def _until_news(self) -> None:
        self._news = trio.Event()
        await self._news.wait()

    def _begin(self) -> None:
        """The turn of who has waited longest at the origin whose turn it is."""
        origin, queue = next(iter(self._waiting.items()))
        del self._waiting[origin]
        handshake = queue.popleft()
        if queue:
            self._waiting[origin] = queue  # behind all others
        handshake.began = trio.current_time()
        self._in_progress[handshake] = None
        handshake.turn.set()

    async def _make_room(self) -> None:
        """Wait for one to end; one that has had its time is given up, of the origin that has most."""
        most, _ = Counter(handshake.origin for handshake in self._in_progress).most_common(1)[0]
        eldest = next(handshake for handshake in self._in_progress if handshake.origin == most)
        with trio.move_on_at(eldest.began + limits.HANDSHAKE):
            await self._until_news()
            return
        self.over(eldest)
        eldest.give_up()
