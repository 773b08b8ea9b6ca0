"""The bytes of PROTOCOL.md, written anew for checks alone: frames, lines of JSON, proofs, signatures and keys.

Forbidden values, such as floats, are reported to the caller, which decides what they mean.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import msgpack
import msgspec

from .checks import Failed, expect, fail
from .transcript import Map, as_json, received

HEADER = 4
LONGEST = 262_144
"""Bytes of a frame, or of a line, from a server."""
DEPTH = 8
INTEGERS = range(-(2**63), 2**64)
_ALWAYS_FIT = frozenset({str, bool, type(None)})
Blame = Callable[[str, Map | None], object]


def framed(body: bytes) -> bytes:
    """Return the body with its length in front."""
    return len(body).to_bytes(HEADER, "big") + body


def packed(message: Any) -> bytes:
    """Return any value as msgpack; it need not be a message."""
    body: bytes = msgpack.packb(message)
    return body


class Tongue(Protocol):
    """One encoding of one connection. `heard` keeps the bytes of a message that is not complete yet."""

    def spoken(self, message: Map) -> bytes:
        """Return the message in this encoding."""

    def heard(self, data: bytes) -> list[Map]:
        """Return the messages that these bytes complete; raise Failed if they are not messages."""


class Speech(ABC):
    """A tongue of messages: `kept` are the bytes of one that is not complete, `most` is the length of the longest.

    No message may be longer than `longest`. `blame` is called for every value that may not travel; by default it fails
    the check.
    """

    def __init__(self, longest: int = LONGEST, blame: Blame = fail) -> None:
        self.kept = b""
        self.most = 0
        self._longest = longest
        self._blame = blame

    @abstractmethod
    def spoken(self, message: Map) -> bytes:
        """Return the message in this encoding."""

    def heard(self, data: bytes) -> list[Map]:
        """Return the messages that these bytes complete; raise Failed if they are not messages."""
        self.kept += data
        return [self._message(body) for body in self._bodies()]

    @abstractmethod
    def _bodies(self) -> Iterator[bytes]:
        """Take the complete bodies out of `kept`."""

    @abstractmethod
    def _read(self, body: bytes) -> object:
        """Decode a body; raise Failed if it cannot be read."""

    def _message(self, body: bytes) -> Map:
        self.most = max(self.most, len(body))
        found: Map = received(self._read(body))
        if not isinstance(found, dict):
            fail(f"a message is not a map: {as_json(found, 60)}")
        if not isinstance(found.get("type"), str):
            fail(f"a message has no `type`: {as_json(found, 60)}")
        for fault in unfit(found):
            self._blame(fault, found)
        return found

    def _map(self, pairs: list[tuple[Any, Any]]) -> Map:
        found = dict(pairs)
        if len(found) < len(pairs):
            self._blame(f"a map has a key twice: {as_json([key for key, _ in pairs])}", None)
        return found


class Frames(Speech):
    """A length of four bytes, big-endian, then one msgpack map."""

    def spoken(self, message: Map) -> bytes:
        """Return the message as a frame."""
        return framed(packed(message))

    def _bodies(self) -> Iterator[bytes]:
        while len(self.kept) >= HEADER:
            length = int.from_bytes(self.kept[:HEADER], "big")
            expect(length <= self._longest, f"a frame has {length} bytes; the limit is {self._longest}")
            if len(self.kept) < HEADER + length:
                return
            body, self.kept = self.kept[HEADER : HEADER + length], self.kept[HEADER + length :]
            yield body

    def _read(self, body: bytes) -> object:
        try:
            return msgpack.unpackb(body, object_pairs_hook=self._map, strict_map_key=False)
        except (ValueError, msgpack.UnpackException) as wrong:
            raise Failed(f"a frame is not msgpack: {as_json(body[:60])}") from wrong


class Lines(Speech):
    """One JSON object on each line, with LF at its end; empty lines are ignored."""

    def spoken(self, message: Map) -> bytes:
        """Return the message as a line."""
        return json.dumps(message, ensure_ascii=False).encode() + b"\n"

    def _bodies(self) -> Iterator[bytes]:
        *lines, self.kept = self.kept.split(b"\n")
        for length in map(len, (*lines, self.kept)):
            expect(length <= self._longest, f"a line has {length} bytes or more; the limit is {self._longest}")
        return (line for line in lines if line.strip())

    def _read(self, body: bytes) -> object:
        try:
            return json.loads(body, object_pairs_hook=self._map)
        except ValueError as wrong:
            raise Failed(f"a line is not JSON: {wrong}: {as_json(body[:60])}") from wrong


class Bytes:
    """No encoding: the bytes that come are kept in `all`, none of them decoded."""

    def __init__(self) -> None:
        self.all = b""

    def spoken(self, message: Map) -> bytes:
        """Raise an error: nothing can be sent without an encoding."""
        raise NotImplementedError

    def heard(self, data: bytes) -> list[Map]:
        """Keep the bytes; return no messages."""
        self.all += data
        return []


def unfit(value: object, depth: int = 1) -> Iterator[str]:
    """Yield a sentence for every forbidden value: all but strings, integers, booleans, nil, arrays and maps."""
    if isinstance(value, dict | list):
        if depth > DEPTH:
            yield f"a message nests more than {DEPTH} deep"
            return
        if isinstance(value, dict) and not all(isinstance(key, str) for key in value):
            yield f"a key is no string: {as_json(value, 60)}"
        for inner in value.values() if isinstance(value, dict) else value:
            if type(inner) not in _ALWAYS_FIT:
                yield from unfit(inner, depth + 1)
    elif isinstance(value, int):
        if value not in INTEGERS:
            yield f"an integer of more than 64 bits may not travel: {value}"
    elif not (value is None or isinstance(value, str)):
        kind = "binary value" if isinstance(value, bytes) else type(value).__name__
        yield f"a {kind} may not travel: {as_json(value, 60)}"


# --- proofs, signatures and keys ---------------------------------------------------------------------


def session_proof(secret: str, nonce: str, n: int) -> str:
    """Return HMAC-SHA256 under SHA-256 of the secret, over the nonce and then `n` in decimal digits."""
    key = hashlib.sha256(bytes.fromhex(secret)).digest()
    return hmac.new(key, bytes.fromhex(nonce) + str(n).encode(), "sha256").hexdigest()


def passphrase_proof(key: str, nonce: str, table: str) -> str:
    """Return HMAC-SHA256 under the key of a passphrase, over the nonce of a connection and the table's id."""
    return hmac.new(bytes.fromhex(key), bytes.fromhex(nonce) + table.encode(), "sha256").hexdigest()


def signed_in_with(certificate: bytes, server_nonce: str, client_nonce: str, key: bytes) -> bytes:
    """Return the bytes that a client signs with its key: five parts, each after its length."""
    parts = (certificate, bytes.fromhex(server_nonce), bytes.fromhex(client_nonce), key, b"1")
    return b"coinche-auth-v1" + b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def rules_key(rules: Map) -> str:
    """Return the key of the rules in a request: 16 digits of SHA-256 over their JSON, keys sorted, without spaces."""
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def plain(value: Any) -> Any:
    """Return a value of the engine as it goes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=str))
