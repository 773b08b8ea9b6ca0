"""Full deals by plain alpha-beta: compile `bench/plain.c` and query it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import PACK
from coinche.engine.solver.game import game_of
from coinche.engine.tally import LAST_TRICK
from tests.engine.solver.positions import Case

SOURCE = Path(__file__).parents[3] / "bench" / "plain.c"
COMPILER = shutil.which("cc")


def built(folder: Path) -> Path:
    """The program, in that folder."""
    program = folder / "plain"
    subprocess.run([COMPILER or "cc", "-O2", "-std=c99", str(SOURCE), "-o", str(program)], check=True)
    return program


def plain(program: Path, case: Case, bounds: Iterable[int]) -> Iterator[bool]:
    """Return whether the side on turn takes that many points, by plain alpha-beta."""
    game = game_of(case.denomination, case.rules, case.capot)
    around = case.position.turn.round(case.position.direction)
    owners = [next(at for at, seat in enumerate(around) if card in case.position.hands[seat]) for card in PACK]
    duties = game.beat_partner, game.undertrump, game.under_partner, LAST_TRICK, game.capot
    strengths = [STRENGTH[case.denomination][card] for card in PACK]
    told = [[*strengths, *game.points, game.trumps.bit_count() == 1, *duties]]
    told += [[*owners, 0, bound] for bound in bounds]
    text = "\n".join(" ".join(str(int(number)) for number in line) for line in told)
    done = subprocess.run([str(program)], input=text, capture_output=True, encoding="ascii", check=True)
    for line in done.stdout.splitlines():
        yield line.split()[0] == "1"
