"""What a sound player would do in one's place, as it was told.

A mere value: whoever thinks (`adviser`) is somewhere else.
"""

from __future__ import annotations

from dataclasses import dataclass

from coinche.engine.actions import Action

from .language import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """An action, and in a few words why; `action` is None while it is still being thought about."""

    request: int
    """The request that it answers: it says nothing about any other."""
    action: Action | None = None
    why: Words | None = None
