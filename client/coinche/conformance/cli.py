"""`coinche-conform`: reads the command line, has the checks run, says what came of them. Refuses to know any check.

Exit status: 0 nothing failed, 1 something did, 2 the command line cannot be obeyed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from dataclasses import replace
from typing import TextIO

import trio

from coinche.conformance.bot.harness import Effort
from coinche.conformance.bot.harness import opening as bot_opening
from coinche.conformance.server.harness import Target, read_lender, read_target
from coinche.conformance.server.harness import opening as server_opening

from .catalogue import CHECKS
from .checks import Side
from .findings import findings, listed
from .options import parser
from .plan import NoSuchCheck, Plan, planned
from .progress import Progress
from .report import count, report
from .runner import OpenBench, Result, Verdict
from .transcript import as_json

INTERRUPTED = 130
"""The exit status of whoever is interrupted."""


def _wrong(sentence: str) -> SystemExit:
    print(f"coinche-conform: {sentence}", file=sys.stderr)
    return SystemExit(2)


def _columns(out: TextIO) -> int | None:
    """How wide the terminal is; None where there is none."""
    return shutil.get_terminal_size().columns if out.isatty() else None


def _plan(arguments: argparse.Namespace) -> Plan:
    """Which checks."""
    try:
        return planned(Side(arguments.side), arguments.only, getattr(arguments, "deals", 0))
    except NoSuchCheck as unknown:
        raise _wrong(f"--only: there is no check {as_json(str(unknown))}; --list shows all") from None


def _bot(arguments: argparse.Namespace) -> tuple[str, OpenBench]:
    if not arguments.command:
        raise _wrong("bot: say after -- which command starts the bot; --help has examples")
    effort = Effort(deals=arguments.deals, seed=arguments.seed)
    return " ".join(arguments.command), bot_opening(tuple(arguments.command), effort)


def _server(arguments: argparse.Namespace) -> tuple[str, OpenBench]:
    if arguments.address is None:
        raise _wrong("server: say which, as HOST:PORT; --help has examples")
    try:
        target: Target = read_target(arguments.address)
    except ValueError:
        raise _wrong(f"server: {as_json(arguments.address)} is no address; --help says how to write one") from None
    if arguments.provider is not None:
        try:
            target = replace(target, lender=read_lender(arguments.provider))
        except ValueError:
            raise _wrong("--provider: write NAME:TOKEN, as `coinche-server token add NAME --provider` has it") from None
    return str(target), server_opening(target)


_TARGETS = {Side.BOT: _bot, Side.SERVER: _server}
"""Who is checked, and how a check reaches him."""


async def _results(plan: Plan, name: str, opened: OpenBench) -> tuple[Result, ...]:
    """What comes of the checks; meanwhile it is said how far they are."""
    progress = Progress(len(plan.checks), sys.stderr, _columns(sys.stderr))
    progress.keep(f"{plan}: {name}")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(progress.run)
        results = await plan.results(opened, progress.take)
        nursery.cancel_scope.cancel()
    progress.clear()
    return results


def _check(arguments: argparse.Namespace) -> int:
    """Run the checks, say what came of them; the exit status."""
    plan = _plan(arguments)
    name, opened = _TARGETS[plan.side](arguments)
    results = trio.run(_results, plan, name, opened)
    not_run = sum(check not in {result.check for result in results} for check in plan.checks)
    if arguments.json is not None:
        found = report(name, results, not_run)
        arguments.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for line in findings(results, _columns(sys.stdout), full=arguments.full):
        print(line)
    if not_run:
        print(f"\nNothing else was checked: {not_run} checks need this one to pass first.")
    print(f"\n{count(results)}")
    return 1 if any(result.verdict is Verdict.FAILED for result in results) else 0


def main() -> None:
    """Run the command."""
    reader = parser()
    arguments = reader.parse_args()
    if arguments.list:
        sides = [Side(arguments.side)] if arguments.side else list(Side)
        print("\n".join(line for side in sides for line in listed(CHECKS[side], _columns(sys.stdout))))
        return
    if arguments.side is None:
        reader.print_usage(sys.stderr)
        raise SystemExit(2)
    raise SystemExit(_unless_interrupted(arguments))


def _unless_interrupted(arguments: argparse.Namespace) -> int:
    """The exit status; what went wrong because of Ctrl-C is no news."""
    try:
        return _check(arguments)
    except KeyboardInterrupt:
        pass
    except BaseExceptionGroup as group:
        if group.subgroup(KeyboardInterrupt) is None:
            raise
    print(file=sys.stderr)
    return INTERRUPTED


if __name__ == "__main__":
    main()
