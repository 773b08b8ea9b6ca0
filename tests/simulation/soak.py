"""The soak run: many seeds on all cores, a line of progress, and at the end the seeds that broke a rule."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
import traceback
from collections.abc import Iterator, Sequence

from .violation import Violation
from .world import Outcome, World


def tried(seed: int) -> Outcome | str:
    """The outcome of a run, or the broken rule with the command that repeats it."""
    again = f"python -m tests.simulation --seed {seed} --trace"
    try:
        return World(seed).run()
    except Violation as violation:
        return f"seed {seed}: {violation}\n  {again}"
    except BaseException:
        return f"seed {seed}: {traceback.format_exc()}\n  {again}"


def outcomes(seeds: Sequence[int]) -> Iterator[Outcome | str]:
    """The outcomes of all runs as they arrive."""
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        yield from pool.imap_unordered(tried, seeds, chunksize=4)


def soak(seeds: Sequence[int]) -> int:
    """Run them all; 0 where nothing was broken."""
    began, broken, done, events, lives = time.monotonic(), 0, 0, 0, 0
    for done, outcome in enumerate(outcomes(seeds), start=1):
        if isinstance(outcome, str):
            broken += 1
            print(f"\r{outcome}", flush=True)
        else:
            events, lives = events + outcome.events, lives + outcome.lives
        if sys.stdout.isatty() or done % 100 == 0:
            print(f"\r{done} of {len(seeds)}, {broken} broken", end="", flush=True)
    seconds = time.monotonic() - began
    print(f"\r{done} seeds, {events} events, {lives} servers in {seconds:.0f} s; {broken} broke a rule")
    return 1 if broken else 0
