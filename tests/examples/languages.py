"""The example bots: the folder, the build and the start command of each."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
WHERE = ("{host}", "{port}", "{table}")
NEW = "new"
"""In place of a table's id: one of the bot's own."""
_BUILT_WITHIN = 120
"""Seconds; a bound, never a measure."""


def filled(command: tuple[str, ...], places: Mapping[str, object]) -> list[str]:
    """The command with what stands in braces replaced."""
    words = list(command)
    for name, value in places.items():
        words = [word.replace(f"{{{name}}}", str(value)) for word in words]
    return words


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One bot: the commands that build it and start it, and the programs that must be there for that."""

    name: str
    path: str
    tongue: str
    needs: tuple[str, ...] = ()
    build: tuple[str, ...] = ()
    command: tuple[str, ...]
    own_table: tuple[str, ...] | None = None
    """The command that starts it at a table of its own, if that is another one."""

    @property
    def source(self) -> Path:
        """Its text."""
        return EXAMPLES / self.path

    @property
    def missing(self) -> list[str]:
        """The programs that it needs and that this machine has not."""
        return [program for program in self.needs if shutil.which(program) is None]

    def built(self, folder: Path) -> None:
        """Build it in the folder, if it has to be built."""
        if self.build:
            places = {"source": self.source, "folder": folder}
            subprocess.run(filled(self.build, places), check=True, timeout=_BUILT_WITHIN)

    def started(self, folder: Path, port: int | str, table: str) -> list[str]:
        """The command that starts it, once it is built."""
        command = self.own_table if table == NEW and self.own_table else self.command
        places = {"source": self.source, "folder": folder, "host": "127.0.0.1", "port": port, "table": table}
        return filled(command, places)


_C_WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
_C_CHECKS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
_JAVAC_STARTS_FAST = ("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC")
_SDK = (sys.executable, "{source}", "--host", "coinche+tcp://{host}:{port}", "--guest")

SMALLEST = Example(
    name="Python, the smallest",
    path="python/minimal_bot.py",
    tongue="frames",
    command=(sys.executable, "{source}", "--host", "{host}", "--port", "{port}", "--table", "{table}"),
)
"""It thinks as little as can be, opens no table, and says nothing of what is wrong."""

LANGUAGES = (
    Example(
        name="Python alone",
        path="python/bot.py",
        tongue="JSON lines",
        command=(sys.executable, "{source}", *WHERE),
    ),
    Example(
        name="Python with the SDK",
        path="python/sdk_bot.py",
        tongue="the SDK's",
        command=(*_SDK, "--table", "{table}"),
        own_table=(*_SDK, "--against", "steady", "--target", "500"),
    ),
    Example(
        name="JavaScript (Node.js)",
        path="javascript/bot.js",
        tongue="JSON lines",
        needs=("node",),
        command=("node", "{source}", *WHERE),
    ),
    Example(
        name="Perl",
        path="perl/bot.pl",
        tongue="JSON lines",
        needs=("perl",),
        command=("perl", "{source}", *WHERE),
    ),
    Example(
        name="bash with jq",
        path="bash/bot.sh",
        tongue="JSON lines",
        needs=("bash", "jq"),
        command=("bash", "{source}", *WHERE),
    ),
    Example(
        name="C",
        path="c/bot.c",
        tongue="frames",
        needs=("gcc",),
        build=("gcc", "-std=c99", "-O1", *_C_WARNINGS, *_C_CHECKS, "-o", "{folder}/bot", "{source}"),
        command=("{folder}/bot", *WHERE),
    ),
    Example(
        name="Java",
        path="java/Bot.java",
        tongue="frames",
        needs=("java", "javac"),
        build=("javac", *_JAVAC_STARTS_FAST, "-Xlint:all", "-Werror", "-d", "{folder}", "{source}"),
        command=("java", "-cp", "{folder}", "Bot", *WHERE),
    ),
    Example(
        name="Rust",
        path="rust/bot.rs",
        tongue="frames",
        needs=("rustc",),
        build=("rustc", "--edition", "2021", "-D", "warnings", "-o", "{folder}/bot", "{source}"),
        command=("{folder}/bot", *WHERE),
    ),
)
