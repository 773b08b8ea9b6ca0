"""The parser of a bot's command line, which complains in the person's language.

What argparse itself says is English, and is said to be. Refuses to know any option.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from coinche.client.language import Language

from .sentences import BotSays

USAGE_ERROR = 2


class WrongOption(Exception):
    """An option cannot be as it is given; the message says why, in the person's language."""


class BotParser(argparse.ArgumentParser):
    """Options by their whole names."""

    def __init__(self, language: Language, summary: BotSays, prog: str | None = None) -> None:
        super().__init__(prog=prog, description=summary.within(language), allow_abbrev=False)
        self.language = language

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """What is asked for; the end of the program where it cannot be obeyed."""
        try:
            return self.parse_args(arguments)
        except WrongOption as wrong:
            self.refuse(str(wrong))

    def refuse(self, sentence: str) -> NoReturn:
        """End the program with that sentence."""
        self.print_usage(sys.stderr)
        self.exit(USAGE_ERROR, f"{self.prog}: {sentence}\n")

    def error(self, message: str) -> NoReturn:
        """End the program with what argparse says."""
        self.refuse(BotSays.IN_ENGLISH.within(self.language).format(why=message))
