"""A bot in Python as the process of one seat: `python -m coinche.arena.python_bot SPEC --host ... --seed ...`.

With `--try` it makes the bot and ends; where there is no such bot, it says why on its standard output.
"""

from __future__ import annotations

import os
import sys

from coinche.bot import run

from .entrants import UnknownEntrant, bot_factory

TRY = "--try"
STDOUT, STDERR = 1, 2


def main() -> None:
    """Play the seat with the bot that the first argument names."""
    spec, *options = sys.argv[1:]
    if options == [TRY]:
        _try(spec)
    else:
        run(bot_factory(spec), options)


def _try(spec: str) -> None:
    with os.fdopen(os.dup(STDOUT), "w", encoding="utf-8", errors="replace") as answer:
        os.dup2(STDERR, STDOUT)  # what the author's code prints is no answer
        try:
            bot_factory(spec)
        except UnknownEntrant as wrong:
            answer.write(str(wrong))


if __name__ == "__main__":
    main()
