"""The strength of bots: duplicate boards between two players, until the result is clear or --boards are played.

    python bench/strength.py expert steady
    python bench/strength.py --ladder
    python bench/strength.py --presets
    python bench/strength.py --inference
    python bench/strength.py expert steady --contracts --preset pagat
    python bench/strength.py expert colver:bid=improved,play=isdd,worlds=20 --preset colver
    python bench/strength.py expert wheel --preset colver --bot wheel='python examples/colver_bot.py --play isdd'

Every board is played at two tables with the teams swapped; the same --seed gives the same boards. A player is a
built-in bot by its name, with its options (`expert:inference=no,worlds=10`), an agent of the package colver, or a
program named with --bot. Without programs everything runs in this process, as in the practice of the arena, and ms are
the time of the mean decision. A program plays through `coinche-arena`, with processes and server; ms are then the time
from request to answer at the server. With --contracts `steady` bids at all seats, and only the play is compared.

Played boards are saved in the file of --out, a line of JSON each, and not played again.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path

from boards import SLOW_MS, Pairing, Result, Side, board_result, play_board

from coinche.arena.entrants import UnknownEntrant
from coinche.arena.summary import read_summary
from coinche.engine.presets import DEFAULT_PRESET, PRESETS

BOARDS = 1000
PRESET_BOARDS = 50
"""Boards of each preset: a hundred deals, for each is played twice."""
DECIDED = 3.0
"""A pairing is over when its mean is that number of standard errors from 0."""
AT_LEAST = 50
"""Boards before that is asked: the error of fewer is not known well enough."""
BATCH = 25
"""Boards that programs play before it is asked again."""
LADDER = ("novice", "steady", "strong", "expert")
CLOCK = "5000+60000"


# --- boards through the server --------------------------------------------------------------------------


def play_through_server(pairing: Pairing, numbers: range, commands: Mapping[str, str]) -> Iterator[Result]:
    """Play boards between processes at a server of their own; the numbers only give the batch's seed."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "boards.jsonl"
        arena = [sys.executable, "-m", "coinche.arena.cli", "duel", pairing.a, pairing.b, "--whole", "--no-sandbox"]
        named = [word for name in commands for word in ("--bot", f"{name}={commands[name]}")]
        seed, many = pairing.seed * BOARDS + numbers.start, str(len(numbers))
        plan = ["--boards", many, "--batch", many, "--workers", "1", "--seed", str(seed), "--rules", pairing.preset]
        run = [*arena, *named, *plan, "--clock", CLOCK, "--out", str(out)]
        done = subprocess.run(run, stdout=subprocess.PIPE, text=True, check=False)
        found = read_summary(out) if out.exists() else None
        if done.returncode not in (0, 1) or found is None or len(found.tables) < 2 * len(numbers):
            sys.exit(f"strength: the arena did not play {many} boards\n{done.stdout}")
        for board, number in enumerate(numbers, 1):
            played = ((table, found.timings[key]) for key, table in found.tables.items() if key[0] == board)
            yield board_result(number, found.header.entrants[0], played)


# --- what was played ------------------------------------------------------------------------------------


class Kept:
    """The played boards, in a file of JSON lines or in memory only."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._boards: dict[str, dict[int, Result]] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                sides = tuple(Side(**side) for side in row["sides"])
                self._boards.setdefault(row["pairing"], {})[row["board"]] = Result(row["board"], row["gain"], sides)

    def of(self, pairing: Pairing) -> dict[int, Result]:
        """The boards of a pairing by their numbers."""
        return self._boards.setdefault(pairing.key, {})

    def keep(self, pairing: Pairing, result: Result) -> None:
        """Save one more board."""
        self.of(pairing)[result.board] = result
        if self._path is not None:
            row = {"pairing": pairing.key, "board": result.board, "gain": result.gain}
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row | {"sides": [asdict(side) for side in result.sides]}) + "\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The result of boards: the mean gain of the first player, its standard error, and the figures of each side."""

    boards: int
    mean: float
    error: float
    sides: tuple[Side, Side]

    @classmethod
    def of(cls, results: Iterable[Result]) -> Verdict:
        """The result of these boards."""
        played = list(results)
        gains = [result.gain for result in played]
        error = statistics.stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else math.inf
        mean = statistics.fmean(gains) if gains else 0.0
        return cls(boards=len(gains), mean=mean, error=error, sides=(_summed(played, 0), _summed(played, 1)))

    @property
    def z(self) -> float:
        """The mean in standard errors."""
        if self.error == 0:
            return math.copysign(math.inf, self.mean) if self.mean else 0.0
        return self.mean / self.error

    @property
    def decided(self) -> bool:
        """Return whether one player is clearly stronger."""
        return self.boards >= AT_LEAST and abs(self.z) > DECIDED

    def __str__(self) -> str:
        a, b = self.sides
        return (
            f"{self.mean:+7.1f} ± {self.error:4.1f} points per deal, z {self.z:+5.1f}, {self.boards:4} boards;"
            f" ms {_mean_ms(a):.1f} and {_mean_ms(b):.1f} (most {a.slowest_ms:.0f} and {b.slowest_ms:.0f},"
            f" over {SLOW_MS:.0f}: {a.slow} and {b.slow}); illegal {a.illegal} and {b.illegal};"
            f" contracts {_contracts(a)} and {_contracts(b)}"
        )


