"""Tests of the certificate's file: made once, readable by its owner only, refused in one sentence if wrong."""

from __future__ import annotations

import datetime
import os
import ssl
import stat
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from coinche.protocol.fingerprint import fingerprint, spki_hash
from coinche.server.log import LogEntry
from coinche.server.transport.tls import (
    CERTIFICATE_FILE,
    BadCertificate,
    NamedCertificate,
    ServerTls,
    TlsFailed,
    invalid_sni_ignored,
    kept_certificate,
    new_certificate,
)


def test_it_is_made_once(tmp_path: Path) -> None:
    first = kept_certificate(tmp_path / "data")
    again = kept_certificate(tmp_path / "data")
    assert first.spki == again.spki
    assert first.fingerprint == fingerprint(first.spki)
    assert [path.name for path in (tmp_path / "data").iterdir()] == [CERTIFICATE_FILE], "nothing else is left there"


def test_it_is_of_p_256_for_ten_years_and_known_by_its_key(tmp_path: Path) -> None:
    made = kept_certificate(tmp_path)
    certificate = x509.load_pem_x509_certificate((tmp_path / CERTIFICATE_FILE).read_bytes())
    key = certificate.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert isinstance(key.curve, ec.SECP256R1)
    years = (certificate.not_valid_after_utc - datetime.datetime.now(datetime.UTC)).days / 365.25
    assert 9.9 < years < 10.1
    assert made.spki == spki_hash(certificate.public_bytes(Encoding.DER))
    certificate.verify_directly_issued_by(certificate)


def test_two_that_are_not_kept_are_two() -> None:
    assert new_certificate().spki != new_certificate().spki


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    kept_certificate(tmp_path / "data")
    assert stat.S_IMODE((tmp_path / "data" / CERTIFICATE_FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_one_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    kept_certificate(tmp_path)
    (tmp_path / CERTIFICATE_FILE).chmod(mode)
    with pytest.raises(BadCertificate, match="chmod 600"):
        kept_certificate(tmp_path)


def cut(pem: bytes) -> bytes:
    return pem[: len(pem) // 2]


def without_key(pem: bytes) -> bytes:
    return pem[pem.index(b"-----BEGIN CERTIFICATE") :]


def without_certificate(pem: bytes) -> bytes:
    return pem[: pem.index(b"-----BEGIN CERTIFICATE")]


def of_another_key(pem: bytes) -> bytes:
    other = ec.generate_private_key(ec.SECP256R1())
    return _private(other) + without_key(pem)


def under_a_password(pem: bytes) -> bytes:
    key = load_pem_private_key(pem, None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x")) + without_key(pem)


def nothing(pem: bytes) -> bytes:
    return b""


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@pytest.mark.parametrize("spoilt", [cut, without_key, without_certificate, of_another_key, under_a_password, nothing])
def test_one_that_is_garbled_is_refused_and_left_as_it_is(tmp_path: Path, spoilt: object) -> None:
    assert callable(spoilt)
    kept_certificate(tmp_path)
    path = tmp_path / CERTIFICATE_FILE
    path.write_bytes(spoilt(path.read_bytes()))
    before = path.read_bytes()
    with pytest.raises(BadCertificate, match="restore it from a backup"):
        kept_certificate(tmp_path)
    assert path.read_bytes() == before


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no directory")
    with pytest.raises(BadCertificate, match="cannot use"):
        kept_certificate(tmp_path / "file")


# --- the operator's, for browsers ------------------------------------------------------------------------


def named(directory: Path, *names: str) -> tuple[Path, Path]:
    """Write a certificate with those names, and its key; return their files."""
    key = ec.generate_private_key(ec.SECP256R1())
    now, name = datetime.datetime.now(datetime.UTC), x509.Name([])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(each) for each in names]), critical=True)
        .sign(key, hashes.SHA256())
    )
    chain, secret = directory / "chain.pem", directory / "key.pem"
    chain.write_bytes(certificate.public_bytes(Encoding.PEM))
    secret.touch(mode=0o600)
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return chain, secret


