"""Tests of addresses as people write them, and of the errors for malformed ones."""

from __future__ import annotations

import pytest

from coinche.connection.address import Address, AddressFault, MalformedAddress, read_address
from coinche.connection.error_texts import malformed
from coinche.protocol import DEFAULT_PORT
from coinche.text.language import Language

INVITATION = "000102030405060708090a0b0c0d0e0f"
FINGERPRINT = "ABCD-EFGH-IJKL-MNOP-QRST-UVWX"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("table.local", Address("table.local", DEFAULT_PORT)),
        ("10.0.0.7:4000", Address("10.0.0.7", 4000)),
        ("[::1]:4000", Address("::1", 4000)),
        ("[::1]", Address("::1", DEFAULT_PORT)),
        ("::1", Address("::1", DEFAULT_PORT)),
        ("coinche://table.local", Address("table.local", DEFAULT_PORT)),
        ("coinche://table.local:4000/", Address("table.local", 4000)),
        ("COINCHE://[fe80::1%eth0]:4000", Address("fe80::1%eth0", 4000)),
        ("coinche+tcp://10.0.0.7:4000", Address("10.0.0.7", 4000, tls=False)),
        (f"coinche://10.0.0.7:4000#{FINGERPRINT}", Address("10.0.0.7", 4000, fingerprint=FINGERPRINT)),
        (f"10.0.0.7:4000#{FINGERPRINT}", Address("10.0.0.7", 4000, fingerprint=FINGERPRINT)),
        ("host#abcdefghijklmnopqrstuvwx", Address("host", DEFAULT_PORT, fingerprint=FINGERPRINT)),
        (" host ", Address("host", DEFAULT_PORT)),
        (f"coinche://host#t1.{INVITATION}", Address("host", DEFAULT_PORT, invitation=INVITATION)),
        (f"coinche+tcp://host#t1.{INVITATION}", Address("host", DEFAULT_PORT, tls=False, invitation=INVITATION)),
        (
            f"coinche://[::1]:4000/#{FINGERPRINT}.t1.{INVITATION}",
            Address("::1", 4000, fingerprint=FINGERPRINT, invitation=INVITATION),
        ),
    ],
)
def test_an_address_is_read(text: str, expected: Address) -> None:
    assert read_address(text) == expected


@pytest.mark.parametrize(
    "link",
    ["coinche://host:1", "coinche+tcp://host:1", f"coinche://[::1]:4000#{FINGERPRINT}"],
)
def test_a_link_is_read_as_it_is_written(link: str) -> None:
    assert read_address(link).link == link


def test_the_link_to_hand_on_has_no_invitation() -> None:
    address = read_address(f"coinche://host:1#{FINGERPRINT}.t1.{INVITATION}")
    assert address.link == f"coinche://host:1#{FINGERPRINT}"
    assert INVITATION not in f"{address} {address!r}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", AddressFault.HOST),
        (":80", AddressFault.HOST),
        ("coinche://", AddressFault.HOST),
        ("host/path", AddressFault.HOST),
        ("[::1", AddressFault.HOST),
        ("[::1]80", AddressFault.HOST),
        ("a b", AddressFault.HOST),
        ("me@host", AddressFault.HOST),
        ("ho\x00st", AddressFault.HOST),
        ("host:", AddressFault.PORT),
        ("host:0", AddressFault.PORT),
        ("host:65536", AddressFault.PORT),
        ("host:x", AddressFault.PORT),
        ("host:٣", AddressFault.PORT),
        ("[::1]:", AddressFault.PORT),
        ("http://host", AddressFault.SCHEME),
        ("://host", AddressFault.SCHEME),
        ("host#", AddressFault.FINGERPRINT),
        ("host#ABCD-EFGH", AddressFault.FINGERPRINT),
        ("host#ABCD-EFGH-IJKL-MNOP-QRST-UVW1", AddressFault.FINGERPRINT_LETTER),
        ("host#abcd-efgh-ijkl-mnop-qrst-uv08", AddressFault.FINGERPRINT_LETTER),
        (f"coinche+tcp://host#{FINGERPRINT}", AddressFault.FINGERPRINT_OF_PLAIN),
        (f"coinche+tcp://host#{FINGERPRINT}.t1.{INVITATION}", AddressFault.FINGERPRINT_OF_PLAIN),
        ("host#t1.", AddressFault.INVITATION),
        (f"host#t1.{INVITATION[1:]}", AddressFault.INVITATION),
        (f"host#{FINGERPRINT}.t1.{INVITATION.upper()}", AddressFault.INVITATION),
        (f"host#.t1.{INVITATION}", AddressFault.FINGERPRINT),
        (f"host#{FINGERPRINT}.t2.{INVITATION}", AddressFault.FINGERPRINT_LETTER),
    ],
)
def test_what_is_no_address_is_refused_with_what_is_wrong(text: str, fault: AddressFault) -> None:
    with pytest.raises(MalformedAddress) as wrong:
        read_address(text)
    assert wrong.value.fault is fault


@pytest.mark.parametrize("fault", AddressFault)
def test_every_fault_has_a_sentence_in_both_languages(fault: AddressFault) -> None:
    said = {malformed(MalformedAddress("nowhere", fault), language) for language in Language}
    assert len(said) == 2
    assert all(sentence.startswith("'nowhere'") and "\n" not in sentence for sentence in said)


def test_the_letters_of_a_fingerprint_are_named() -> None:
    for language, letters in ((Language.FRENCH, "chiffres de 2 à 7"), (Language.ENGLISH, "digits 2 to 7")):
        assert letters in malformed(MalformedAddress("host#0", AddressFault.FINGERPRINT_LETTER), language)
