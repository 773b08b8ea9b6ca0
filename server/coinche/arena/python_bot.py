"""A bot in Python as the process of one seat: `python -m coinche.arena.python_bot SPEC --host ... --seed ...`."""

from __future__ import annotations

import sys

from coinche.bot import run

from .entrants import bot_factory


def main() -> None:
    """Play the seat with the bot that the first argument names."""
    run(bot_factory(sys.argv[1]), sys.argv[2:])


if __name__ == "__main__":
    main()