def shown(own: ssl.SSLContext, name: str | None) -> bytes:
    """Shake hands with a server of that context; return the certificate that it shows to a client that asks so."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    asks, answers = client.wrap_bio(back, there, server_hostname=name), own.wrap_bio(there, back, server_side=True)
    for side in (asks, answers, asks, answers):
        with suppress(ssl.SSLWantReadError):
            side.do_handshake()
    return asks.getpeercert(binary_form=True) or b""


def test_a_browser_that_asks_for_a_name_is_shown_the_operators_certificate(tmp_path: Path) -> None:
    own, certificate = new_certificate(), NamedCertificate(*named(tmp_path, "Belote.example.org", "*.club.example"))
    certificate.shown_with(own.context, lambda _: None)
    assert spki_hash(shown(own.context, None)) == own.spki, "the program that asks for no name"
    assert spki_hash(shown(own.context, "other.example.org")) == own.spki
    assert spki_hash(shown(own.context, "belote.example.org")) != own.spki
    assert spki_hash(shown(own.context, "table.club.example")) != own.spki
    assert spki_hash(shown(own.context, "a.table.club.example")) == own.spki


def test_a_name_that_is_not_ascii_fails_the_handshake_and_prints_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", printed.append)
    with invalid_sni_ignored():
        fail_by_sni(tmp_path)
    assert printed == []
    assert sys.unraisablehook == printed.append


@pytest.mark.parametrize(
    ("fault", "of"),
    [
        (ValueError("something else"), None),
        (UnicodeDecodeError("ascii", b"\xe9", 0, 1, "of something else"), None),
        (UnicodeDecodeError("ascii", b"\xe9", 0, 1, "of other bytes"), b"belote"),
        (UnicodeDecodeError("utf-8", b"\xe9", 0, 1, "of another encoding"), b"\xe9"),
    ],
)
def test_other_exceptions_that_nobody_can_handle_are_printed(
    fault: Exception, of: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", printed.append)
    report = SimpleNamespace(exc_value=fault, object=of)
    with invalid_sni_ignored():
        sys.unraisablehook(report)
    assert printed == [report]


def fail_by_sni(tmp_path: Path) -> None:
    """A handshake that fails because of a name that is not ASCII."""
    own, certificate = new_certificate(), NamedCertificate(*named(tmp_path, "belote.example.org"))
    certificate.shown_with(own.context, lambda _: None)
    client, there = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), ssl.MemoryBIO()
    asks = client.wrap_bio(ssl.MemoryBIO(), there, server_hostname="belote.example.org")
    with suppress(ssl.SSLWantReadError):
        asks.do_handshake()
    with pytest.raises(TlsFailed):
        ServerTls(own.context).received(there.read().replace(b"belote", b"b\xe9lote"))


def test_a_new_certificate_is_read_and_a_bad_one_leaves_the_old_in_use(tmp_path: Path) -> None:
    own, certificate = new_certificate(), NamedCertificate(*named(tmp_path, "belote.example.org"))
    news: list[LogEntry] = []
    certificate.shown_with(own.context, news.append)
    first = shown(own.context, "belote.example.org")
    assert shown(own.context, "belote.example.org") == first
    (tmp_path / "chain.pem").write_bytes(b"nothing")
    assert shown(own.context, "belote.example.org") == first
    named(tmp_path, "belote.example.org", "contree.example.org")
    assert shown(own.context, "contree.example.org") == shown(own.context, "belote.example.org") != first
    assert [str(line).partition(":")[0] for line in news] == [
        "the certificate in use stays",
        f"the new certificate of {tmp_path / 'chain.pem'} is in use",
    ]


def test_files_that_are_no_certificate_and_its_key_are_refused(tmp_path: Path) -> None:
    chain, key = named(tmp_path, "belote.example.org")
    with pytest.raises(BadCertificate, match="cannot use"):
        NamedCertificate(chain, tmp_path / "nothing")
    (tmp_path / "other").mkdir()
    other, _ = named(tmp_path / "other", "belote.example.org")
    with pytest.raises(BadCertificate, match="no certificate and its key"):
        NamedCertificate(other, key)
    if os.name == "posix":
        key.chmod(0o644)
        with pytest.raises(BadCertificate, match="chmod 600"):
            NamedCertificate(chain, key)
