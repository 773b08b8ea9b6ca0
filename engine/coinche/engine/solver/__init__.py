"""Double dummy: exact values of open positions, and of a card over the hands that could be."""

from .position import CallEvidence, CardEvaluation, Evaluation, HiddenHands, NoWorld, Position
from .solver import ENGINE, ENGINES, Engine, Solver, worlds

__all__ = [
    "ENGINE",
    "ENGINES",
    "CallEvidence",
    "CardEvaluation",
    "Engine",
    "Evaluation",
    "HiddenHands",
    "NoWorld",
    "Position",
    "Solver",
    "worlds",
]
