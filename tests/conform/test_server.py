"""Our server does what PROTOCOL.md says; and whoever says nothing, or anything, passes no check."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
import trio
import trio.testing
from trio.abc import Stream

from coinche.conformance.checks import Verdict
from coinche.conformance.plan import SERVER_CHECKS
from coinche.conformance.report import failures
from coinche.conformance.server.harness import Lender
from coinche.server.app import DEFAULT_PROVIDER
from coinche.server.match.table_options import HintsPolicy
from tests.conform.serving import InMemory, checked, our_server

LENDING = ("tables.bots", "hints.legal", "values.legal")
"""The checks that take a server with bots, which takes a process of its own."""
DECIDED = "tables.hints_of_server"
"""The one check for a server whose operator decides about hints."""
SHARES = 4
"""So many tests divide the checks, that they may run beside one another."""
NOBODY = Lender(name="nobody", token="00" * 32)
THROUGH_TLS = (
    *("frames.torn", "frames.too_big_after", "json.sign_in", "web.sign_in"),
    *("life.re", "events.secrecy", "resume.replaced"),
)


@pytest.mark.parametrize("share", range(SHARES))
async def test_our_server_passes_every_check(share: int) -> None:
    checks = [check for check in SERVER_CHECKS if check.id not in (*LENDING, DECIDED)][share::SHARES]
    async with our_server() as target:
        results = await checked(target, checks)
    assert not list(failures(results)), "\n".join(failures(results))
    assert {result.verdict for result in results} == {Verdict.PASSED}


async def test_a_server_without_bots_is_not_checked_for_lending_them() -> None:
    async with our_server() as target:
        results = await checked(target, [check for check in SERVER_CHECKS if check.id in LENDING])
    assert [result.verdict for result in results] == [Verdict.NOT_OFFERED] * len(LENDING)


async def test_a_server_without_a_page_is_not_checked_for_browsers() -> None:
    async with our_server(web=False) as target:
        results = await checked(target, [check for check in SERVER_CHECKS if check.id.startswith("web.")])
        (opening,) = await checked(target, [check for check in SERVER_CHECKS if check.id == "openings.http"])
    assert {result.verdict for result in results} == {Verdict.NOT_OFFERED}
    assert opening.verdict is Verdict.PASSED, opening.why


@pytest.mark.parametrize("policy", HintsPolicy)
async def test_whoever_decides_about_hints_is_checked_for_that(policy: HintsPolicy) -> None:
    async with our_server(hints=policy) as target:
        results = await checked(target, [check for check in SERVER_CHECKS if check.id in ("tables.hints", DECIDED)])
    verdicts = {result.check.id: result.verdict for result in results}
    passed = "tables.hints" if policy is HintsPolicy.HOST else DECIDED
    assert verdicts == {"tables.hints": Verdict.NOT_OFFERED, DECIDED: Verdict.NOT_OFFERED, passed: Verdict.PASSED}


async def test_bots_are_lent_and_answer_questions() -> None:
    async with our_server(provider=DEFAULT_PROVIDER) as target:
        results = await checked(target, [check for check in SERVER_CHECKS if check.id in LENDING])
    assert [result.verdict for result in results] == [Verdict.PASSED] * len(LENDING), "\n".join(failures(results))


async def test_the_checks_go_through_tls_as_well() -> None:
    async with our_server(tls=True) as target:
        results = await checked(target, [check for check in SERVER_CHECKS if check.id in THROUGH_TLS])
    assert [(result.check.id, result.why) for result in results if result.why] == []
    assert len(results) == len(THROUGH_TLS)


async def says_nothing(stream: Stream) -> None:
    """Reads, and never answers."""
    while await stream.receive_some(4096):
        pass


async def hangs_up(stream: Stream) -> None:
    """Is gone at once."""
    await stream.aclose()


async def echoes(stream: Stream) -> None:
    """Sends back whatever comes."""
    while data := await stream.receive_some(4096):
        await stream.send_all(data)


async def babbles(stream: Stream) -> None:
    """Says what is no message, and reads nothing."""
    await stream.send_all(b"\x00\x00\x00\x02\x93\x01" * 100)
    await stream.aclose()


@pytest.mark.parametrize("answers", [says_nothing, hangs_up, echoes, babbles])
async def test_nobody_passes_by_accident(
    answers: Callable[[Stream], Awaitable[None]], autojump_clock: trio.testing.MockClock
) -> None:
    async def until_it_breaks(stream: Stream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await answers(stream)

    async with trio.open_nursery() as nursery:
        target = InMemory(
            host="memory",
            port=1,
            tls=False,
            fingerprint="AAAA",
            lender=NOBODY,
            answers=until_it_breaks,
            nursery=nursery,
        )
        results = await checked(target, SERVER_CHECKS)
        nursery.cancel_scope.cancel()
    passed = {result.check.id for result in results if result.verdict is not Verdict.FAILED}
    assert not passed
