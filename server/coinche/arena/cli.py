"""`coinche-arena`: contests between bots from the command line."""

from __future__ import annotations

import argparse
import secrets
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from coinche.engine.presets import DEFAULT_PRESET
from coinche.engine.record import BadRecord
from coinche.engine.rules import InvalidRules
from coinche.protocol.bot_command import NAMES
from coinche.records.contest_file import ContestHeader, Scheme
from coinche.server.admin.control_socket import NoRunningServer, ordered
from coinche.server.app import BOTS
from coinche.server.bot_process import TOKEN_VARIABLE
from coinche.server.match.table_options import parse_clock
from coinche.server.rules_option import house_rules
from coinche.version import ShowVersion

from . import afterwards
from .afterwards import add_html, complain
from .auctions import UnfitAuctions, digest, given_auctions
from .contest import Contest, Format, ProcessLimits
from .contest_run import ContestRun
from .entrants import SIGNED_IN_PREFIX, Entrant, UnknownEntrant, bot_factory, entrants
from .html_report import write_page
from .progress import ProgressLine
from .results_store import OtherContest, ResultsStore, files_of, recorded_seed
from .sandbox import has_sandbox
from .seat_process import try_class
from .signed_in_play import control_socket_of
from .text_report import report
from .workers import BatchFailed, ClusterUnusable, Workers, WorkersLost, dask_workers, local_workers

STOPPED = 130
SEED_BITS = 63
"""Bits of a seed. Anybody who could guess it would know all cards."""
BATCH = 50
BUILT_IN_BATCH = 25
"""Boards of a batch where only built-in bots play. Their processes start at once, so that small batches cost little,
and the verdict comes sooner: a contest may end early after any batch."""
BOARDS = 500

_ABOUT: Mapping[Format, str] = {
    Format.DUEL: "two bots",
    Format.ROUND_ROBIN: "every bot against every other",
    Format.GAUNTLET: "the first bot against each of the others",
    Format.SWISS: "in rounds, each against one who has done about as well so far",
}
_EPILOG = (
    "Each seat is a process of its own, which signs in to a private server with a token for that seat and no other."
    " Where bubblewrap is installed a process has no network but the server and writes no file for others; elsewhere"
    " programs written to cheat can tell each other what they see: the report says which it was. Play programs of"
    " strangers only where you have read them, or on a machine that holds nothing else, and never as root."
)


