"""`coinche-bot`: a built-in bot at one seat, or all of them as a provider (`--pool`)."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence

from .bot import Player
from .bots.builtin import ABOUT, BOTS
from .bots.options import add_connection, add_seat, language_from
from .bots.pool import lend
from .bots.seated import Place, play
from .bots.sentences import BotSays
from .language import Language

USAGE_ERROR = 2


def _parser(language: Language) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="coinche-bot", description=BotSays.SUMMARY.within(language))
    names = ", ".join(BOTS)
    parser.add_argument("bot", nargs="?", metavar="NAME", help=BotSays.NAME_HELP.within(language).format(bots=names))
    parser.add_argument("--pool", action="store_true", help=BotSays.POOL_HELP.within(language))
    parser.add_argument("--list", action="store_true", help=BotSays.LIST_HELP.within(language))
    add_connection(parser, language)
    add_seat(parser, language)
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the program."""
    given = sys.argv[1:] if arguments is None else arguments
    language = language_from(given)
    options = _parser(language).parse_args(given)
    names = ", ".join(BOTS)
    if options.list:
        for name, about in ABOUT.items():
            print(f"{name:<8} {about.within(language)}")
        sys.exit(0)
    if options.pool:
        sys.exit(lend(options.host, options.port, options.seed, language))
    if options.bot not in BOTS:
        sentence = BotSays.WHICH if options.bot is None else BotSays.NO_SUCH_BOT
        said = sentence.within(language).format(name=options.bot, bots=names)
        print(f"coinche-bot: {said}", file=sys.stderr)
        sys.exit(USAGE_ERROR)
    bot = BOTS[options.bot](secrets.randbits(32) if options.seed is None else options.seed)
    place = Place(
        host=options.host,
        port=options.port,
        table=options.table,
        seat=options.seat,
        name=options.name or bot.name,
    )
    sys.exit(play(Player(bot, language), place))


if __name__ == "__main__":
    main()
