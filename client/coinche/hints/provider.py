"""The provider of a server: it lends bots, and answers the questions of players for hints and values of cards.

The answers come from a process of its own, `worker`, which is started with the first question. A question that it has
not answered in time is declined, and the process is ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

import trio

from coinche.bot.options import TOKEN_VARIABLE
from coinche.bots.cli import main as run_bots
from coinche.bots.pool import Analyse, lend
from coinche.connection.address import Address
from coinche.protocol.codec import decode_client, encode
from coinche.protocol.errors import ProtocolError
from coinche.protocol.frames import FrameReader
from coinche.protocol.limits import AFTER_SIGN_IN
from coinche.protocol.messages import DeclineQuestion, HintGiven, HintWanted, ValuesGiven, ValuesWanted
from coinche.text.language import Language

WORKER = (sys.executable, "-P", "-m", "coinche.hints.worker")
PATIENCE = 10.0
"""Seconds after which the client that has asked has been told that there is no answer."""


class _Ended(Exception):
    """The process has ended without an answer."""


class AnalysisProcess:
    """The process that answers one question after the other; it is started when there is one."""

    def __init__(self, command: Sequence[str] = WORKER, patience: float = PATIENCE) -> None:
        self._command = command
        self._patience = patience
        self._turn = trio.Lock()
        self._process: trio.Process | None = None

    async def answer(self, question: HintWanted | ValuesWanted) -> HintGiven | ValuesGiven | DeclineQuestion:
        """Return the answer once those to earlier questions are given; decline if the process fails or is too slow."""
        with trio.move_on_after(self._patience), suppress(_Ended, ProtocolError, OSError, trio.BrokenResourceError):
            async with self._turn:
                return await self._asked(question)
        return DeclineQuestion(question=question.question)

    async def _asked(self, question: HintWanted | ValuesWanted) -> HintGiven | ValuesGiven | DeclineQuestion:
        process = self._process = self._process or await self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        answered = False
        try:
            await process.stdin.send_all(encode(question))
            reader = FrameReader(AFTER_SIGN_IN)
            while (body := reader.next_body()) is None:
                if not (data := await process.stdout.receive_some()):
                    raise _Ended
                reader.append(bytes(data))
            answered = True
        finally:
            if not answered:  # what it says later would be taken for the answer to another question
                await self.end()
        answer = decode_client(body)
        assert isinstance(answer, HintGiven | ValuesGiven | DeclineQuestion)
        return answer

    async def _started(self) -> trio.Process:
        return await trio.lowlevel.open_process(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={name: value for name, value in os.environ.items() if name != TOKEN_VARIABLE},
            start_new_session=os.name == "posix",  # it does not get our Ctrl-C: we end it
        )

    async def end(self) -> None:
        """End the process, if it runs; the next question starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        with trio.CancelScope(shield=True):
            process.kill()
            await process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    await pipe.aclose()


@asynccontextmanager
async def analyses() -> AsyncIterator[Analyse]:
    """Answer questions inside the context; the process ends with it."""
    process = AnalysisProcess()
    try:
        yield process.answer
    finally:
        await process.end()


def lend_with_hints(address: Address, name: str, token: str | None, seed: int, language: Language) -> int:
    """Lend bots and answer questions until the server is gone; the exit status."""
    return lend(address, name, token, seed, language, analyses())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line of `coinche-bot --pool`, with hints."""
    run_bots(("--pool", *(sys.argv[1:] if arguments is None else arguments)), lend_with_hints)


if __name__ == "__main__":
    main()
