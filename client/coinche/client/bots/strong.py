"""`strong`: it solves fewer worlds than `expert`, believes nothing that is not certain, and bids as `steady`."""

from __future__ import annotations

from .solving_bot import Solving
from .strength import Level


class Strong(Solving):
    """It believes only what must be so."""

    level = Level.STRONG
    name = str(level)
