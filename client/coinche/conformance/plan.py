"""The checks of both sides in the order of the list, the selection for a run, and the number that run at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coinche.conformance.bot.ending import BotErrorChecks, BotResumeChecks, EndingChecks
from coinche.conformance.bot.playing import ActingChecks, BotShareChecks, LegalityChecks
from coinche.conformance.bot.reading import ByteStreamChecks, ToleranceChecks
from coinche.conformance.bot.sign_in import BotSignInChecks
from coinche.conformance.server.agreements import AgreementChecks
from coinche.conformance.server.archive import ArchiveChecks, LendingChecks
from coinche.conformance.server.clocks import ClockChecks, ReactionChecks
from coinche.conformance.server.connection_life import ConnectionLifeChecks
from coinche.conformance.server.events import EventChecks, RequestChecks, RuleChecks
from coinche.conformance.server.framing import FrameChecks, JsonLineChecks, TlsChecks
from coinche.conformance.server.hints import HintChecks, HintLendingChecks, ValuesChecks
from coinche.conformance.server.ladder import LadderChecks
from coinche.conformance.server.legality import ActionChecks
from coinche.conformance.server.people import PeopleChecks
from coinche.conformance.server.practice import PracticeChecks
from coinche.conformance.server.resuming import ResumeChecks, WatchingChecks
from coinche.conformance.server.seats import HostChecks, NewcomerChecks
from coinche.conformance.server.shuffle_shares import ShareChecks
from coinche.conformance.server.sign_in import KeyChecks, SignInChecks
from coinche.conformance.server.strict_tables import BiddingSystemChecks, StrictTableChecks
from coinche.conformance.server.tables import TableChecks
from coinche.conformance.server.web import BrowserChecks

from .checks import LONGEST, Check, CheckResult, OpenBench, Side, Verdict, checks_of, run

SERVER_CHECKS = checks_of(
    Side.SERVER,
    *(
        FrameChecks,
        JsonLineChecks,
        BrowserChecks,
        TlsChecks,
        ConnectionLifeChecks,
        SignInChecks,
        KeyChecks,
        TableChecks,
    ),
    *(NewcomerChecks, HostChecks, RuleChecks, EventChecks, RequestChecks, ActionChecks, ReactionChecks, ClockChecks),
    *(ResumeChecks, AgreementChecks, StrictTableChecks, BiddingSystemChecks, ShareChecks, WatchingChecks),
    *(HintChecks, ArchiveChecks, ValuesChecks, LendingChecks, HintLendingChecks, PeopleChecks, PracticeChecks),
    *(LadderChecks,),
)
BOT_CHECKS = checks_of(
    Side.BOT,
    *(BotSignInChecks, ActingChecks, LegalityChecks, ToleranceChecks, BotShareChecks),
    *(ByteStreamChecks, BotErrorChecks, BotResumeChecks, EndingChecks),
)
CHECKS: dict[Side, tuple[Check, ...]] = {Side.SERVER: SERVER_CHECKS, Side.BOT: BOT_CHECKS}

GATES: dict[Side, tuple[str, ...]] = {
    Side.SERVER: ("tls.fingerprint", "life.ping"),
    Side.BOT: ("bot.hello.first", "bot.join.table"),
}
"""The checks that every run begins with; if one of them fails, the others are not run."""
AT_ONCE = {Side.SERVER: 12, Side.BOT: 2}
"""The number of checks that run at a time: a server has many clients, a bot is a process for each check."""
SLOW = {Side.SERVER: 10.0, Side.BOT: 15.0}
"""Seconds that a check takes if the peer is slow or never sends what is due."""
SECONDS_A_DEAL = 1.0
"""Seconds that a slow bot may need for a deal, beyond those that every check may take."""
MINUTE = 60


class NoSuchCheck(ValueError):
    """No check has that id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The checks that were asked for, in the order of the catalogue."""

    side: Side
    checks: tuple[Check, ...]
    deals: int = 0
    """The number of deals for each kind of decision of a bot."""

    @property
    def gates(self) -> tuple[Check, ...]:
        """The checks that every run begins with, asked for or not."""
        by_id = {check.id: check for check in CHECKS[self.side]}
        return tuple(by_id[name] for name in GATES[self.side])

    @property
    def longest(self) -> float:
        """Seconds for each check: more where more deals are asked for."""
        return LONGEST + SECONDS_A_DEAL * self.deals

    def __str__(self) -> str:
        """Return the number of checks and the time that they may take."""
        count, at_once = len(self.checks), AT_ONCE[self.side]
        minutes = max(1, round(max(self.longest, count * SLOW[self.side] / at_once) / MINUTE))
        beside = f", {at_once} at a time" if count > 1 else ""
        return f"{_counted(count, 'check')}{beside}; about {_counted(minutes, 'minute')} at worst"

    async def results(self, opened: OpenBench, told: Callable[[CheckResult], None]) -> tuple[CheckResult, ...]:
        """Run the checks; if a gate fails, return its result and the results before it."""
        found: list[CheckResult] = []
        for gate in self.gates:
            (result,) = await run([gate], opened, lambda _: None, at_once=1, longest=self.longest)
            shut = result.verdict is Verdict.FAILED
            if shut or gate in self.checks:
                told(result)
                found.append(result)
            if shut:
                return tuple(result for result in found if result.verdict is not Verdict.NOT_OFFERED)
        rest = [check for check in self.checks if check not in self.gates]
        found += await run(rest, opened, told, at_once=AT_ONCE[self.side], longest=self.longest)
        return tuple(found)


def planned(side: Side, only: str | None, deals: int = 0) -> Plan:
    """Return all checks of a side, or those with these ids; raise NoSuchCheck for an unknown id."""
    there = CHECKS[side]
    if only is None:
        return Plan(side=side, checks=there, deals=deals)
    wanted = [name.strip() for name in only.split(",")]
    for name in wanted:
        if name not in {check.id for check in there}:
            raise NoSuchCheck(name)
    return Plan(side=side, checks=tuple(check for check in there if check.id in wanted), deals=deals)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
