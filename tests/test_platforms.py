"""Tests that the programs of players and bot authors import nothing Unix-only without asking for the platform first.

Windows and macOS cannot be tried where these tests run; this is the part that the sources can prove.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PORTABLE = (
    "engine/coinche/engine",
    "protocol/coinche/protocol",
    *(f"client/coinche/{name}" for name in ["text", "connection", "bot", "bots", "hints", "records", "conformance"]),
    *(f"client/coinche/{name}" for name in ["client", "ssh"]),
)
SOURCES = [path for folder in PORTABLE for path in sorted((ROOT / folder).rglob("*.py"))]
UNIX_MODULES = frozenset({"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"})
UNIX_NAMES = {
    "os": frozenset(
        {"chown", "fchmod", "fchown", "fork", "getgid", "getpgid", "getpgrp", "getuid", "geteuid", "killpg", "mkfifo"}
        | {"nice", "openpty", "sched_getaffinity", "setpgid", "setsid", "statvfs", "waitid"}
    ),
    "signal": frozenset(
        {"SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGTSTP", "SIGUSR1", "SIGWINCH"}
        | {"alarm", "pthread_sigmask", "setitimer"}
    ),
    "socket": frozenset({"AF_NETLINK", "AF_UNIX", "MSG_DONTWAIT", "MSG_NOSIGNAL", "SCM_RIGHTS", "SO_REUSEPORT"}),
}
UNIX_ARGUMENTS = frozenset({"pass_fds", "preexec_fn", "process_group", "start_new_session"})


def unguarded(source: str) -> list[str]:
    """The names in it that only Unix has and that are used without a look at the platform."""
    return list(_unguarded(ast.parse(source), asked=False))


def _unguarded(node: ast.AST, *, asked: bool) -> Iterator[str]:
    asked = asked or (isinstance(node, ast.If | ast.IfExp | ast.keyword) and _asks(node))
    if not asked:
        yield from _of_unix(node)
    for inner in ast.iter_child_nodes(node):
        yield from _unguarded(inner, asked=asked)


def _asks(node: ast.If | ast.IfExp | ast.keyword) -> bool:
    """Return whether the condition, or the value of the argument, names the platform."""
    looked_at = ast.unparse(node.value if isinstance(node, ast.keyword) else node.test)
    return "sys.platform" in looked_at or "os.name" in looked_at


def _of_unix(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names if alias.name in UNIX_MODULES)
        case ast.ImportFrom(module=str(module)) if module in UNIX_MODULES:
            yield module
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if attribute in UNIX_NAMES.get(name, ()):
            yield f"{name}.{attribute}"
        case ast.keyword(arg=str(argument)) if argument in UNIX_ARGUMENTS:
            yield argument


def test_nothing_is_imported_or_used_that_only_unix_has() -> None:
    assert len(SOURCES) > 200
    found = {str(path.relative_to(ROOT)): unguarded(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert {name: names for name, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import fcntl", ["fcntl"]),
        ("from termios import tcgetattr", ["termios"]),
        ("os.killpg(1, 9)", ["os.killpg"]),
        ("run(command, start_new_session=True)", ["start_new_session"]),
        ('run(command, start_new_session=os.name == "posix")', []),
        ('if sys.platform != "win32":\n    signal.signal(signal.SIGTSTP, f)', []),
        ('x = signal.SIGKILL if os.name == "posix" else signal.SIGTERM', []),
    ],
)
def test_what_only_unix_has_is_found(source: str, found: list[str]) -> None:
    assert unguarded(source) == found
