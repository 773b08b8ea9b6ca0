"""The process that lends bots: an ordinary client of the server, started anew when it ends, later each time."""

from __future__ import annotations

import os
import shlex
import subprocess

import trio

from . import limits
from .log import Happening, Log, LogEntry

TOKEN_VARIABLE = "COINCHE_TOKEN"
"""The environment variable with the token to sign in with; no list of processes shows the environment."""
SERVER_VARIABLE = "COINCHE_SERVER"
"""The environment variable with the number of this process; when that has ended, the provider ends, too."""


async def supervise(command: str, link: str, token: str, say: Log) -> None:
    """Keep the provider running until cancelled; it ends with the server. Return where it cannot be started."""
    arguments = [*shlex.split(command), "--host", link]
    wait = limits.RESTART_AFTER
    while True:
        started = trio.current_time()
        try:
            code = await _run(arguments, {**os.environ, TOKEN_VARIABLE: token, SERVER_VARIABLE: str(os.getpid())})
        except (FileNotFoundError, PermissionError) as wrong:
            line = f"bots: cannot start {arguments[0]!r}: {wrong.strerror}; seats without a player play the default"
            say(LogEntry(Happening.BOTS_ENDED, line))
            return
        except OSError as wrong:  # the machine is short of something; it may pass
            code = wrong.errno or 1
        steady = trio.current_time() - started > limits.STEADY_AFTER
        wait = limits.RESTART_AFTER if steady else min(2 * wait, limits.RESTART_AT_MOST)
        line = f"bots: the provider ended with status {code}; again in {wait:.0f} s"
        say(LogEntry(Happening.BOTS_ENDED, line, status=code))
        await trio.sleep(wait)


async def _run(arguments: list[str], environment: dict[str, str]) -> int:
    process = await trio.lowlevel.open_process(
        arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment, start_new_session=True
    )
    try:
        return await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
            with trio.CancelScope(shield=True):
                with trio.move_on_after(limits.BOTS_END):
                    await process.wait()
                if process.returncode is None:
                    process.kill()
                    await process.wait()
