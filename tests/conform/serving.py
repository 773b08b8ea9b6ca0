"""Servers to be checked: our own in this process, on loopback, and things in memory that are no servers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
import trio
from trio.abc import Stream

from coinche.conformance.checks import Check, CheckResult, run
from coinche.conformance.server.harness import Lender, Target, opening
from coinche.protocol import auth
from coinche.server import limits
from coinche.server.app import Server, WebOptions
from coinche.server.lobby.ladder import LadderSettings
from coinche.server.match.table_options import HintsPolicy, Pace, TableOptions
from coinche.server.sessions.name_register import Register

PATIENT = 120.0
"""Seconds for a check where other tests run beside it."""
BRISK = Pace(bot=0.01, trick=0.01, recap=10.0, final=5.0)
"""A pace that keeps its order and wastes no time."""
LENDER = "lender"
"""Who may lend bots."""
AT_ONCE = 6


@asynccontextmanager
async def our_server(
    *, tls: bool = False, provider: str | None = None, hints: HintsPolicy = HintsPolicy.HOST, web: bool = True
) -> AsyncIterator[Target]:
    """Our server, for as long as it is checked."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "PING_AFTER", 1.0)  # a check waits for two pings
        patch.setattr(limits, "SWEEP", 0.2)
        async with _our_server(tls=tls, provider=provider, hints=hints, web=web) as target:
            yield target


@asynccontextmanager
async def _our_server(*, tls: bool, provider: str | None, hints: HintsPolicy, web: bool) -> AsyncIterator[Target]:
    register, token = Register(), "5e" * auth.SECRET_BYTES
    assert register.add_token(LENDER, auth.key(token), provider=True)
    server = Server(
        say=lambda line: None,
        defaults=TableOptions(name="table", pace=BRISK),
        provider=provider,
        register=register,
        hints=hints,
        web=WebOptions() if web else None,
        ladder=LadderSettings(boards=4, pause=0.0),
    )
    async with trio.open_nursery() as nursery:
        port = await nursery.start(server.run, "127.0.0.1", 0)
        with trio.fail_after(PATIENT):
            while provider is not None and not server.lobby.sessions.providers:
                await trio.sleep(0.01)
        lender = Lender(name=LENDER, token=token)
        fingerprint = server.certificate.fingerprint
        yield Target(host="127.0.0.1", port=port, tls=tls, fingerprint=fingerprint, lender=lender)
        nursery.cancel_scope.cancel()


@dataclass(frozen=True, slots=True, kw_only=True)
class InMemory(Target):
    """Something at the other end that `answers` as it likes."""

    answers: Callable[[Stream], Awaitable[None]]
    nursery: trio.Nursery

    async def connect(self, tls: bool | None = None) -> Stream:
        ours, theirs = trio.testing.memory_stream_pair()
        self.nursery.start_soon(self.answers, theirs)
        return ours


async def checked(target: Target, checks: Sequence[Check]) -> tuple[CheckResult, ...]:
    """The results of the checks of that server."""
    return await run(checks, opening(target), lambda result: None, at_once=AT_ONCE, longest=PATIENT)
