"""Tests of certificate fingerprints."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from coinche.protocol.fingerprint import fingerprint, read_fingerprint, same, spki_hash

HASH = bytes(range(32))
SHOWN = "AAAQ-EAYE-AUDA-OCAJ-BIFQ-YDIO"


def certificate(key: ec.EllipticCurvePrivateKey, name: str) -> bytes:
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
    dated = builder.serial_number(x509.random_serial_number()).not_valid_before(now)
    return dated.not_valid_after(now + timedelta(days=1)).sign(key, hashes.SHA256()).public_bytes(Encoding.DER)


def test_the_hash_is_of_the_key_and_survives_a_new_certificate() -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    spki = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    assert spki_hash(certificate(key, "one")) == spki_hash(certificate(key, "two")) == hashlib.sha256(spki).digest()
    assert spki_hash(certificate(ec.generate_private_key(ec.SECP256R1()), "one")) != hashlib.sha256(spki).digest()


def test_people_compare_six_groups_of_four() -> None:
    assert fingerprint(HASH) == SHOWN


@pytest.mark.parametrize("typed", [SHOWN, SHOWN.lower(), SHOWN.replace("-", ""), "aaaqEAYE-audaocaj-BIFQYDIO"])
def test_hyphens_and_case_make_no_difference(typed: str) -> None:
    assert read_fingerprint(typed) == SHOWN


@pytest.mark.parametrize(
    "typed", ["", "AAAQ", SHOWN + "A", SHOWN[:-1] + "1", SHOWN[:-1] + "é", SHOWN.replace("-", " ")]
)
def test_what_is_no_fingerprint_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="no fingerprint"):
        read_fingerprint(typed)


def test_one_letter_makes_another() -> None:
    assert same(SHOWN, SHOWN)
    assert not same(SHOWN, SHOWN[:-1] + "P")
