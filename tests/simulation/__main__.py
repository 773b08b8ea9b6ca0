"""The command that runs the simulation: one seed with its trace, or many on all cores.

python -m tests.simulation --seed 1234 --trace
python -m tests.simulation --seeds 5000
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from .soak import soak
from .violation import Violation
from .world import World


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where nothing was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, help="this one")
    parser.add_argument("--trace", action="store_true", help="with every message, on standard output")
    parser.add_argument("--seeds", type=int, default=1000, help="so many, from --first on (1000)")
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args(arguments)
    if chosen.seed is None:
        return soak(range(chosen.first, chosen.first + chosen.seeds))
    return one(chosen.seed, trace=chosen.trace)


def one(seed: int, *, trace: bool) -> int:
    """Run that seed and say what it came to."""
    world = World(seed, print if trace else None)
    print(world.knobs)
    try:
        print(world.run())
    except Violation as violation:
        print(f"seed {seed}: {violation}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
