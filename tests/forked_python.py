"""Stand in for `python`: the fork server of `tests/fork_server.py` runs the command, and this ends as that ends."""

from __future__ import annotations

import os
import signal
import socket
import sys
from contextlib import suppress


def main(address: str, arguments: list[str]) -> int:
    """Send the order, pass on signals, and return the exit status, negative after a signal."""
    words = [*map(os.fsencode, arguments)]
    environment = [name + b"=" + value for name, value in os.environb.items()]
    order = b"\0".join([b"%d" % len(words), os.fsencode(os.getcwd()), *words, *environment])
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server:
        server.connect(address)
        socket.send_fds(server, [order], [0, 1, 2])
        process = int(server.recv(16))
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda number, _: os.kill(process, number))
        return int(server.recv(16))


if __name__ == "__main__":
    status = main(sys.argv[1], sys.argv[2:])
    if status < 0:
        with suppress(OSError):  # some signals have no handlers
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    sys.exit(status)
