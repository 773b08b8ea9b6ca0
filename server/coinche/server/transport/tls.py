"""TLS 1.3 without I/O, and the server's certificates.

OpenSSL is given ciphertext and gives plain bytes, or the other way round; nothing here knows sockets. The certificate
is made once, signed by itself, and kept with its key in one file that only its owner may read. Clients trust the key
by its fingerprint; what else a certificate says is said for form.

A browser trusts no fingerprint. For it the operator may give a certificate that an authority has signed: it is shown
to clients that ask for one of its names (SNI), which ours do not.
"""

from __future__ import annotations

import datetime
import ssl
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from coinche.protocol.fingerprint import fingerprint, spki_hash
from coinche.server.log import Happening, Log, LogEntry
from coinche.server.storage.data_dir import UnusableKey, others_may_read, write_private_file

HEADER = 5
"""The bytes before each record: its kind, a version, and its length in two."""
PLAIN_RECORD = 16 * 1024
"""The plain bytes of one record at most: a read of so many leaves nothing of its record behind."""
PLAIN_PIECE = 1280
"""The bytes encrypted at once: OpenSSL keeps, as long as the connection lasts, room for the longest that ever was. Of
what is written in play one piece in fifty is longer, mostly an event and a request."""


class TlsFailed(Exception):
    """The other side speaks no TLS 1.3, or not this connection's."""


class RecordCounter:
    """Counts the records that begin in ciphertext, however it is cut; it need not be readable.

    OpenSSL does not tell of them, and takes new keys in without a word; the read budget wants them counted.
    """

    def __init__(self) -> None:
        self._left = 0
        """Bytes that are still to come of the record that has begun."""
        self._header = b""
        """The part of a header that has come."""

    def count(self, data: bytes) -> int:
        """Return how many headers are whole now that were not before."""
        size = len(data)
        records, at = 0, min(self._left, size)
        self._left -= at
        while at < size:
            part = data[at : at + HEADER - len(self._header)]
            self._header += part
            at += len(part)
            if len(self._header) == HEADER:
                at += int.from_bytes(self._header[3:], "big")
                self._left, self._header, records = max(0, at - size), b"", records + 1
        return records


class ServerTls:
    """The server's end of one TLS connection.

    plain = tls.received(data)
    if tls.has_to_speak: write(tls.encrypted(b""))
    write(tls.encrypted(frames))
    """

    def __init__(self, context: ssl.SSLContext) -> None:
        """A connection that shows the certificate of the context, or the one that its `sni_callback` chooses."""
        self._in = ssl.MemoryBIO()
        self._out = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out, server_side=True)
        self.established = False
        """The handshake is over, and nothing has failed since."""
        self.records = RecordCounter()
        """Counts what comes, before it is `received`."""
        self.ended = False
        """The client has said that nothing more comes, and is not heard any more."""

    @property
    def has_to_speak(self) -> bool:
        """Return whether TLS itself has something to say: its part of a handshake, a new key, an alert."""
        return bool(self._out.pending)

    def received(self, data: bytes) -> bytes:
        """Return what the ciphertext says, nothing during the handshake; TlsFailed where it cannot be read."""
        if self.ended:
            return b""
        self._in.write(data)
        plain = b""
        try:
            if not self.established:
                self._tls.do_handshake()
                self.established = True
            while self._in.pending and not self.ended:
                try:
                    record = self._tls.read(PLAIN_RECORD)
                except ssl.SSLWantReadError:
                    continue
                plain += record
                self.ended = not record
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLError as error:
            self.established = False
            raise TlsFailed(f"TLS: {_reason(error)}") from None
        return plain

    def encrypted(self, plain: bytes) -> bytes:
        """Return what TLS itself has to say, then the ciphertext of these bytes; TlsFailed where it cannot be made.

        Before the handshake is over, and after it has failed, the bytes are dropped: no client could read them.
        """
        if not (plain and self.established):
            return self._out.read()
        try:
            pieces = []
            for at in range(0, len(plain), PLAIN_PIECE):
                self._tls.write(plain[at : at + PLAIN_PIECE])
                pieces.append(self._out.read())
            return b"".join(pieces)
        except ssl.SSLError as error:
            raise TlsFailed(f"TLS: {_reason(error)}") from None

    def closing(self) -> bytes:
        """Return what says that nothing more comes."""
        if self.established:
            with suppress(ssl.SSLError):  # the client's own end is not waited for
                self._tls.unwrap()
        return self._out.read()


def _reason(error: ssl.SSLError) -> str:
    return (error.reason or "unreadable").lower().replace("_", " ")


@contextmanager
def invalid_sni_ignored() -> Iterator[None]:
    """Have Python print nothing about names (SNI) that are not ASCII, by which handshakes fail; for the whole process.

    It decodes the name before `sni_callback` is called, and reports the failure as an exception that nobody can handle.
    """
    before = sys.unraisablehook

    def report(wrong: sys.UnraisableHookArgs) -> None:
        if not _is_invalid_sni(wrong):
            before(wrong)

    sys.unraisablehook = report
    try:
        yield
    finally:
        sys.unraisablehook = before


