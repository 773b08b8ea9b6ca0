"""The proof that takes a session back."""

from __future__ import annotations

import hashlib
import hmac

import pytest

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
