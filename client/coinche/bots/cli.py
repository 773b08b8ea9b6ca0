"""`coinche-bot`: a built-in bot at a table, a program on standard input and output, or all bots lent to a server."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from coinche.bot.external_program import Program
from coinche.bot.options import BotOptions, add_options, order_of
from coinche.bot.replay_decision import ask_program_again
from coinche.bot.runner import PROGRAM, play, run_bot
from coinche.bot.seat import Decider
from coinche.bot.texts import BotSays
from coinche.connection.address import Address
from coinche.protocol.bot_command import Placeholders
from coinche.text.catalog import complain
from coinche.text.command_line import INTERRUPTED, USAGE_ERROR, CommandParser, CommandText, ValueName, language_from
from coinche.text.language import Language
from coinche.version import ShowVersion

from .built_in import ABOUT, BOTS
from .pool import USUAL_NAME, lend

Lend = Callable[[Address, str, str | None, int, Language], int]
"""Lends bots at an address, by that name, with a token, a seed and a language; returns the exit status."""


def _parser(language: Language) -> CommandParser:
    parser = CommandParser(language=language, prog=PROGRAM, description=BotSays.SUMMARY.within(language))
    names = ", ".join(BOTS)
    parser.add_argument(
        "bot",
        nargs="?",
        metavar=ValueName.NAME.within(language),
        help=BotSays.NAME_HELP.within(language).format(bots=names),
    )
    parser.add_argument(
        "--exec", metavar=ValueName.COMMAND.within(language), dest="command", help=BotSays.EXEC_HELP.within(language)
    )
    parser.add_argument("--pool", action="store_true", help=BotSays.POOL_HELP.within(language))
    parser.add_argument("--list", action="store_true", help=BotSays.LIST_HELP.within(language))
    parser.add_argument("--version", action=ShowVersion, help=CommandText.VERSION_HELP.within(language))
    add_options(parser)
    return parser


def main(arguments: Sequence[str] | None = None, lends: Lend = lend) -> None:
    """Run the command line and end the program; `lends` is what `--pool` does."""
    given = sys.argv[1:] if arguments is None else arguments
    language = language_from(given)
    parser = _parser(language)
    options = parser.parse_args(given)
    if options.list:
        for name, about in ABOUT.items():
            print(f"{name:<8} {about.within(language)}")
        sys.exit(0)
    order = order_of(options, parser)
    if options.pool:
        sys.exit(lends(order.address, order.name or USUAL_NAME, order.token, order.seed, language))
    if options.command is not None:
        sys.exit(_execute(options.command, options.bot, order, parser))
    if options.bot not in BOTS:
        said = _which(options.bot).within(language).format(name=options.bot, bots=", ".join(BOTS))
        complain(PROGRAM, said)
        sys.exit(USAGE_ERROR)
    sys.exit(run_bot(BOTS[options.bot], order, own_name=False))


def _which(bot: str | None) -> BotSays:
    """Return the error for a missing or unknown bot; an address in its place has an error of its own."""
    if bot is None:
        return BotSays.WHICH
    return BotSays.ADDRESS_NO_BOT if ":" in bot else BotSays.NO_SUCH_BOT


def _execute(command: str, bot: str | None, order: BotOptions, parser: CommandParser) -> int:
    """Play with the program, or ask it a recorded decision again; return the exit status."""
    if bot is not None:
        parser.refuse(BotSays.EXEC_ALONE.within(order.language))
    if order.at is not None:
        return _ask_again(command, *order.at, order)
    where = _placeholders(order)
    deciders: list[Decider] = [Program(command, order.language, where) for _ in range(order.seats)]
    return play(deciders, order, "program", own_name=False)


def _placeholders(order: BotOptions) -> Placeholders:
    """Return the values of placeholders in the command that are known before there is a seat."""
    where = order.address
    return Placeholders(host=where.host, port=str(where.port), address=where.link, token=order.token or "")


def _ask_again(command: str, path: Path, number: int, order: BotOptions) -> int:
    status = INTERRUPTED
    try:
        status = ask_program_again(command, path, number, order.language, order.name or "")
    except* KeyboardInterrupt:
        pass
    return status


if __name__ == "__main__":
    main()