def _is_invalid_sni(wrong: sys.UnraisableHookArgs) -> bool:
    """Return whether it is what `ssl` reports then: a failure to decode the bytes that it names as its object."""
    fault = wrong.exc_value
    if not (isinstance(fault, UnicodeDecodeError) and isinstance(wrong.object, bytes)):
        return False
    return fault.encoding == "ascii" and fault.object == wrong.object


CERTIFICATE_FILE = "server.pem"
NAME = "coinche-server"
VALID = datetime.timedelta(days=3653)
"""Ten years."""
BACKDATED = datetime.timedelta(days=1)
"""The certificate is valid from this long before it was made, for clients whose clocks are behind."""


class BadCertificate(UnusableKey):
    """The file of the certificate cannot be used; the message says what would help."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate in use. `spki` is the SHA-256 of its public key, by which clients know the server."""

    context: ssl.SSLContext
    spki: bytes

    @property
    def fingerprint(self) -> str:
        """Return the hash as people compare it."""
        return fingerprint(self.spki)


class NamedCertificate:
    """The operator's certificate with its key, in files that are read again when they change.

    A new file that cannot be used is reported, once, and the certificate in use stays.
    """

    def __init__(self, chain: Path, key: Path) -> None:
        """Read both. BadCertificate where they cannot be used."""
        self._chain, self._key = chain, key
        self._changed = self._state()
        self._read()

    def shown_with(self, own: ssl.SSLContext, say: Log) -> None:
        """Have connections of the server's own context show this certificate to clients that ask for its names."""

        def choose(connection: ssl.SSLObject, name: str | None, _own: ssl.SSLContext) -> None:
            self._look(say)
            if name is not None and self.is_for(name):
                connection.context = self._context

        own.sni_callback = choose

    def is_for(self, name: str) -> bool:
        """Return whether the certificate has that name, or a wildcard for it."""
        name = name.lower()
        return name in self.names or f"*.{name.partition('.')[2]}" in self.names

    def name_among(self, preferred: Collection[str]) -> str | None:
        """Return a name of the certificate, one of the preferred ones if it has any; None if it has wildcards alone."""
        wanted = [name for name in preferred if self.is_for(name)] or [name for name in self.names if "*" not in name]
        return min(wanted, key=lambda name: (len(name), name), default=None)

    def _look(self, say: Log) -> None:
        """Read the files again if they have changed."""
        state = self._state()
        if state != self._changed:
            self._changed = state
            try:
                self._read()
            except BadCertificate as wrong:
                say(LogEntry(Happening.SAID, f"the certificate in use stays: {wrong}"))
            else:
                say(LogEntry(Happening.SAID, f"the new certificate of {self._chain} is in use"))

    def _state(self) -> tuple[int, ...]:
        try:
            return tuple(
                at for path in (self._chain, self._key) for at in (path.stat().st_mtime_ns, path.stat().st_ino)
            )
        except OSError:
            return ()

    def _read(self) -> None:
        try:
            if others_may_read(self._key):
                raise BadCertificate(f"{self._key} holds a private key, and others may read it: chmod 600 {self._key}")
            context = _context(self._chain, self._key)
            names = _names(x509.load_pem_x509_certificates(self._chain.read_bytes())[0])
        except (ssl.SSLError, ValueError):
            what = f"{self._chain} and {self._key} are no certificate and its key, both in PEM"
            raise BadCertificate(what) from None
        except OSError as wrong:
            raise BadCertificate(f"cannot use {self._chain} with {self._key}: {wrong.strerror}") from None
        self._context, self.names = context, names


def _names(certificate: x509.Certificate) -> frozenset[str]:
    """Return the DNS names of a certificate, in lower case."""
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except x509.ExtensionNotFound:
        return frozenset()
    return frozenset(name.lower() for name in found.value.get_values_for_type(x509.DNSName))


def new_certificate() -> Certificate:
    """Return a new certificate that is not kept."""
    with tempfile.TemporaryDirectory() as directory:  # OpenSSL takes it from a file only
        return kept_certificate(Path(directory))


def kept_certificate(directory: Path) -> Certificate:
    """Return the certificate of that directory, made now if there is none; BadCertificate if it cannot be used."""
    path = directory / CERTIFICATE_FILE
    try:
        if not path.exists():
            write_private_file(path, _new_pem())
        if others_may_read(path):
            raise BadCertificate(f"{path} holds the server's key, and others may read it: chmod 600 {path}")
        first = x509.load_pem_x509_certificates(path.read_bytes())[0]
        return Certificate(_context(path), spki_hash(first.public_bytes(Encoding.DER)))
    except (ssl.SSLError, ValueError):
        what = f"{path} does not hold a key and its certificate; restore it from a backup"
        raise BadCertificate(what) from None
    except OSError as wrong:
        raise BadCertificate(f"cannot use {path}: {wrong.strerror}") from None


def _new_pem() -> bytes:
    """Return a new key and the certificate that it signs for itself, both in PEM."""
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


def _context(path: Path, key: Path | None = None) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # a client that comes back looks at the certificate again
    context.load_cert_chain(path, key, password="")  # a key under a password is refused, not asked about
    return context
