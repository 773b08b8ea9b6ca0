"""Limits on the process of an entrant: this file runs in the new process, before the entrant's command takes its place.

    python -I -S process_limits.py '{"memory_mb": 2048, "cpu_s": 3600, "open_files": 256, "processes": 256}' COMMAND ...

It sets the limits, has the process end with its parent where the system can do that, and runs the command. With `port`
and `pass_to` it first listens on that port of 127.0.0.1 and passes the listening socket to the file descriptor: inside
a network namespace of its own, a process then reaches the server there, and nothing else anywhere. It imports nothing
of this project, for it runs where the project may not be found.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys

PR_SET_PDEATHSIG = 1
SIGKILL = 9
FILE_SIZE = 64 << 20
"""Bytes of a file that a process writes, its standard error included."""
NOT_STARTED = 127
"""The exit status where the command cannot be run, as a shell has it."""


def main() -> None:
    """Set the limits and become the command."""
    options, command = json.loads(sys.argv[1]), sys.argv[2:]
    if "port" in options:
        _pass_listener(options["port"], options["pass_to"])
    die_with_parent()
    limit(options)
    try:
        os.execvp(command[0], command)
    except OSError as wrong:
        sys.stderr.write(f"cannot start {command[0]!r}: {wrong.strerror}\n")
        sys.exit(NOT_STARTED)


def _pass_listener(port: int, descriptor: int) -> None:
    with socket.socket(fileno=descriptor) as receiver, socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen()
        socket.send_fds(receiver, [b"listening"], [listener.fileno()])


def die_with_parent() -> None:
    """Have this process killed when the thread that has started it ends, where the system can do that."""
    if sys.platform == "linux":
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL)


def limit(options: dict[str, int]) -> None:
    """Set the limits of this process; those of its children are the same. `processes` counts all of the user, and in a
    sandbox those of the sandbox alone; root has no such limit."""
    import resource

    megabytes = options["memory_mb"] << 20
    memory = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    for kind, most in (
        (memory, megabytes),
        (resource.RLIMIT_CPU, options["cpu_s"]),
        (resource.RLIMIT_NOFILE, options["open_files"]),
        (resource.RLIMIT_FSIZE, FILE_SIZE),
        (resource.RLIMIT_CORE, 0),
        *([(resource.RLIMIT_NPROC, options["processes"])] if "processes" in options else []),
    ):
        _, hard = resource.getrlimit(kind)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (allowed, allowed))


if __name__ == "__main__":
    main()
