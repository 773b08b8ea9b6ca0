"""Where the gateway listens: `2222`, or `192.168.1.20:2222`; and where friends can reach that."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass

EVERYWHERE = ""
ELSEWHERE = ("10.255.255.254", "172.31.255.254", "192.168.255.254", "192.0.2.1")
"""One address of each private range, and one that stands for everywhere else."""
SSH_PORT = 22
HIGHEST = 65535


@dataclass(frozen=True, slots=True)
class Listening:
    """A port, on one address of this machine or on all of them; port 0 is any that is free."""

    host: str
    port: int


def read_listening(text: str) -> Listening | None:
    """What the words mean; None where they mean nothing."""
    match = re.fullmatch(r"(?:(?P<bare>[^\[\]:\s]+):|\[(?P<six>[0-9A-Fa-f:.]+)\]:)?(?P<port>[0-9]{1,5})", text)
    if match is None or int(match["port"]) > HIGHEST:
        return None
    return Listening(match["bare"] or match["six"] or EVERYWHERE, int(match["port"]))


def reached_at(host: str) -> tuple[str, ...]:
    """The addresses that friends can use; this machine's own loopback where there is no other."""
    if host not in (EVERYWHERE, "0.0.0.0", "::"):
        return (host,)
    found = dict.fromkeys(address for there in ELSEWHERE if (address := _source_towards(there)) is not None)
    return tuple(found) or ("127.0.0.1",)


def _source_towards(address: str) -> str | None:
    """Connecting a datagram socket sends nothing; the system only says which address it would use."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((address, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
