"""The chain of a record's lines: each is bound to all before it, so that one number stands for the whole.

Knows bytes. Refuses to know what stands in a line, and how the head of the chain is signed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

START = hashlib.sha256(b"coinche/record/v2").digest()
"""The head before the first line."""


def linked(head: bytes, line: str) -> bytes:
    """The head after one more line, given without the newline that ends it."""
    return hashlib.sha256(head + line.encode()).digest()


def head_of(lines: Iterable[str]) -> bytes:
    """The head after those lines."""
    head = START
    for line in lines:
        head = linked(head, line.removesuffix("\n"))
    return head


def signed_bytes(head: bytes) -> bytes:
    """What a server signs of a record."""
    return b"coinche/signed-record/v1" + head
