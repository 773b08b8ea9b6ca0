"""`coinche-arena`: contests between bots from the command line."""

from __future__ import annotations

import argparse
import secrets
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

import trio

from coinche.engine.presets import DEFAULT_PRESET
from coinche.engine.rules import InvalidRules
from coinche.protocol.bot_command import NAMES
from coinche.protocol.messages import Clock
from coinche.server.app import BOTS
from coinche.server.bot_process import TOKEN_VARIABLE
from coinche.server.match.table_options import TableOptions
from coinche.server.rules_option import house_rules
from coinche.version import ShowVersion

from .boards import DuelPlan
from .duel import DidNotSit, play
from .entrants import EntrantNotStarted, UnknownEntrant, entrant
from .results import DuelResult, progress, report

USAGE_ERROR = 2
STOPPED = 130
SEED_BITS = 64
"""Bits of a seed. Anybody who could guess it would know all cards."""
_SHOW_AFTER = 1.0
_SHOW_EVERY = 0.25


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="coinche-arena", description="Contests between bots.")
    parser.add_argument("--version", action=ShowVersion, help="print what is installed and end")
    formats = parser.add_subparsers(dest="format", required=True, metavar="FORMAT")
    duel = formats.add_parser(
        "duel",
        help="two bots over duplicate deals",
        description="Each deal is played at two tables with the teams swapped, through a private server over TCP;"
        " each seat is a process of its own. The server lets in nobody else and nobody to watch; its tables are strict;"
        " a board begins once the last one is over at both tables.",
        epilog="What this does not prevent: all processes run on your machine and as you, so programs that mean to can"
        " talk to each other, read each other's token and take each other's processor time. Of strangers' programs, let"
        " only those play that you have read.",
    )
    duel.add_argument("a", metavar="A", help=f"a built-in bot ({', '.join(BOTS)}) or one named with --bot")
    duel.add_argument("b", metavar="B", help="its opponent; A against A is a test of the arena")
    duel.add_argument("--deals", type=_positive, default=500, help="default 500")
    duel.add_argument(
        "--seed",
        type=int,
        help="the same seed gives the same deals; without one, it is drawn and printed with the result",
    )
    duel.add_argument("--rules", default=DEFAULT_PRESET, metavar="RULES", help="a preset, or a house file (TOML)")
    duel.add_argument(
        "--bot",
        action="append",
        default=[],
        type=_named_command,
        metavar="NAME=CMD",
        help="a program that plays one seat; where CMD has any of the placeholders"
        f" {' '.join(f'{{{name}}}' for name in NAMES)}, they are filled in (ps shows a token given so);"
        " without one it is given --host --table --seat --name;"
        f" in {TOKEN_VARIABLE} it has the token with which it signs in under that name",
    )
    duel.add_argument(
        "--clock",
        type=_clock,
        default=Clock(move_ms=200, bank_ms=5000),
        metavar="MOVE+BANK",
        help="ms for each decision, and more of them for each board (default 200+5000)",
    )
    duel.add_argument("--out", type=Path, metavar="FILE", help="write every board as a line of JSON")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is no number of deals; it takes at least 1")
    return number


def _named_command(text: str) -> tuple[str, str]:
    name, found, command = text.partition("=")
    if not (found and name.strip() and command.strip()):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=CMD, such as mine='python mybot.py'")
    return name.strip(), command


def _clock(text: str) -> Clock:
    move, found, bank = text.partition("+")
    if not (found and move.isdecimal() and bank.isdecimal() and int(move) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not MOVE+BANK in ms, such as 200+5000")
    return Clock(move_ms=int(move), bank_ms=int(bank))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the program."""
    options = _parser().parse_args(arguments)
    try:
        plan = _plan(options)
    except UnknownEntrant as unknown:
        sys.exit(_complain(str(unknown), USAGE_ERROR))
    except InvalidRules as wrong:
        sys.exit(_complain(f"--rules: {wrong}", USAGE_ERROR))
    with ExitStack() as stack:
        out: TextIO | None = None
        if options.out is not None:
            try:
                out = stack.enter_context(options.out.open("w", encoding="utf-8"))
            except OSError as wrong:
                sys.exit(_complain(f"cannot write {options.out}: {wrong.strerror}", USAGE_ERROR))
        sys.exit(_run(plan, out))


def _complain(sentence: str, status: int) -> int:
    print(f"coinche-arena: {sentence}", file=sys.stderr)
    return status


def _plan(options: argparse.Namespace) -> DuelPlan:
    commands = dict(options.bot)
    house = house_rules(options.rules)
    return DuelPlan(
        a=entrant(options.a, commands),
        b=entrant(options.b, commands),
        deals=options.deals,
        seed=secrets.randbits(SEED_BITS) if options.seed is None else options.seed,
        options=TableOptions(name="duel", preset=house.name, rules=house.rules, absence_ms=0),
        clock=options.clock,
    )


def _run(plan: DuelPlan, out: TextIO | None) -> int:
    """Play, print the verdict, and say with the exit status whether everything went well."""
    result = DuelResult(plan, out=out)
    try:
        interrupted = trio.run(_play, result)
    except* (DidNotSit, EntrantNotStarted) as group:
        sys.exit(_complain(_first(group), 1))
    print(report(result, interrupted=interrupted))
    return STOPPED if interrupted else int(not result.clean)


def _first(group: BaseExceptionGroup[Exception]) -> str:
    while isinstance(inner := group.exceptions[0], BaseExceptionGroup):
        group = inner
    return str(inner)


async def _play(result: DuelResult) -> bool:
    """Play the duel; return whether it was stopped with Ctrl-C."""
    stopped = False
    async with trio.open_nursery() as nursery:

        async def stop() -> None:
            nonlocal stopped
            with trio.open_signal_receiver(signal.SIGINT) as signals:
                async for _ in signals:
                    stopped = True
                    nursery.cancel_scope.cancel()

        nursery.start_soon(stop)
        if sys.stderr.isatty():
            nursery.start_soon(_show, result)
        await play(result)
        nursery.cancel_scope.cancel()
    return stopped


async def _show(verdict: DuelResult) -> None:
    """The progress on one line of the terminal, wiped at the end."""
    start = trio.current_time()
    await trio.sleep(_SHOW_AFTER)
    try:
        while True:
            print(f"\r\x1b[K{progress(verdict, trio.current_time() - start)}", end="", file=sys.stderr, flush=True)
            await trio.sleep(_SHOW_EVERY)
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
