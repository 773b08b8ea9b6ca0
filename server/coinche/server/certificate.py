"""The server's certificate: made once, signed by itself, kept with its key in one file that only its owner may read.

Knows files and X.509. Clients trust the key by its fingerprint, so what else a certificate says is said for form.
"""

from __future__ import annotations

import datetime
import ssl
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from coinche.protocol.fingerprint import fingerprint, spki_hash

from .storage.data_dir import BadKey, others_may_read, write_private_file

FILE = "server.pem"
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


def fresh() -> Certificate:
    """A new certificate that is not kept."""
    with tempfile.TemporaryDirectory() as directory:  # OpenSSL takes it from a file only
        return kept(Path(directory))


def kept(directory: Path) -> Certificate:
    """The certificate of that directory, made now if there is none; BadCertificate where it cannot be used."""
    path = directory / FILE
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