def _summed(results: Sequence[Result], which: int) -> Side:
    total: Counter[str] = Counter()
    sides = [result.sides[which] for result in results]
    for side in sides:
        total.update(asdict(side))
    return Side(**{**total, "slowest_ms": max((side.slowest_ms for side in sides), default=0.0)})


def _mean_ms(side: Side) -> float:
    return side.ms / side.decisions if side.decisions else 0.0


def _contracts(side: Side) -> str:
    return f"{side.contracts} ({100 * side.made / side.contracts:.0f} % made)" if side.contracts else "0"


# --- the command ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """The settings for pairings: the file of results, the maximum number of boards, and the programs."""

    kept: Kept
    boards: int
    commands: Mapping[str, str]
    whole: bool = False
    """True when all boards are played, even after the result is clear."""

    def play(self, pairing: Pairing, *, until_decided: bool = True) -> Verdict:
        """Play the missing boards of a pairing; return the result of all of them."""
        known = self.kept.of(pairing)
        foreign = any(name in self.commands for name in (pairing.a, pairing.b))
        until_decided = until_decided and not self.whole
        while len(known) < self.boards and not (until_decided and Verdict.of(known.values()).decided):
            numbers = range(len(known) + 1, min(self.boards, len(known) + (BATCH if foreign else 1)) + 1)
            played = (
                play_through_server(pairing, numbers, self.commands)
                if foreign
                else (play_board(pairing, number) for number in numbers)
            )
            for result in played:
                self.kept.keep(pairing, result)
        verdict = Verdict.of(known.values())
        print(f"{pairing.key}: {verdict}", flush=True)
        return verdict


def ladder(contest: Contest, pairing: Pairing) -> None:
    """Play each level against the one below."""
    for lower, higher in pairwise(LADDER):
        contest.play(replace(pairing, a=higher, b=lower))


def inference(contest: Contest, pairing: Pairing) -> None:
    """Play the strongest bot with its inference from auction and play against itself without."""
    contest.play(replace(pairing, a="expert", b="expert:inference=no"))
    contest.play(replace(pairing, a="expert", b="expert:inference=no", contracts=True))


def presets(contest: Contest, pairing: Pairing) -> None:
    """Play the strongest bot against `steady` in every preset, the same number of boards in each."""
    verdicts = {}
    for preset in PRESETS:
        verdicts[preset] = contest.play(replace(pairing, a="expert", b="steady", preset=preset), until_decided=False)
    mean = statistics.fmean(verdict.mean for verdict in verdicts.values())
    error = math.sqrt(sum(verdict.error**2 for verdict in verdicts.values())) / len(verdicts)
    print(f"all presets: {mean:+.1f} ± {error:.1f} points per deal, z {mean / error:+.1f}")
    below = [preset for preset, verdict in verdicts.items() if verdict.z < -2]
    print(f"below -2 standard errors: {', '.join(below) or 'none'}")


MODES: Mapping[str, Callable[[Contest, Pairing], None]] = {
    "ladder": ladder,
    "presets": presets,
    "inference": inference,
}


def main() -> None:
    """Run the requested contests and print the results."""
    parser = argparse.ArgumentParser(description="How strong the bots are, over duplicate boards.")
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="two: built-in bots or programs")
    for name, mode in MODES.items():
        parser.add_argument(f"--{name}", dest="mode", action="store_const", const=mode, help=mode.__doc__)
    parser.add_argument("--contracts", action="store_true", help="card play alone: steady takes the auction for all")
    parser.add_argument("--preset", choices=PRESETS, default=DEFAULT_PRESET, help=f"default {DEFAULT_PRESET}")
    parser.add_argument("--boards", type=_positive, help=f"at most; default {BOARDS}, {PRESET_BOARDS} of each preset")
    parser.add_argument("--whole", action="store_true", help="play all boards, also where it is decided before")
    parser.add_argument("--seed", type=int, default=1, help="of the boards; default 1")
    parser.add_argument(
        "--bot", action="append", default=[], metavar="NAME=CMD", help="a program, as for coinche-arena"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="where boards are kept, and looked up, as JSON lines")
    options = parser.parse_args()
    if (options.mode is None) is (len(options.players) != 2):
        parser.error(f"either two players, or one of {', '.join(f'--{name}' for name in MODES)}")
    usual = PRESET_BOARDS if options.mode is presets else BOARDS
    commands = dict(command.partition("=")[::2] for command in options.bot)
    contest = Contest(kept=Kept(options.out), boards=options.boards or usual, commands=commands, whole=options.whole)
    a, b = options.players or ("expert", "steady")
    if options.contracts and {a, b} & commands.keys():
        parser.error(
            "--contracts compares bots of this project: a program would have to play on an auction not its own"
        )
    pairing = Pairing(a=a, b=b, preset=options.preset, seed=options.seed, contracts=options.contracts)
    try:
        if options.mode is None:
            contest.play(pairing)
        else:
            options.mode(contest, pairing)
    except UnknownEntrant as wrong:
        parser.error(str(wrong))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is no number of boards; it takes at least 1")
    return number


if __name__ == "__main__":
    main()
