"""Double dummy: exact values of open positions, and of a card over the hands that could be."""

from .position import Evidence, Hidden, Judged, Judgement, NoWorld, Position
from .solving import ENGINE, ENGINES, Engine, Solver, worlds

__all__ = [
    "ENGINE",
    "ENGINES",
    "Engine",
    "Evidence",
    "Hidden",
    "Judged",
    "Judgement",
    "NoWorld",
    "Position",
    "Solver",
    "worlds",
]
