"""The installed version and the solver in use. The solver is loaded only when it is asked for."""

from __future__ import annotations

import argparse
from typing import Any

VERSION = "0.1.0"


def installed() -> str:
    """The answer to `--version`."""
    from coinche.engine.solver import ENGINE

    return f"coinche {VERSION}, solver: {ENGINE}"


class ShowVersion(argparse.Action):
    """An option that prints it and ends the program."""

    def __init__(self, **given: Any) -> None:
        super().__init__(nargs=0, default=argparse.SUPPRESS, **given)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print it."""
        print(installed())
        parser.exit()
