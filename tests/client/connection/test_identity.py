"""Tests of the client's key: made once, readable by its owner only, refused if malformed; and of the last name."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from coinche.connection.credentials import LastName, own_key, public_key
from coinche.connection.error_texts import unkept
from coinche.connection.storage import BadKey, CannotKeep, KeyFault
from coinche.text.language import Language

POSIX = pytest.mark.skipif(os.name != "posix", reason="there are no modes elsewhere")
RAW = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
RAW_PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
"""RFC 8032, 7.1, test 1."""


def private(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    path.chmod(0o600)
    return path


def test_a_key_is_made_once(home: Path) -> None:
    first = public_key(own_key())
    assert public_key(own_key()) == first
    assert [path.name for path in (home / "coinche").iterdir()] == ["identity"]


@POSIX
def test_a_key_is_its_owners_alone(home: Path) -> None:
    own_key()
    assert stat.S_IMODE((home / "coinche" / "identity").stat().st_mode) == 0o600


def test_two_programs_at_once_have_the_same_key() -> None:
    script = "from coinche.connection.credentials import own_key, public_key; print(public_key(own_key()))"
    started = [subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) for _ in range(4)]
    keys = {process.communicate(timeout=60)[0] for process in started}
    assert len(keys) == 1


def test_a_key_in_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "mine"
    assert public_key(own_key(path)) == public_key(own_key(path))
    assert public_key(own_key(path)) != public_key(own_key())


def test_64_digits_are_a_key(tmp_path: Path) -> None:
    digits = private(tmp_path / "digits", f"{RAW}\n".encode())
    assert public_key(own_key(digits)) == RAW_PUBLIC


@POSIX
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_key_that_others_may_read_is_not_used(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "mine"
    own_key(path)
    path.chmod(mode)
    with pytest.raises(BadKey) as bad:
        own_key(path)
    assert bad.value.fault is KeyFault.SHARED
    assert f"chmod 600 {path}" in unkept(bad.value, Language.FRENCH)


def other_pem() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@pytest.mark.parametrize("data", [b"", b"nonsense", b"-----BEGIN PRIVATE KEY-----\n", b"9d" * 31, other_pem()])
def test_a_garbled_key_is_refused_and_kept(data: bytes, tmp_path: Path) -> None:
    path = private(tmp_path / "mine", data)
    with pytest.raises(BadKey) as bad:
        own_key(path)
    assert bad.value.fault is KeyFault.GARBLED
    assert path.read_bytes() == data
    assert str(path) in unkept(bad.value, Language.ENGLISH)


def test_a_place_where_no_key_can_be_is_an_expected_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(CannotKeep):
        own_key(tmp_path / "file" / "identity")


KEY, OTHER = "ab" * 32, "cd" * 32


def test_a_name_is_kept_for_its_key() -> None:
    assert LastName(KEY).read() is None
    assert LastName(KEY).keep("Zoé la Rouge")
    assert not LastName(KEY).keep("Zoé la Rouge")
    assert (LastName(KEY).read(), LastName(OTHER).read()) == ("Zoé la Rouge", None)
    assert LastName(KEY).keep("Ana")
    assert LastName(KEY).read() == "Ana"


@pytest.mark.parametrize("data", [b"", b"\xff", KEY.encode(), f"{KEY} ".encode(), f"{KEY} a\x1bb".encode()])
def test_what_is_no_name_is_passed_over(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "name").write_bytes(data)
    assert LastName(KEY, tmp_path / "name").read() is None


def test_no_game_waits_for_a_name_that_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    kept = LastName(KEY, tmp_path / "file" / "name")
    assert kept.read() is None
    assert kept.keep("Ana")
