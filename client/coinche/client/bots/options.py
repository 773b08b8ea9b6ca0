"""The command line that every bot shares. Knows options and their words; refuses to know what is done with them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from coinche.client.language import Language, language_of
from coinche.engine.seats import Seat
from coinche.protocol import DEFAULT_PORT

from .sentences import BotSays

HOST = "127.0.0.1"


def language_from(arguments: Sequence[str]) -> Language:
    """The language of the help itself: `--lang` if it is there, else the environment's."""
    finder = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    finder.add_argument("--lang", type=Language, default=None)
    try:
        chosen: Language | None = finder.parse_known_args(arguments)[0].lang
    except SystemExit:
        chosen = None
    return chosen or language_of(os.environ)


def add_connection(parser: argparse.ArgumentParser, language: Language) -> None:
    """`--host --port --lang`."""
    parser.add_argument("--host", default=HOST, help=BotSays.HOST_HELP.within(language))
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=BotSays.PORT_HELP.within(language))
    parser.add_argument(
        "--lang",
        type=Language,
        choices=list(Language),
        metavar="fr|en",
        default=language,
        help=BotSays.LANG_HELP.within(language),
    )


def add_seat(parser: argparse.ArgumentParser, language: Language) -> None:
    """`--table --seat --name --seed`."""
    parser.add_argument("--table", help=BotSays.TABLE_HELP.within(language))
    parser.add_argument("--seat", type=Seat, choices=tuple(Seat), help=BotSays.SEAT_HELP.within(language))
    parser.add_argument("--name", help=BotSays.SEAT_NAME_HELP.within(language))
    parser.add_argument("--seed", type=int, help=BotSays.SEED_HELP.within(language))
