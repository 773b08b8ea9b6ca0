"""Tests of proofs: of a shared secret, a token or a passphrase, and of a player's own key."""

from __future__ import annotations

import hashlib
import hmac
import struct

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from coinche.protocol import auth

SECRET, NONCE = "01" * 32, "02" * 32


def test_a_secret_is_its_entropy_in_hexadecimal() -> None:
    assert auth.new_secret(bytes([1] * 32)) == SECRET


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_secret_needs_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 random bytes"):
        auth.new_secret(bytes(size))


def test_the_proof_is_one_line_of_any_standard_library() -> None:
    key = hashlib.sha256(bytes.fromhex(SECRET)).digest()
    expected = hmac.new(key, bytes.fromhex(NONCE) + b"57", hashlib.sha256).hexdigest()
    assert auth.proof(auth.key(SECRET), NONCE, 57) == expected


def test_a_proof_is_good_for_its_own_secret_nonce_and_number() -> None:
    key = auth.key(SECRET)
    proof = auth.proof(key, NONCE, 57)
    assert auth.verify(key, NONCE, 57, proof)
    assert not auth.verify(auth.key("03" * 32), NONCE, 57, proof)
    assert not auth.verify(key, "03" * 32, 57, proof)
    assert not auth.verify(key, NONCE, 5, proof)
    assert not auth.verify(key, NONCE, 57, proof.upper())


def test_a_proof_that_is_no_ascii_is_only_wrong() -> None:
    assert not auth.verify(auth.key(SECRET), NONCE, 57, "é" * 64)


KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw().hex()
SPKI, CLIENT_NONCE = bytes([9] * 32), "04" * 32


def test_what_is_signed_is_the_context_and_each_part_after_its_length() -> None:
    parts = [SPKI, bytes.fromhex(NONCE), bytes.fromhex(CLIENT_NONCE), bytes.fromhex(PUBLIC), b"1"]
    by_hand = b"coinche-auth-v1" + b"".join(struct.pack(">I", len(part)) + part for part in parts)
    assert auth.signed_bytes(SPKI, NONCE, CLIENT_NONCE, PUBLIC, 1) == by_hand
    assert auth.signed_bytes(b"", NONCE, CLIENT_NONCE, PUBLIC, 1)[15:19] == bytes(4)


@pytest.mark.parametrize(
    ("spki", "nonce", "client_nonce", "public", "version"),
    [
        (bytes([8] * 32), NONCE, CLIENT_NONCE, PUBLIC, 1),
        (b"", NONCE, CLIENT_NONCE, PUBLIC, 1),
        (SPKI, "05" * 32, CLIENT_NONCE, PUBLIC, 1),
        (SPKI, NONCE, "05" * 32, PUBLIC, 1),
        (SPKI, NONCE, CLIENT_NONCE, "05" * 32, 1),
        (SPKI, NONCE, CLIENT_NONCE, PUBLIC, 2),
    ],
    ids=["another certificate", "no TLS", "another nonce", "another of the client", "another key", "another version"],
)
def test_a_signature_is_good_for_one_sign_in_at_one_server(
    spki: bytes, nonce: str, client_nonce: str, public: str, version: int
) -> None:
    signature = auth.sign(KEY, auth.signed_bytes(SPKI, NONCE, CLIENT_NONCE, PUBLIC, 1))
    assert auth.is_signed(PUBLIC, auth.signed_bytes(SPKI, NONCE, CLIENT_NONCE, PUBLIC, 1), signature)
    assert not auth.is_signed(public, auth.signed_bytes(spki, nonce, client_nonce, public, version), signature)


@pytest.mark.parametrize("claimed", ["", "00" * 32, "00" * 64, "00" * 65])
def test_what_is_no_signature_is_none(claimed: str) -> None:
    assert not auth.is_signed(PUBLIC, b"message", claimed)


def test_a_key_that_is_no_point_signs_nothing() -> None:
    assert not auth.is_signed("ff" * 32, b"message", "00" * 64)


def test_who_knows_the_passphrase_opens_a_private_table_and_no_other() -> None:
    key = auth.table_key("Sésame")
    assert key == hashlib.sha256("Sésame".encode()).hexdigest()
    proof = auth.table_proof(key, NONCE, "t1")
    assert proof == hmac.new(bytes.fromhex(key), bytes.fromhex(NONCE) + b"t1", hashlib.sha256).hexdigest()
    assert auth.opens(key, NONCE, "t1", proof)
    assert not auth.opens(key, NONCE, "t2", proof)
    assert not auth.opens(key, "05" * 32, "t1", proof)
    assert not auth.opens(auth.table_key("sésame"), NONCE, "t1", proof)
