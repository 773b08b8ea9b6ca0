"""The exception for a broken rule of the simulation."""

from __future__ import annotations


class Violation(AssertionError):
    """A rule that holds at every step of every run is broken: which, and how."""

    def __init__(self, rule: str, how: object) -> None:
        super().__init__(f"{rule}: {how}")
        self.rule = rule
