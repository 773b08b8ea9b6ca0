"""The plan of the checks: those asked for, after those without which all others would fail."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import pytest

from coinche.conformance.checks import Check, CheckResult, Failed, NotOffered, Run, Side, Verdict
from coinche.conformance.plan import CHECKS, GATES, NoSuchCheck, Plan, planned
from coinche.conformance.server.harness import opening
from coinche.conformance.transcript import Transcript
from tests.conform.serving import our_server
from tests.conform.test_catalogue import conform

FINGERPRINT, PING = GATES[Side.SERVER]
BYE = "life.bye"


@dataclass(frozen=True, slots=True)
class Bench:
    """A bench on which nothing lies."""

    transcript: Transcript

    async def ending(self) -> str:
        return ""


@asynccontextmanager
async def opened(check: Check, transcript: Transcript) -> AsyncIterator[Bench]:
    yield Bench(transcript)


async def holds(bench: Bench) -> None:
    """Passes."""


async def fails(bench: Bench) -> None:
    """Fails."""
    raise Failed("it does not hold")


async def is_not_there(bench: Bench) -> None:
    """Has nothing to see."""
    raise NotOffered("not here")


@pytest.fixture
def behave(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Put other functions in the place of the server's checks, all of which hold but for those that are named."""

    def put(**runs: Run) -> None:
        by_name = {name.replace("__", "."): run for name, run in runs.items()}
        checks = tuple(replace(check, run=by_name.get(check.id, holds)) for check in CHECKS[Side.SERVER])
        monkeypatch.setitem(CHECKS, Side.SERVER, checks)

    return put


async def verdicts(plan: Plan) -> tuple[dict[str, Verdict], list[str]]:
    """The verdict of each check, and the checks that were reported."""
    told: list[CheckResult] = []
    results = await plan.results(opened, told.append)
    return {result.check.id: result.verdict for result in results}, [result.check.id for result in told]


def test_the_checks_that_all_need_are_there() -> None:
    for side, gates in GATES.items():
        assert [check.id for check in Plan(side=side, checks=()).gates] == list(gates)


def test_what_is_asked_for_is_planned_in_the_order_of_the_catalogue() -> None:
    assert [check.id for check in planned(Side.SERVER, f"{BYE}, {PING}").checks] == [PING, BYE]
    assert planned(Side.BOT, None).checks == CHECKS[Side.BOT]
    with pytest.raises(NoSuchCheck, match=r"life\.levitate"):
        planned(Side.SERVER, "life.levitate")


@pytest.mark.parametrize(
    ("count", "deals", "says"),
    [
        (1, 0, "1 check; about 1 minute at worst"),
        (1, 200, "1 check; about 4 minutes at worst"),
        (24, 0, "24 checks, 2 at a time; about 3 minutes at worst"),
    ],
)
def test_it_says_how_long_that_may_take(count: int, deals: int, says: str) -> None:
    assert str(Plan(side=Side.BOT, checks=CHECKS[Side.BOT][:count], deals=deals)) == says


async def test_all_are_run_where_the_first_hold(behave: Callable[..., None]) -> None:
    behave(tls__fingerprint=is_not_there, life__bye=fails)
    found, told = await verdicts(planned(Side.SERVER, None))
    assert found.keys() == set(told) == {check.id for check in CHECKS[Side.SERVER]}
    assert {name for name, verdict in found.items() if verdict is not Verdict.PASSED} == {FINGERPRINT, BYE}


async def test_one_check_alone_is_told_alone(behave: Callable[..., None]) -> None:
    behave()
    assert await verdicts(planned(Side.SERVER, BYE)) == ({BYE: Verdict.PASSED}, [BYE])


@pytest.mark.parametrize(("only", "before"), [(None, [FINGERPRINT]), (BYE, []), (PING, [])])
async def test_nothing_is_run_behind_one_that_fails(
    only: str | None, before: list[str], behave: Callable[..., None]
) -> None:
    behave(life__ping=fails)
    expected = {**dict.fromkeys(before, Verdict.PASSED), PING: Verdict.FAILED}
    assert await verdicts(planned(Side.SERVER, only)) == (expected, [*before, PING])


async def test_a_server_with_another_fingerprint_is_not_checked() -> None:
    async with our_server(tls=True) as target:
        bench = opening(replace(target, fingerprint="AAAA-AAAA-AAAA-AAAA-AAAA-AAAA"))
        (result,) = await planned(Side.SERVER, None).results(bench, lambda _: None)
    assert (result.check.id, result.verdict) == (FINGERPRINT, Verdict.FAILED)
    assert result.why == f"the certificate has {target.fingerprint}, the link AAAA-AAAA-AAAA-AAAA-AAAA-AAAA"


def test_the_command_says_that_nothing_else_was_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert conform(monkeypatch, "server", "127.0.0.1:1") == 1
    rest = len(CHECKS[Side.SERVER]) - 1
    end = f"\n\nNothing else was checked: {rest} checks need this one to pass first.\n\n0 passed, 1 failed\n"
    assert capsys.readouterr().out.endswith(end)
