"""The sandbox around the process of a seat: bubblewrap, where it is installed.

In it a process has a network of its own, in which it finds the server and nobody else, an empty home, empty folders for
temporary files, and everything else read-only: it can write no file for its partner. What remains are locks on files
that both can read, and the time that a decision takes (docs/contests.md).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import coinche

_KEPT_VARIABLES = (
    "PATH",
    "LANG",
    "LC_",
    "TZ",
    "HOME",
    "VIRTUAL_ENV",
    "JAVA_HOME",
    "NODE_",
    "PYTHON",
    "LD_LIBRARY_PATH",
)
"""The beginnings of the names of environment variables that a process in the sandbox has."""
PROCESSES = 256
"""Processes and threads that there may be in one sandbox."""
FOLDER_SIZE = 64 << 20
"""Bytes that a process may write into each folder of its sandbox."""
_PRIVATE_FOLDERS = ("/tmp", "/var/tmp", "/run", "/dev/shm")


@cache
def has_sandbox() -> bool:
    """Return whether bubblewrap is installed and may be used."""
    if shutil.which("bwrap") is None:
        return False
    probe = subprocess.run(
        [*_bubblewrap((), ()), "true"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )
    return probe.returncode == 0


def sandbox_prefix(words: Iterable[str], hidden: Iterable[Path]) -> list[str]:
    """The words that run the command after them in the sandbox: it sees what `words` name, and no `hidden` file."""
    return _bubblewrap(_shown(words), hidden)


def sandbox_variables(variables: Mapping[str, str]) -> dict[str, str]:
    """Those of the environment variables that a process in the sandbox has."""
    return {name: value for name, value in variables.items() if name.startswith(_KEPT_VARIABLES)}


def _bubblewrap(shown: Iterable[Path], hidden: Iterable[Path]) -> list[str]:
    """The command of the sandbox; `shown` stays readable although it is at home, `hidden` files cannot be read."""
    command = [
        "bwrap",
        "--unshare-all",
        "--cap-drop",
        "ALL",
        "--die-with-parent",
        "--new-session",
        "--ro-bind",
        "/",
        "/",
    ]
    command += ["--dev", "/dev", "--proc", "/proc"]
    for folder in (*_PRIVATE_FOLDERS, str(Path.home())):
        command += ["--size", str(FOLDER_SIZE), "--tmpfs", folder] if Path(folder).is_dir() else []
    for path in dict.fromkeys(shown):
        command += ["--ro-bind", str(path), str(path)]
    for path in hidden:
        command += ["--ro-bind", "/dev/null", str(path)] if path.exists() else []
    return [*command, "--"]


def _shown(words: Iterable[str]) -> tuple[Path, ...]:
    """The paths that a process needs: Python, this project, the files that its command names, the current folder."""
    named = (Path(word).parent for word in words if os.path.isabs(word) and Path(word).exists())
    shown = (Path(sys.base_prefix), Path(sys.prefix), *map(Path, coinche.__path__), *named, Path.cwd())
    return tuple(path for path in shown if path.resolve() != Path(path.anchor))  # the root would show all again
