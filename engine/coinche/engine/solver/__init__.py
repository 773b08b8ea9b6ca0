"""The double-dummy solver: exact values of open positions, and evaluations of cards over sampled worlds.

`Solver` (`solver`) answers two questions. `value` and `values` take a `Position` with all cards open and give the
points that are still to come with best play. `evaluate` takes what one seat knows (`HiddenHands`: sizes, possible
cards, evidence from calls), samples worlds in proportion to their likelihood, solves each, and averages the utility of
every legal card (determinization, or perfect-information Monte Carlo).

There are two engines, and they play the same search card for card: `_dd.c`, which an install compiles where it finds a
compiler, and `python_engine`. Both count the same nodes and draw the same worlds for a seed, which the tests check,
besides comparing both with a brute force that uses nothing but the rules of play. Whoever changes one changes the
other.

The search is an alpha-beta search with a zero window (`search`), driven to exact values (`exact_values`), with a
transposition table at trick boundaries that ignores which cards have already gone (`transposition`), bounds from sure
tricks, and moves ordered by tuned weights (`move_ordering`, `move_weights`). Hands are masks of bits (`bits`). Worlds
come from `arguments` and `sampling`, averages from `evaluation`.
"""

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