class UnfitOptions(Exception):
    """Options that do not go together; the message is a sentence."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="coinche-arena", description="Contests between bots.")
    parser.add_argument("--version", action=ShowVersion, help="print what is installed and end")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for kind, about in _ABOUT.items():
        command = commands.add_parser(
            kind, help=f"contest: {about}", description=f"A contest: {about}.", epilog=_EPILOG
        )
        if kind is Format.DUEL:
            command.add_argument("names", nargs=2, metavar="BOT", help=_ENTRANT_HELP)
        else:
            command.add_argument("names", nargs="+", metavar="BOT", help=_ENTRANT_HELP)
        if kind is Format.SWISS:
            command.add_argument("--rounds", type=_positive, default=5, help="default 5")
        _add_options(command)
        add_html(command)
    afterwards.add_commands(commands, _positive)
    return parser


_ENTRANT_HELP = (
    f"a built-in bot ({', '.join(BOTS)}), also with options (expert:worlds=10), a class in Python (py:MODULE:CLASS),"
    " one named with --bot, or a player of --server (@NAME); a bot against itself is a test of the arena"
)


def _add_options(command: argparse.ArgumentParser) -> None:
    _add_comparison(command.add_argument_group("the comparison"))
    _add_game(command.add_argument_group("the game"))
    _add_entrants(command.add_argument_group("programs"))
    _add_work(command.add_argument_group("how it is played"))


def _add_comparison(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--boards", "--deals", type=_positive, default=BOARDS, help=f"at most, for each pairing; default {BOARDS}"
    )
    group.add_argument(
        "--whole", action="store_true", help="play all boards, even where it is clear before who is better"
    )
    group.add_argument(
        "--sprt",
        type=_points,
        metavar="LOW,HIGH",
        help="stop by a sequential test between these points per deal (percent of matches won, with --scheme match)",
    )
    group.add_argument(
        "--scheme",
        type=Scheme,
        choices=list(Scheme),
        default=Scheme.DUPLICATE,
        help="how a board compares two bots; default duplicate (docs/contests.md)",
    )
    group.add_argument(
        "--reference", default="steady", metavar="BOT", help="of the schemes common and single; default steady"
    )
    half = group.add_mutually_exclusive_group()
    half.add_argument("--bidding-only", action="store_true", help="bids alone count, by what the solver makes of them")
    half.add_argument(
        "--fixed-contracts", type=Path, metavar="FILE", help="cards alone count: play the auctions of this contest"
    )


def _add_game(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--seed",
        type=int,
        help="the same seed gives the same boards; without one, it is drawn and printed with the result",
    )
    group.add_argument("--rules", default=DEFAULT_PRESET, metavar="RULES", help="a preset, or a house file (TOML)")
    group.add_argument(
        "--clock",
        type=_clock,
        default="200+5000",
        metavar="MOVE+BANK",
        help="ms for each decision, and more of them for each board (default 200+5000)",
    )


def _add_entrants(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
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
    group.add_argument(
        "--server",
        type=Path,
        metavar="DIR",
        help="data directory of a server that runs on this machine with --ladder; each entrant is @NAME then, the name"
        " under which its programs are on that ladder, and so is the --reference of --scheme common",
    )
    group.add_argument("--memory", type=_positive, default=2048, metavar="MB", help="of one process; default 2048")
    group.add_argument(
        "--cpu", type=_positive, default=3600, metavar="SECONDS", help="of one process in a batch; default 3600"
    )
    group.add_argument(
        "--no-sandbox", action="store_true", help="let programs use the network and share files; the report says so"
    )


def _add_work(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--out", type=Path, metavar="FILE", help="keep what is played; a contest in FILE goes on")
    group.add_argument(
        "--practice", action="store_true", help="call bots as functions in this process: no rated result"
    )
    group.add_argument(
        "--batch",
        type=_positive,
        help=f"boards with the same processes; default {BATCH}, {BUILT_IN_BATCH} where only built-in bots play",
    )
    group.add_argument(
        "--workers",
        type=_positive,
        help="batches played at the same time; default one for each processor, with --server one",
    )
    group.add_argument("--dask", metavar="ADDRESS", help="play on this Dask cluster (tls://HOST:PORT), extra `cluster`")
    group.add_argument("--dask-tls", type=Path, metavar="DIR", help="its ca.pem, cert.pem and key.pem")


def _positive(text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number; it takes at least 1")
    return number


def _points(text: str) -> tuple[float, float]:
    low, _, high = text.partition(",")
    try:
        points = float(low), float(high)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not LOW,HIGH, such as 0,5") from None
    if points[0] >= points[1]:
        raise argparse.ArgumentTypeError(f"{text!r}: LOW is below HIGH, such as 0,5")
    return points


def _named_command(text: str) -> tuple[str, str]:
    name, found, command = text.partition("=")
    if not (found and name.strip() and command.strip()):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=CMD, such as mine='python mybot.py'")
    if name.strip().startswith(SIGNED_IN_PREFIX):
        raise argparse.ArgumentTypeError(f"{text!r}: {SIGNED_IN_PREFIX}NAME is a player of --server")
    try:
        shlex.split(command)
    except ValueError as wrong:
        raise argparse.ArgumentTypeError(f"{text!r}: {str(wrong).lower()}") from None
    return name.strip(), command


def _clock(text: str) -> str:
    try:
        parse_clock(text)
    except ValueError as wrong:
        raise argparse.ArgumentTypeError(str(wrong)) from None
    return text


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the program."""
    options = _parser().parse_args(arguments)
    if options.command not in list(Format):
        sys.exit(afterwards.run(options))
    try:
        sys.exit(_play(_run_of(options), options.html))
    except (UnknownEntrant, UnfitOptions, NoRunningServer) as wrong:
        sys.exit(complain(str(wrong)))
    except InvalidRules as wrong:
        sys.exit(complain(f"--rules: {wrong}"))
    except (UnfitAuctions, BadRecord) as unfit:
        sys.exit(complain(f"--fixed-contracts: {unfit}"))
    except OtherContest as other:
        sys.exit(complain(f"--out: {other}"))
    except BrokenPipeError:
        raise  # nobody reads the result any more
    except OSError as wrong:
        sys.exit(complain(f"cannot use {wrong.filename or options.out}: {wrong.strerror}"))
    except (BatchFailed, WorkersLost, ClusterUnusable) as wrong:
        sys.exit(complain(str(wrong), 1))


