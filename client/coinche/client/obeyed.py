"""What comes of a line that was typed: an intent carried out, and what is answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .face import Face
from .intents import Done
from .model import ClientState


@dataclass(frozen=True, slots=True)
class Obeyed:
    """The one and the other."""

    done: Done
    answers: tuple[str, ...] = ()


Obey = Callable[[ClientState, Face], Obeyed]
"""A word by itself."""
ObeyWords = Callable[[ClientState, list[str], Face], Obeyed]
"""A word that more may be said after."""
