"""A server that signs other lines than it gives out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from coinche.engine.record import Seal
from coinche.protocol.record_signature import record_seal
from coinche.server.archive import record


def wrong_seal(lines: Sequence[str], key: Ed25519PrivateKey) -> Seal:
    """The last is missing."""
    return record_seal(lines[:-1], key)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(record, "record_seal", wrong_seal)
