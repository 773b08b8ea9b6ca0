"""Run the tests of server, protocol and engine on every Python of this machine that the project supports.

    python -m tests.pythons [--tested INTERPRETER] [NAME ...]

A NAME is a path, a command (`python3.13`) or a version (`3.13`); without one, it is each version from 3.11 on that is
found on the path or where version managers keep theirs, and that really starts. Each runs in an environment of its own,
`.pythons/VERSION`, which is kept for the next time. Exits with 1 where a run fails or a named interpreter is missing.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
OLDEST = (3, 11)
_STARTS_WITHIN = 20.0
"""Seconds."""

_NAME = re.compile(r"python(3(\.\d+)?)?")
_PROBE = (
    "import json, platform, sys; print(json.dumps([platform.python_implementation(), *sys.version_info[:3]]));"
    "import ensurepip, sqlite3, ssl, venv"
)

_KEPT = (
    ("PYENV_ROOT", "~/.pyenv", "versions/*/bin"),
    ("UV_PYTHON_INSTALL_DIR", "~/.local/share/uv/python", "*/bin"),
    ("ASDF_DATA_DIR", "~/.asdf", "installs/python/*/bin"),
    ("MISE_DATA_DIR", "~/.local/share/mise", "installs/python/*/bin"),
)
"""The places of version managers: the variable, the default directory, and the pattern."""

_PREFIXES = ("/usr/local", "/opt")
_BELOW = ("bin", "*/bin", "*/*/bin")


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python that starts, and has what the tests need."""

    path: Path
    version: tuple[int, int, int]

    @property
    def minor(self) -> tuple[int, int]:
        """The minor version; two interpreters of the same one count as one."""
        return self.version[:2]

    def __str__(self) -> str:
        return f"{_dotted(self.version)} ({self.path})"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A Python whose tests are not run."""

    path: Path | str
    why: str

    def __str__(self) -> str:
        return f"{self.path}: {self.why}"


def directories(environment: Mapping[str, str]) -> Iterator[Path]:
    """Every directory where an interpreter may be: those of the path first."""
    yield from (Path(entry) for entry in environment.get("PATH", "").split(os.pathsep) if entry)
    for variable, usual, below in _KEPT:
        yield from sorted(Path(environment.get(variable) or usual).expanduser().glob(below))
    for prefix in map(Path, _PREFIXES):
        for below in _BELOW:
            yield from sorted(prefix.glob(below))


def candidates(places: Iterable[Path]) -> tuple[Path, ...]:
    """The files in a directory that are named like a Python, each once, in order."""
    found: dict[Path, Path] = {}
    for place in places:
        for path in sorted(place.glob("python*")):
            if _NAME.fullmatch(path.name) and path.is_file() and os.access(path, os.X_OK):
                found.setdefault(path if _is_script(path) else path.resolve(), path)
    return tuple(found.values())


def _is_script(path: Path) -> bool:
    """Return whether the file chooses its program by its own name, as stubs do."""
    with path.open("rb") as file:
        return file.read(2) == b"#!"


def probed(path: Path) -> Interpreter | LeftOut:
    """Start it: what it is, or why its tests cannot be run."""
    try:
        done = subprocess.run(
            [path, "-c", _PROBE], capture_output=True, text=True, errors="replace", timeout=_STARTS_WITHIN, check=False
        )
        implementation, *numbers = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired) as wrong:
        return LeftOut(path, f"does not start: {wrong}")
    except ValueError:
        return LeftOut(path, f"does not start: {_first_line(done.stderr) or f'it ends with {done.returncode}'}")
    version = (int(numbers[0]), int(numbers[1]), int(numbers[2]))
    if implementation != "CPython":
        return LeftOut(path, f"{_dotted(version)} is {implementation}, not CPython")
    if version < OLDEST:
        return LeftOut(path, f"{_dotted(version)} is older than {_dotted(OLDEST)}")
    if done.returncode:
        return LeftOut(path, f"{_dotted(version)} lacks what the tests need: {done.stderr.strip().splitlines()[-1]}")
    return Interpreter(path, version)


def _first_line(text: str) -> str:
    return next((line for line in text.splitlines() if line.strip()), "")


def _dotted(version: Sequence[int]) -> str:
    return ".".join(map(str, version))


def every_version(
    found: Iterable[Interpreter | LeftOut], tested: Interpreter | None
) -> tuple[list[Interpreter], list[LeftOut]]:
    """One interpreter of each version, the oldest first, and those that are left out."""
    chosen: dict[tuple[int, int], Interpreter] = {}
    left_out: list[LeftOut] = []
    for each in found:
        if isinstance(each, LeftOut):
            left_out.append(each)
        elif tested is not None and each.minor == tested.minor:
            left_out.append(LeftOut(each.path, f"the tests of {_dotted(each.minor)} have been run already"))
        elif (other := chosen.setdefault(each.minor, each)) is not each:
            left_out.append(LeftOut(each.path, f"{_dotted(each.minor)} is run by {other}"))
    return [chosen[minor] for minor in sorted(chosen)], left_out


def named(names: Iterable[str], found: Sequence[Interpreter | LeftOut]) -> tuple[list[Interpreter], list[LeftOut]]:
    """The interpreters that are meant, each once, and those that are missing."""
    chosen: dict[Interpreter, None] = {}
    missing: list[LeftOut] = []
    for name in names:
        each = _meant(name, found)
        if isinstance(each, Interpreter):
            chosen[each] = None
        else:
            missing.append(each)
    return list(chosen), missing


def _meant(name: str, found: Sequence[Interpreter | LeftOut]) -> Interpreter | LeftOut:
    if os.sep in name:
        return probed(Path(name))
    starting = [each for each in found if isinstance(each, Interpreter)]
    for each in starting:
        if each.path.name == name:
            return each
    version = name.removeprefix("python")
    for each in starting:
        if version in (_dotted(each.version), _dotted(each.minor)):
            return each
    stubs = (each for each in found if isinstance(each, LeftOut) and Path(each.path).name == name)
    return next(stubs, LeftOut(name, "there is none on this machine"))


def passes(interpreter: Interpreter) -> bool:
    """Run the tests with that interpreter, in its own environment."""
    environment = Path(".pythons") / _dotted(interpreter.version)
    command = ["make", "--no-print-directory", "test-python", f"PYTHON={interpreter.path}", f"VENV={environment}"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, say what was run and what was not, and return the exit status."""
    parser = argparse.ArgumentParser(prog="make test-pythons", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--tested", type=Path, help="an interpreter whose version has been tested already")
    options = parser.parse_args(arguments)
    already = None if options.tested is None else probed(options.tested)
    found = [probed(path) for path in candidates(directories(os.environ))]
    if options.names:
        chosen, left_out = named(options.names, found)
    else:
        chosen, left_out = every_version(found, already if isinstance(already, Interpreter) else None)
    for missing in left_out:
        _say(f"left out: {missing}")
    results = {each: _run(each) for each in chosen}
    for each, passed in results.items():
        _say(f"{'passed' if passed else 'FAILED'}: {each}")
    if not results:
        _say("no interpreter was run")
    complete = not left_out if options.names else bool(results) or already is not None
    return 0 if complete and all(results.values()) else 1


def _run(interpreter: Interpreter) -> bool:
    _say(f"running: {interpreter}")
    return passes(interpreter)


def _say(line: str) -> None:
    print(f"test-pythons: {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
