"""`coinche-conform`: its options, what `--help` says, and the run of the checks that were asked for.

Exit status: 0 no check failed, 1 a check failed, 2 wrong command line.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TextIO

import trio

from coinche.conformance.bot.harness import USUAL, Effort
from coinche.conformance.bot.harness import opening as bot_opening
from coinche.conformance.server.harness import Target, read_lender, read_target
from coinche.conformance.server.harness import opening as server_opening
from coinche.text.command_line import INTERRUPTED, BadSecret, Secret, secret_words
from coinche.version import ShowVersion

from .checks import CheckResult, OpenBench, Side, Verdict
from .plan import CHECKS, NoSuchCheck, Plan, planned
from .report import Progress, count, findings, listed, report
from .transcript import as_json

_ABOUT = """\
Check a bot or a server against PROTOCOL.md. Each check runs by itself; one that
fails shows what went over the wire."""
_ABOUT_BOTS = """\
Start the bot CMD for each check, against a scripted server on this machine, and
judge its messages. The bot has to play at the given table until the match is
over, and then end.

These placeholders are filled in anywhere in CMD; coinche-arena and
coinche-bot --exec have the same ones:
  {host}     127.0.0.1
  {port}     for example 40123
  {address}  coinche+tcp://127.0.0.1:40123
  {table}    the table's id
  {seat}     S
  {name}     bot
  {token}    nothing: no token is needed here
A CMD without any of them gets HOST PORT TABLE as its last three arguments.
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
Check the server at ADDRESS, ours or another. The checks only use the protocol.
They open their own tables, leave them again, and claim one name for good.

ADDRESS is one of these:
  HOST:PORT                         plain TCP; clients and bots expect TLS at
                                    such an address
  coinche+tcp://HOST:PORT           plain TCP
  coinche://HOST:PORT               every check goes through TLS
  coinche://HOST:PORT#FINGERPRINT   and nothing is checked if the server's
                                    certificate has another fingerprint"""
_SERVERS = """\
examples:
  coinche-conform server 127.0.0.1:24567
  coinche-conform server coinche://127.0.0.1:24567#ABCD-EFGH-IJKL-MNOP-QRST-UVWX
  coinche-conform server --only life.ping,json.sign_in 127.0.0.1:24567

"""
_VERDICTS = """\
results of a check:
  passed       its assertion holds
  failed       its assertion does not hold, and PROTOCOL.md requires it
  warned       its assertion does not hold, but is only advice: no failure
  not offered  something that it needs is missing (a bot that signs in as a
               guest signs nothing): no failure

