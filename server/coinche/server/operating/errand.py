"""An order about what is kept, whether a server runs or not: the server that has it carries it out, or we do.

Knows the lock that tells which. Refuses to know the orders (`desk`).
"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import trio

from coinche.server import limits
from coinche.server.clock import SystemEntropy
from coinche.server.sessions.names import Register
from coinche.server.storage.damaged import put_right
from coinche.server.storage.data_dir import InUse, Lock
from coinche.server.storage.database import DataFile
from coinche.server.storage.journal import AtOnce

from .ctl import FILE
from .ctl_cli import NoServer, ordered
from .desk import Desk
from .forgetting import Forgetting
from .kept_sessions import KeptSessions
from .orders import Answer, Orders, Refused, Words


def carried_out(directory: Path, words: Words) -> Answer:
    """What came of it. Refused where it cannot be done, DataFailed where the data cannot be used."""
    try:
        with Lock(directory):
            return _alone(directory, words)
    except InUse as use:
        return _by_server(directory, words) or _after_others(directory, words, use)


def _alone(directory: Path, words: Words) -> Answer:
    with closing(DataFile(directory)) as file, closing(file.reader()) as reader:
        writer, register = AtOnce(file), Register(file)
        put_right(file, _complain)
        desk = Desk(register, Forgetting(reader, writer), KeptSessions(file), writer.settled, SystemEntropy())
        return trio.run(Orders(_unheard, *desk.orders).obey, words)


def _by_server(directory: Path, words: Words) -> Answer | None:
    """What the server has answered; None where none takes orders there."""
    try:
        answer: dict[str, Any] = ordered(directory / FILE, words)
    except NoServer:
        return None
    if not answer["ok"]:
        raise Refused(" ".join(answer["said"]))
    return Answer(tuple(answer["said"]), answer.get("data", {}))


def _after_others(directory: Path, words: Words, use: InUse) -> Answer:
    """Whoever works with the data is no server, or one that takes no orders: a command is done soon."""
    try:
        with Lock(directory, patience=limits.LOCK):
            return _alone(directory, words)
    except InUse:
        raise Refused(str(use)) from None


def _complain(line: str) -> None:
    """What cannot be used is said beside what comes of the order."""
    print(f"coinche-server: {line}", file=sys.stderr)


def _unheard(_line: str) -> None:
    """Whoever gives the order is told what comes of it."""
