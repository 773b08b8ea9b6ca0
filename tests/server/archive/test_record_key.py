"""Tests of the key that signs records: made once, readable by its owner only, refused in one sentence if wrong."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
)

from coinche.server.archive.record import kept_record_key, new_record_key
from coinche.server.storage.data_dir import UnusableKey
from coinche.server.storage.database import RECORD_KEY
from coinche.server.time_and_entropy import Entropy
from tests.server.seeded_entropy import SeededEntropy


def test_it_is_made_once(tmp_path: Path) -> None:
    first = kept_record_key(tmp_path / "data", Entropy())
    assert kept_record_key(tmp_path / "data", Entropy()).signer == first.signer
    assert [path.name for path in (tmp_path / "data").iterdir()] == [RECORD_KEY], "nothing else is left there"


def test_one_that_is_not_kept_follows_from_chance_alone() -> None:
    assert new_record_key(SeededEntropy(b"a")).signer == new_record_key(SeededEntropy(b"a")).signer
    assert new_record_key(SeededEntropy(b"a")).signer != new_record_key(SeededEntropy(b"b")).signer


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    kept_record_key(tmp_path / "data", Entropy())
    assert stat.S_IMODE((tmp_path / "data" / RECORD_KEY).stat().st_mode) == 0o600
    (tmp_path / "data" / RECORD_KEY).chmod(0o640)
    with pytest.raises(UnusableKey, match="chmod 600"):
        kept_record_key(tmp_path / "data", Entropy())


def pem(key: Ed25519PrivateKey | ec.EllipticCurvePrivateKey, under: KeySerializationEncryption) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, under)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no key",
        pem(Ed25519PrivateKey.generate(), NoEncryption())[:60],
        pem(Ed25519PrivateKey.generate(), BestAvailableEncryption(b"password")),
        pem(ec.generate_private_key(ec.SECP256R1()), NoEncryption()),
    ],
    ids=["empty", "text", "cut", "password", "another kind"],
)
def test_a_file_that_holds_no_such_key_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / RECORD_KEY
    file.write_bytes(content)
    file.chmod(0o600)
    with pytest.raises(UnusableKey, match=r"does not hold an Ed25519 key; restore it"):
        kept_record_key(tmp_path, Entropy())
    assert file.read_bytes() == content


def test_a_directory_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UnusableKey, match="cannot use"):
        kept_record_key(tmp_path / "file" / "data", Entropy())