exit status: 0 no check failed, 1 a check failed, 2 wrong command line"""
_FULL = "print whole transcripts of failures, not their last ten lines; >> marks the message that failed the check"
_DEALS = "number of deals for each kind of decision (default: %(default)s)"


# --- options -----------------------------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    whole = argparse.ArgumentParser(
        prog="coinche-conform",
        description=_ABOUT,
        epilog=f"coinche-conform bot --help, coinche-conform server --help: more, with examples\n\n{_VERDICTS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action=ShowVersion, help="print what is installed and end")
    whole.add_argument("--list", action="store_true", help="print all checks: id, section, the assertion of each")
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
    added.add_argument("--only", metavar="ID[,ID]", help="run only these checks")
    added.add_argument("--json", metavar="FILE", type=Path, help="write a report, with whole transcripts of failures")
    added.add_argument("--full", action="store_true", help=_FULL)
    return added


def _add_bot(bot: argparse.ArgumentParser) -> None:
    bot.add_argument("--deals", type=_count, metavar="N", default=USUAL.deals, help=_DEALS)
    bot.add_argument(
        "--seed", type=int, metavar="N", default=USUAL.seed, help="seed of the deals (default: %(default)s)"
    )
    bot.add_argument("command", nargs="*", metavar="CMD", help="the command that starts the bot, with its arguments")


def _add_server(server: argparse.ArgumentParser) -> None:
    server.add_argument(
        "--provider",
        metavar="NAME:TOKEN",
        help="check lending bots too, as this provider: the line that `token add` prints",
    )
    server.add_argument(
        "--provider-file",
        metavar="FILE",
        type=Path,
        help="a file with that line (or set COINCHE_PROVIDER): everybody on the machine can see a command line (ps)",
    )
    server.add_argument("address", nargs="?", metavar="ADDRESS", help="address of the server")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


# --- the run -----------------------------------------------------------------------------------------


def _wrong(sentence: str) -> SystemExit:
    print(f"coinche-conform: {sentence}", file=sys.stderr)
    return SystemExit(2)


def _columns(out: TextIO) -> int | None:
    """Return the width of the terminal; None where there is none."""
    return shutil.get_terminal_size().columns if out.isatty() else None


def _plan(arguments: argparse.Namespace) -> Plan:
    """Return the checks that were asked for."""
    try:
        return planned(Side(arguments.side), arguments.only, getattr(arguments, "deals", 0))
    except NoSuchCheck as unknown:
        raise _wrong(f"--only: there is no check {as_json(str(unknown))}; --list shows all") from None


def _bot(arguments: argparse.Namespace) -> tuple[str, OpenBench]:
    if not arguments.command:
        raise _wrong("bot: give the command of the bot after --; --help has examples")
    effort = Effort(deals=arguments.deals, seed=arguments.seed)
    return " ".join(arguments.command), bot_opening(tuple(arguments.command), effort)


def _server(arguments: argparse.Namespace) -> tuple[str, OpenBench]:
    if arguments.address is None:
        raise _wrong("server: give its address as HOST:PORT; --help has examples")
    try:
        target: Target = read_target(arguments.address)
    except ValueError:
        raise _wrong(f"server: {as_json(arguments.address)} is not an address; --help shows the forms") from None
    provider = _provider(arguments)
    if provider is not None:
        try:
            target = replace(target, lender=read_lender(provider))
        except ValueError:
            raise _wrong(
                "--provider: write NAME:TOKEN, as `coinche-server token add NAME --provider` prints it"
            ) from None
    return str(target), server_opening(target)


def _provider(arguments: argparse.Namespace) -> str | None:
    try:
        return secret_words(Secret.PROVIDER, arguments.provider, arguments.provider_file, os.environ)
    except BadSecret as wrong:
        raise _wrong(wrong.fault.english.format(**wrong.fields)) from None


_TARGETS = {Side.BOT: _bot, Side.SERVER: _server}
"""For each side, a function that returns the name of the program under check and what opens a bench for it."""


async def _results(plan: Plan, name: str, opened: OpenBench) -> tuple[CheckResult, ...]:
    """Run the checks and show their progress."""
    progress = Progress(len(plan.checks), sys.stderr, _columns(sys.stderr))
    progress.keep(f"{plan}: {name}")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(progress.run)
        results = await plan.results(opened, progress.take)
        nursery.cancel_scope.cancel()
    progress.clear()
    return results


def _report_file(path: Path | None) -> AbstractContextManager[TextIO | None]:
    """Open the file of the report; the checks, which take minutes, come after."""
    try:
        return nullcontext() if path is None else path.open("w", encoding="utf-8")
    except OSError as error:
        raise _unwritten(path, error) from None


def _write(file: TextIO, found: object) -> None:
    try:
        with file:
            file.write(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    except OSError as error:
        raise _unwritten(file.name, error) from None


def _unwritten(path: object, error: OSError) -> SystemExit:
    return _wrong(f"--json: {path} cannot be written ({error.strerror})")


def _check(arguments: argparse.Namespace) -> int:
    """Run the checks and print what was found; return the exit status."""
    plan = _plan(arguments)
    name, opened = _TARGETS[plan.side](arguments)
    with _report_file(arguments.json) as file:
        results = trio.run(_results, plan, name, opened)
        not_run = sum(check not in {result.check for result in results} for check in plan.checks)
        for line in findings(results, _columns(sys.stdout), full=arguments.full):
            print(line)
        if not_run:
            print(f"\nNothing else was checked: {not_run} checks need this one to pass first.")
        print(f"\n{count(results)}")
        if file is not None:
            _write(file, report(name, results, not_run))
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
    """Return the exit status; print no traceback after Ctrl-C."""
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
