"""Damage a server's data at random, start real servers with it, and have `doctor` repair it.

    python -m bench.damage [--seeds 25] [--first 0]

For each seed it prints the damage and the operator's lines. The exit status is 1 if anything printed a traceback, if a
server neither ran nor gave the reason in one sentence, or if it did not run after a complete repair.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.server.damages import damage, killed

SERVER = [sys.executable, "-m", "coinche.server"]
OPTIONS = ["--host", "127.0.0.1", "--port", "0", "--bots", "none", "--no-announce", "--until-stdin-closes"]
PATIENCE = 60


def started(directory: Path) -> tuple[bool, list[str]]:
    """Start a server on the directory; return whether it runs, and its unusual lines or its reason."""
    command = [*SERVER, *OPTIONS, "--log", "human", "--data", str(directory)]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    lines = [line for line in done.stdout.splitlines() if "set aside" in line or "fault" in line or "Traceback" in line]
    return done.returncode == 0 and "listening" in done.stdout, [*lines, *done.stderr.splitlines()]


def doctor(directory: Path, *words: str) -> tuple[int, list[str]]:
    """Run `doctor`; return its exit status and its lines."""
    command = [*SERVER, "doctor", *words, "--data", str(directory)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, [*done.stdout.splitlines(), *done.stderr.splitlines()]


def tried(seed: int, directory: Path) -> list[str]:
    """Try one seed and print what the operator reads; return the violations."""
    print(f"--- {seed}: {damage(killed(directory), Random(seed))}")
    runs, lines = started(directory)
    print(f"{'runs' if runs else 'does not start'}:", *(lines or ["nothing to say"]), sep="\n  ")
    wrong = [] if runs or len(lines) == 1 else [f"{seed}: {len(lines)} lines in place of one sentence"]
    status, mended = doctor(directory, "--repair")
    print("doctor --repair:", *mended, sep="\n  ", flush=True)
    again, later = started(directory)
    if status == 0 and not again:
        wrong.append(f"{seed}: does not start once nothing is wrong: {later}")
    if "Traceback" in "".join((*lines, *mended, *later)):
        wrong.append(f"{seed}: a traceback")
    return wrong


def main() -> int:
    """Try all seeds; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=25)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    wrong = []
    for seed in range(given.first, given.first + given.seeds):
        with tempfile.TemporaryDirectory() as here:
            wrong += tried(seed, Path(here, "data"))
    print(f"\n{given.seeds} damages; not as it has to be: {len(wrong)}", *wrong, sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
