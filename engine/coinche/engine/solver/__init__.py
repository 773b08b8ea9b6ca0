"""Double dummy: exact values of open positions, and of a card over the hands that could be."""

from .position import Evidence, Hidden, Judged, Judgement, NoWorld, Position
from .solving import ENGINE, ENGINES, Solver, worlds

__all__ = ["ENGINE", "ENGINES", "Evidence", "Hidden", "Judged", "Judgement", "NoWorld", "Position", "Solver", "worlds"]
