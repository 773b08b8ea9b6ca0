"""A server that has one nonce for everybody, so that a proof that was heard can be sent again."""

from __future__ import annotations

import pytest

from coinche.protocol import auth


def new_secret(entropy: bytes) -> str:
    """Nothing of chance in it."""
    return "5a" * auth.SECRET_BYTES


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(auth, "new_secret", new_secret)
