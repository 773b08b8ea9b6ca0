"""`coinche-conform`: the command line. Knows both sides' checks; refuses to know what is in them.

Exit status: 0 all passed, 1 some failed, 2 the command line cannot be obeyed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import trio

from . import report
from .bot.bench import USUAL, Effort
from .bot.bench import opening as bot_opening
from .bot.catalogue import BOT_CHECKS
from .checks import Check, Side
from .runner import LONGEST, OpenBench, Result, Verdict, run
from .server.bench import opening as server_opening
from .server.catalogue import SERVER_CHECKS
from .server.target import Target, read_lender, read_target

CHECKS: dict[Side, tuple[Check, ...]] = {Side.SERVER: SERVER_CHECKS, Side.BOT: BOT_CHECKS}
AT_ONCE = {Side.SERVER: 12, Side.BOT: 2}
"""How many checks are run beside one another: a server has many clients, a bot is a process for each."""
GATE = "bot.hello.first"
"""The check that all others of bots need."""
SECONDS_A_DEAL = 1.0
"""What a slow bot may need for a deal, besides what every check may take."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="coinche-conform", description="Check a server, or a bot, against PROTOCOL.md.", epilog=_EPILOG
    )
    parser.add_argument("--list", action="store_true", help="print all checks: id, section, what each asserts")
    sides = parser.add_subparsers(dest="side", metavar="server|bot")
    server = sides.add_parser(Side.SERVER, help="check the server at an address")
    server.add_argument("--provider", metavar="NAME:TOKEN", help="who may lend bots there, to check that, too")
    server.add_argument("address", nargs="?", help="HOST:PORT or coinche+tcp://HOST:PORT (plain), coinche://HOST:PORT")
    bot = sides.add_parser(Side.BOT, help="check a bot: the command after --", description=_ABOUT_BOTS)
    bot.add_argument("command", nargs="*", metavar="CMD", help="what starts the bot, and its arguments")
    bot.add_argument("--deals", type=_count, default=USUAL.deals, help="how many deals for each kind of decision")
    bot.add_argument("--seed", type=int, default=USUAL.seed, help="which deals")
    for side in (server, bot):
        side.add_argument("--list", action="store_true", default=argparse.SUPPRESS, help="print the checks and end")
        side.add_argument("--only", metavar="ID[,ID]", help="these checks alone")
        side.add_argument("--json", metavar="FILE", type=Path, help="write a report, with transcripts of failures")
    return parser


_ABOUT_BOTS = """Start CMD anew for each check, against a server on loopback that follows a script, and see what the
bot does. In its arguments {host}, {port}, {table} and {address} (coinche+tcp://HOST:PORT) are filled in; where there is
none of them, HOST PORT TABLE are added. The bot is to play at that table until it is over, and to end."""
_EPILOG = "Exit status: 0 all checks passed, 1 some failed, 2 the command line cannot be obeyed."


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _wrong(sentence: str) -> SystemExit:
    print(f"coinche-conform: {sentence}", file=sys.stderr)
    return SystemExit(2)


def _chosen(checks: Sequence[Check], only: str | None) -> tuple[Check, ...]:
    """The checks that were asked for, in the order of the catalogue."""
    if only is None:
        return tuple(checks)
    wanted = [name.strip() for name in only.split(",")]
    there = {check.id for check in checks}
    for name in wanted:
        if name not in there:
            raise _wrong(f"--only: there is no check {name!r}; --list shows all")
    return tuple(check for check in checks if check.id in wanted)


def _target(arguments: argparse.Namespace) -> tuple[str, OpenBench]:
    """Who is checked, and how a check reaches him."""
    if arguments.side == Side.BOT:
        if not arguments.command:
            raise _wrong("bot: say after -- which command starts the bot")
        effort = Effort(deals=arguments.deals, seed=arguments.seed)
        return " ".join(arguments.command), bot_opening(tuple(arguments.command), effort)
    if arguments.address is None:
        raise _wrong("server: say which, as HOST:PORT")
    try:
        target: Target = read_target(arguments.address)
    except ValueError:
        raise _wrong(f"server: {arguments.address!r} is no address; write HOST:PORT") from None
    if arguments.provider is not None:
        try:
            target = replace(target, lender=read_lender(arguments.provider))
        except ValueError:
            raise _wrong("--provider: write NAME:TOKEN, as `coinche-server token add NAME --provider` has it") from None
    return str(target), server_opening(target)


def _told(result: Result) -> None:
    if sys.stdout.isatty():
        print(report.progress(result), flush=True)


def _longest(arguments: argparse.Namespace) -> float:
    """Seconds for each check: more where more deals are asked for."""
    return LONGEST + SECONDS_A_DEAL * getattr(arguments, "deals", 0)


async def _results(checks: Sequence[Check], opened: OpenBench, at_once: int, longest: float) -> tuple[Result, ...]:
    """What comes of the checks; of a bot that does not even open nothing more is asked."""
    gate = [check for check in checks if check.id == GATE]
    results = await run(gate, opened, _told, at_once=1, longest=longest)
    if any(result.verdict is Verdict.FAILED for result in results):
        return results
    rest = [check for check in checks if check not in gate]
    return (*results, *await run(rest, opened, _told, at_once=at_once, longest=longest))


def _check(arguments: argparse.Namespace) -> int:
    """Run the checks, say what came of them; the exit status."""
    side = Side(arguments.side)
    checks = _chosen(CHECKS[side], arguments.only)
    name, opened = _target(arguments)
    results = trio.run(_results, checks, opened, AT_ONCE[side], _longest(arguments))
    for line in (*report.failures(results), *report.passed_over(results)):
        print(line)
    if arguments.json is not None:
        found = report.report(name, results)
        arguments.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(report.count(results))
    return 1 if any(result.verdict is Verdict.FAILED for result in results) else 0


def main() -> None:
    """Run the command."""
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.list:
        sides = [Side(arguments.side)] if arguments.side else list(Side)
        print("\n".join(line for side in sides for line in report.listed(CHECKS[side])))
        return
    if arguments.side is None:
        parser.print_usage(sys.stderr)
        raise SystemExit(2)
    try:
        raise SystemExit(_check(arguments))
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
