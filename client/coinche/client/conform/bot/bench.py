"""What a check of a bot works with: the command that starts it, and what went over its wires."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from coinche.client.conform.checks import Check
from coinche.client.conform.runner import OpenBench
from coinche.client.conform.transcript import Transcript


@dataclass(frozen=True, slots=True)
class BotBench:
    """One check's bot."""

    command: tuple[str, ...]
    transcript: Transcript


def opening(command: tuple[str, ...]) -> OpenBench:
    """Benches for that bot."""

    @asynccontextmanager
    async def opened(check: Check, transcript: Transcript) -> AsyncIterator[BotBench]:
        yield BotBench(command, transcript)

    return opened
