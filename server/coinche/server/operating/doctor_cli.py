"""`coinche-server doctor`: looks over what a server keeps, says what is wrong, and with `--repair` mends it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from coinche.server.storage.data_dir import DataFailed, InUse, Lock
from coinche.server.storage.database import is_a_servers

from .command import REFUSED, add_data, refused
from .doctor import Finding, facts, findings

_ROUNDS = 3
"""A file that is written anew is looked over again; what is wrong then has been mended after so many rounds."""


def main(arguments: list[str]) -> int:
    """Do what the words after `doctor` ask for; the exit status is 1 where something stays wrong."""
    parser = argparse.ArgumentParser(
        prog="coinche-server doctor",
        description="Check everything that a server keeps, also while it runs, and say what is wrong and what can be "
        "done about it. With --repair do it; end the server first.",
    )
    parser.add_argument("--repair", action="store_true", help="mend what can be mended, and make the file smaller")
    add_data(parser)
    asked = parser.parse_args(arguments)
    if not is_a_servers(asked.data):
        return refused(REFUSED, f"no server has kept anything in {asked.data}; name its --data")
    try:
        return _repair(asked.data) if asked.repair else _check(asked.data)
    except DataFailed as wrong:
        return refused(REFUSED, str(wrong))
    except OSError as wrong:
        return refused(REFUSED, f"cannot use {wrong.filename or asked.data}: {wrong.strerror}")


def _check(directory: Path) -> int:
    print(*facts(directory), sep="\n")
    _say_who_runs(directory)
    found = tuple(findings(directory))
    for finding in found:
        print(f"wrong: {finding.wrong}")
        print(f"  {'--repair would' if finding.repair else 'what to do'}: {finding.remedy}")
    if not found:
        print("nothing is wrong")
    return REFUSED if found else 0


def _say_who_runs(directory: Path) -> None:
    try:
        Lock(directory).release()
    except InUse as use:
        print(f"a server runs: {use}, before --repair; this check only reads")


def _repair(directory: Path) -> int:
    left: Sequence[Finding] = ()
    with Lock(directory):
        for _ in range(_ROUNDS):
            left = tuple(findings(directory))
            for finding in left:
                _mend(finding)
            if all(finding.repair is None for finding in left):
                break
    for finding in left:
        print(f"still wrong: {finding.wrong}\n  what to do: {finding.remedy}")
    print("nothing is wrong any more" if not left else "see above for what you have to do yourself")
    return REFUSED if left else 0


def _mend(finding: Finding) -> None:
    if finding.repair is not None:
        done = finding.repair()
        print(f"wrong: {finding.wrong}\n  done: {finding.remedy}" + (f"; {done}" if isinstance(done, str) else ""))
