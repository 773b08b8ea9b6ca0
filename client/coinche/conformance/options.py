"""The command line of `coinche-conform`: its words, and what `--help` says. Refuses to know what comes of them."""

from __future__ import annotations

import argparse
from pathlib import Path

from coinche.conformance.bot.harness import USUAL
from coinche.version import ShowVersion

from .checks import Side

_ABOUT = """\
Check a bot, or a server, against PROTOCOL.md: each check by itself, with what
went over the wire where one fails."""
_ABOUT_BOTS = """\
Start the bot CMD anew for each check, against a server on this machine that
follows a script, and see what it says. The bot is to play at the table that it
is told until that is over, and then to end.

Where to play is filled in for these, wherever they stand in CMD; coinche-arena
and coinche-bot --exec know the same ones:
  {host}     127.0.0.1
  {port}     40123, say
  {address}  coinche+tcp://127.0.0.1:40123
  {table}    the table's id
  {seat}     S
  {name}     bot
  {token}    nothing: no token is needed here
A CMD that has none of them gets HOST PORT TABLE as its last three arguments.
Other braces stay as they are."""
_BOTS = """\
examples:
  coinche-conform bot -- python3 bot.py
  coinche-conform bot -- ./mybot --at {host}:{port} --table {table}
  coinche-conform bot -- python3 mybot.py --guest --host {address} \\
      --table {table}
  coinche-conform bot -- coinche-bot --exec 'python3 pipe.py' --guest \\
      --host {address} --table {table}

"""
_ABOUT_SERVERS = """\
Check the server at ADDRESS, ours or another. The checks know the wire alone.
They use tables of their own, leave them again, and claim one name for good.

ADDRESS is one of these:
  HOST:PORT                         plain TCP; mind that clients and bots take
                                    this for a server with TLS
  coinche+tcp://HOST:PORT           plain TCP
  coinche://HOST:PORT               every check goes through TLS
  coinche://HOST:PORT#FINGERPRINT   and nothing is checked where the server's
                                    certificate has another fingerprint"""
_SERVERS = """\
examples:
  coinche-conform server 127.0.0.1:24567
  coinche-conform server coinche://127.0.0.1:24567#ABCD-EFGH-IJKL-MNOP-QRST-UVWX
  coinche-conform server --only life.ping,json.sign_in 127.0.0.1:24567

"""
_VERDICTS = """\
what comes of a check:
  passed       what it asserts holds
  failed       it does not, and PROTOCOL.md says that it must
  warned       it does not, and it is only advised: no failure
  not offered  there was nothing to check, as what it is about is not there (a
               bot that signs in as a guest signs nothing): no failure

exit status: 0 nothing failed, 1 something did, 2 the command line is wrong"""


def parser() -> argparse.ArgumentParser:
    """Who reads the command line."""
    whole = argparse.ArgumentParser(
        prog="coinche-conform",
        description=_ABOUT,
        epilog=f"coinche-conform bot --help, coinche-conform server --help: more, with examples\n\n{_VERDICTS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action=ShowVersion, help="print what is installed and end")
    whole.add_argument("--list", action="store_true", help="print all checks: id, section, what each asserts")
    sides = whole.add_subparsers(dest="side", metavar="bot|server")
    _add_bot(_side(sides, Side.BOT, "[options] -- CMD ...", _ABOUT_BOTS, _BOTS))
    _add_server(_side(sides, Side.SERVER, "[options] ADDRESS", _ABOUT_SERVERS, _SERVERS))
    return whole


def _side(
    sides: argparse._SubParsersAction[argparse.ArgumentParser], side: Side, usage: str, about: str, examples: str
) -> argparse.ArgumentParser:
    added = sides.add_parser(
        side,
        usage=f"coinche-conform {side} {usage}",
        help=f"check a {side}",
        description=about,
        epilog=examples + _VERDICTS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    added.add_argument("--list", action="store_true", default=argparse.SUPPRESS, help="print the checks and end")
    added.add_argument("--only", metavar="ID[,ID]", help="these checks alone")
    added.add_argument("--json", metavar="FILE", type=Path, help="write a report, with whole transcripts of failures")
    added.add_argument("--full", action="store_true", help=_FULL)
    return added


_FULL = "print whole transcripts of failures, not their last ten lines; >> marks the message that failed the check"


def _add_bot(bot: argparse.ArgumentParser) -> None:
    bot.add_argument("--deals", type=_count, metavar="N", default=USUAL.deals, help=_DEALS)
    bot.add_argument("--seed", type=int, metavar="N", default=USUAL.seed, help="which deals (default: %(default)s)")
    bot.add_argument("command", nargs="*", metavar="CMD", help="what starts the bot, and its arguments")


_DEALS = "how many deals for each kind of decision (default: %(default)s)"


def _add_server(server: argparse.ArgumentParser) -> None:
    server.add_argument(
        "--provider", metavar="NAME:TOKEN", help="who may lend bots there, to check that, too: as `token add` prints it"
    )
    server.add_argument("address", nargs="?", metavar="ADDRESS", help="where the server is")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number
