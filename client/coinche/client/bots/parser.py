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
        super().__init__(prog=prog, description=summary.within(language), allow_abbrev=False, add_help=False)
        self.language = language
        self._positionals.title = BotSays.POSITIONALS.within(language)
        self._optionals.title = BotSays.OPTIONS.within(language)
        self.add_argument("-h", "--help", action="help", help=BotSays.HELP_HELP.within(language))

    def format_usage(self) -> str:
        """How it is called, in the person's language."""
        return self._in_words(super().format_usage())

    def format_help(self) -> str:
        """All there is to say of it."""
        return self._in_words(super().format_help())

    def _in_words(self, text: str) -> str:
        return BotSays.USAGE.within(self.language) + text.removeprefix("usage: ")

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
