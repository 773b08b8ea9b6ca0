"""Double dummy: exact values of open positions, and of a card over the hands that could be."""

from .position import CallEvidence, Hidden, Judged, Judgement, NoWorld, Position
from .solving import ENGINE, ENGINES, Engine, Solver, worlds

__all__ = [
    "ENGINE",
    "ENGINES",
    "CallEvidence",
    "Engine",
    "Hidden",
    "Judged",
    "Judgement",
    "NoWorld",
    "Position",
    "Solver",
    "worlds",
]