def _run_of(options: argparse.Namespace) -> ContestRun:
    commands = dict(options.bot)
    entered = entrants(options.names, commands)
    if len(entered) < 2:
        raise UnfitOptions("a contest takes at least two bots")
    programs = [one.name for one in entered if one.is_program]
    if options.practice and programs:
        raise UnfitOptions(f"--practice calls bots as functions, but {programs[0]} is a program")
    given = options.fixed_contracts
    if options.scheme is Scheme.MATCH and (given is not None or options.bidding_only):
        raise UnfitOptions("--bidding-only and --fixed-contracts are for boards of one deal, not for --scheme match")
    taken = any(one.name == options.reference for one in entered)
    reference = Entrant(f"{options.reference} (reference)" if taken else options.reference, options.reference)
    if options.scheme is Scheme.SINGLE and reference.is_class and not options.practice:
        raise UnfitOptions(
            "the --reference of --scheme single plays in the arena itself: a class can do that with --practice only"
        )
    playing = (*entered, reference) if options.scheme is Scheme.COMMON else entered
    _check_signed_in(options, playing)
    header = _header(options, entered, reference)
    contest = Contest(
        header=header,
        auctions=None if given is None else given_auctions(given, header),
        entrants={reference.name: reference, **{one.name: one for one in entered}},
        limits=ProcessLimits(memory_mb=options.memory, cpu_s=options.cpu),
        control_socket=None if options.server is None else control_socket_of(options.server),
    )
    hidden = (*files_of(options.out), *files_of(given))
    _find_bots(contest, hidden)
    store = ResultsStore(header, options.out, workers=options.dask or str(options.workers or ""))
    return ContestRun(contest=contest, store=store, workers=_workers(options), hidden=hidden)


def _check_signed_in(options: argparse.Namespace, playing: Sequence[Entrant]) -> None:
    """Check that all are players of the server, and that it runs, or that none is; UnfitOptions where not."""
    signed_in = [one for one in playing if one.is_signed_in]
    others = [one for one in playing if not one.is_signed_in]
    if options.server is None:
        if signed_in:
            raise UnfitOptions(f"{signed_in[0].spec} is signed in on a server; name its data directory: --server DIR")
        return
    if others:
        raise UnfitOptions(
            f"with --server all who play are signed in there, also the --reference of --scheme common: each is @NAME,"
            f" and {others[0].spec} is not"
        )
    if options.practice or options.dask or options.scheme is Scheme.MATCH:
        raise UnfitOptions("--server goes with none of --practice, --dask and --scheme match")
    ordered(control_socket_of(options.server), ("status",))


def _find_bots(contest: Contest, hidden: Sequence[Path]) -> None:
    """Make each bot once, a class in a process of its own except in practice; UnknownEntrant where one cannot be."""
    header = contest.header
    bots = {one.spec: one for one in contest.entrants.values() if one.is_built_in or one.is_class}
    for spec, bot in bots.items():
        if bot.is_class and not header.practice:
            try_class(spec, contest.limits, sandbox=header.sandbox, hidden=hidden)
        else:
            bot_factory(spec)


def _header(options: argparse.Namespace, entered: Sequence[Entrant], reference: Entrant) -> ContestHeader:
    house = house_rules(options.rules)
    return ContestHeader(
        format=options.command,
        scheme=options.scheme,
        entrants=tuple(one.name for one in entered),
        commands={one.name: one.spec for one in entered if one.is_program},
        rules=house.rules,
        preset=house.name,
        seed=_seed(options),
        boards=options.boards,
        batch=min(options.batch or _usual_batch(entered), options.boards),
        clock=options.clock,
        reference=reference.name,
        practice=options.practice,
        bidding_only=options.bidding_only,
        contracts=None if options.fixed_contracts is None else digest(options.fixed_contracts),
        sandbox=not (options.practice or options.no_sandbox or options.server) and has_sandbox(),
        rounds=getattr(options, "rounds", None),
        sprt=options.sprt,
        whole=options.whole,
    )


def _seed(options: argparse.Namespace) -> int:
    """The seed that is asked for, else that of the contest that goes on or gives the auctions, else a drawn one."""
    if options.seed is not None:
        return int(options.seed)
    for path in (options.out, options.fixed_contracts):
        if (seed := recorded_seed(path)) is not None:
            return seed
    return secrets.randbits(SEED_BITS)


def _usual_batch(entered: Sequence[Entrant]) -> int:
    return BUILT_IN_BATCH if all(one.is_built_in for one in entered) else BATCH


def _workers(options: argparse.Namespace) -> Workers:
    if options.dask:
        return dask_workers(options.dask, options.dask_tls)
    return local_workers(options.workers or (None if options.server is None else 1))


def _play(run: ContestRun, html: Path | None) -> int:
    """Play, print the result, and say with the exit status whether everything went well."""
    interrupted = False
    with ProgressLine(run):
        try:
            run.run()
        except KeyboardInterrupt:
            interrupted = True
    contest = run.summary
    print(report(contest, interrupted=interrupted))
    if html is not None:
        write_page(html, contest)
    if interrupted:
        return STOPPED
    return int(any(table.faults for table in run.store.tables.values()))


if __name__ == "__main__":
    main()
