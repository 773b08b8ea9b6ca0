"""Stand in for `python`: the fork server of `tests/fork_server.py` runs the command, and this ends as that ends.

The modules `signal` and `socket` would take as long as all the rest of it.
"""

from __future__ import annotations

import os
import sys
from _signal import SIG_DFL, SIGINT, SIGKILL, SIGTERM, signal  # type: ignore[import-not-found]
from _socket import AF_UNIX, SCM_RIGHTS, SOCK_SEQPACKET, SOL_SOCKET, socket

_FILES = b"".join(file.to_bytes(4, sys.byteorder) for file in (0, 1, 2))


def main(address: str, arguments: list[str]) -> int:
    """Send the order, pass on signals, and return the exit status, negative after a signal."""
    words = [*map(os.fsencode, arguments)]
    environment = [name + b"=" + value for name, value in os.environb.items()]
    order = b"\0".join([b"%d" % len(words), os.fsencode(os.getcwd()), *words, *environment])
    server = socket(AF_UNIX, SOCK_SEQPACKET)
    server.connect(address)
    server.sendmsg([order], [(SOL_SOCKET, SCM_RIGHTS, _FILES)])
    process = int(server.recv(16))

    def pass_on(number: int, _: object) -> None:
        try:  # noqa: SIM105 - contextlib takes time
            os.kill(process, number)
        except ProcessLookupError:
            pass

    for number in (SIGINT, SIGTERM):
        signal(number, pass_on)
    return int(server.recv(16))


if __name__ == "__main__":
    status = main(sys.argv[1], sys.argv[2:])
    if status < 0:
        if -status != SIGKILL:
            signal(-status, SIG_DFL)
        os.kill(os.getpid(), -status)
    sys.exit(status)
