"""A server that lets anybody in with any proof of a passphrase."""

from __future__ import annotations

import pytest

from coinche.protocol import auth


def opens(key: str, nonce: str, table: str, claimed: str) -> bool:
    """It does."""
    return True


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(auth, "opens", opens)
