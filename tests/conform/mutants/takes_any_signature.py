"""A server that does not look at signatures."""

from __future__ import annotations

import pytest

from coinche.protocol import auth


def is_signed(public_key: str, message: bytes, claimed: str) -> bool:
    """It is."""
    return True


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(auth, "is_signed", is_signed)
