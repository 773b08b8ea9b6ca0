"""`expert`: it solves many hands that the others may have, and believes what it sees and hears of them."""

from __future__ import annotations

from .solving_bot import Solving
from .strength import Level


class Expert(Solving):
    """It believes what it sees and hears."""

    level = Level.EXPERT
    name = str(level)
