"""What a sound player would do in one's place, as it was told.

A mere value: whoever thinks (`adviser`) is somewhere else.
"""

from __future__ import annotations

from dataclasses import dataclass

from coinche.engine.actions import Action

from .counsel.because import Because


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """An action, and in a sentence why; `action` is None while it is still being thought about."""

    request: int
    """The request that it answers: it says nothing about any other."""
    action: Action | None = None
    why: Because | None = None
