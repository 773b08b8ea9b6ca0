"""A fork server: one Python that has imported bots, client and server, and forks a process for each command.

A command takes 0.4 to 0.6 s of processor before its first line, all of it imports, and tests start hundreds of them.
`tests/forked_python.py` stands in for `python` there: same arguments, environment, directory, files, signals and exit
status. A forked command starts its children the same way: a client its private server, a server its bots. Each command
still has tests that start it as an ordinary process.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import os
import runpy
import selectors
import shlex
import signal
import socket
import subprocess
import sys
import termios
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory

IMPORTED = ("coinche.bots.cli", "coinche.client.cli", "coinche.server.cli", "coinche.ssh.cli")
"""The modules that are there at the fork, with all that they import; the one that a command names is executed anew."""
ROOT = Path(__file__).parent.parent
_LAUNCHER = Path(__file__).with_name("forked_python.py")
_LONGEST = 1 << 18
"""Bytes of an order."""


@contextmanager
def fork_server() -> Iterator[tuple[str, ...]]:
    """Start a fork server; give the command that stands in for `python`. Without Linux, that is `python` itself."""
    if not hasattr(os, "pidfd_open"):
        yield (sys.executable,)
        return
    with TemporaryDirectory(prefix="coinche-fork-") as folder:
        address, stand_in = str(Path(folder) / "orders"), Path(folder) / "python"
        command = (sys.executable, "-S", "-E", "-P", str(_LAUNCHER), address)
        stand_in.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n', encoding="utf-8")
        stand_in.chmod(0o700)
        with subprocess.Popen(
            [sys.executable, "-P", "-m", "tests.fork_server", address, str(stand_in)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), *sys.path))},
            start_new_session=True,
        ) as server:
            assert server.stdin is not None
            assert server.stdout is not None
            assert server.stdout.readline() == b"ready\n"
            yield command
            server.stdin.close()


@cache
def forked_python() -> tuple[str, ...]:
    """The command that stands in for `python` until the tests end."""
    kept = ExitStack()
    atexit.register(kept.close)
    return kept.enter_context(fork_server())


def is_forked(command: Sequence[str]) -> bool:
    """Test whether the command is one for the fork server; its process leads a session of its own."""
    return str(_LAUNCHER) in command


@dataclass(frozen=True, slots=True)
class Order:
    """What a launcher asks for: `python`'s arguments, and the surroundings of the process."""

    arguments: list[str]
    directory: str
    environment: dict[bytes, bytes]
    files: list[int]

    @staticmethod
    def received(connection: socket.socket) -> Order | None:
        """Read it, with its open files; None from a launcher that was killed before it had sent it."""
        try:
            data, files, _, _ = socket.recv_fds(connection, _LONGEST, 3)
        except ConnectionError:
            return None
        if not data:
            return None
        count, directory, *rest = data.split(b"\0")
        arguments = [os.fsdecode(word) for word in rest[: int(count)]]
        environment = dict(pair.split(b"=", 1) for pair in rest[int(count) :])
        return Order(arguments, os.fsdecode(directory), environment, files)

    def take_place(self) -> None:
        """Make this process what the order describes."""
        os.setsid()
        for number, file in enumerate(self.files):
            os.dup2(file, number)
            os.close(file)
        if os.isatty(0):
            with suppress(OSError):  # it is the terminal of another session
                fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        assert isinstance(sys.stdout, TextIOWrapper)
        sys.stdout.reconfigure(line_buffering=os.isatty(1))
        os.chdir(self.directory)
        os.environb.clear()
        os.environb.update(self.environment)

    def run(self) -> None:
        """Run what `python` runs with the arguments: a file, a module after `-m`, or a program after `-c`."""
        name, *rest = self.arguments[self.arguments[0] == "-P" :]
        if name == "-c":
            sys.argv = [name, *rest[1:]]
            exec(rest[0], {"__name__": "__main__"})
        elif name == "-m":
            sys.argv = rest
            sys.modules.pop(rest[0], None)
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        else:
            sys.argv = [name, *rest]
            sys.path.insert(0, str(Path(name).parent))
            runpy.run_path(name, run_name="__main__")


def _serve(listener: socket.socket) -> Order | None:
    """Fork for each order until standard input ends; in a fork, return its order."""
    with selectors.DefaultSelector() as waiting:
        waiting.register(listener, selectors.EVENT_READ)
        waiting.register(sys.stdin, selectors.EVENT_READ)
        while True:
            key, _ = waiting.select()[0]  # which may close that of the next
            if key.fileobj is sys.stdin:
                return None
            if key.fileobj is not listener:
                key.data()
            elif (order := _forked(listener.accept()[0], waiting)) is not None:
                return order


def _forked(launcher: socket.socket, waiting: selectors.BaseSelector) -> Order | None:
    """Fork; in the fork, return the order. The launcher is told the process and its status; if killed, so is that."""
    order = Order.received(launcher)
    if order is None:
        launcher.close()
        return None
    pid = os.fork()
    if pid == 0:
        order.take_place()
        return order
    for file in order.files:
        os.close(file)
    with suppress(OSError):  # it was killed meanwhile
        launcher.send(b"%d" % pid)
    process = os.pidfd_open(pid)

    def ended() -> None:
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        with suppress(OSError):
            launcher.send(b"%d" % status)
        waiting.unregister(process)
        os.close(process)
        if launcher in waiting.get_map():
            waiting.unregister(launcher)
        launcher.close()

    def killed() -> None:
        waiting.unregister(launcher)
        signal.pidfd_send_signal(process, signal.SIGKILL)
        with suppress(ProcessLookupError):  # it had no session of its own yet
            os.killpg(pid, signal.SIGKILL)

    for source, then in ((process, ended), (launcher, killed)):
        waiting.register(source, selectors.EVENT_READ, then)
    return None


def main(address: str, stand_in: str) -> None:
    """Import, serve, and in each fork run the order."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # `nohup` has it ignored
    sys.executable = stand_in
    for module in IMPORTED:
        import_module(module)
    gc.freeze()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(address)
        listener.listen(64)
        print("ready", flush=True)
        order = _serve(listener)
    if order is not None:
        _end(_status(order))


def _status(order: Order) -> int:
    """Run the order and return its exit status; an error is left to Python, which tells it at the end."""
    try:
        order.run()
    except SystemExit as end:
        if not isinstance(end.code, int | None):
            raise
        return end.code or 0
    return 0


def _end(status: int) -> None:
    """End the process with what Python does at an end, but leave the modules: to free each takes 50 ms in all."""
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join()
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):  # Python has a status for it
        sys.exit(status)
    os._exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
