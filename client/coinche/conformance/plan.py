"""Which checks are run, what they all need, how many go beside one another, and how long that may take.

Knows the checks of both sides by their ids. Refuses to know what is in them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .catalogue import CHECKS
from .checks import Check, Side
from .runner import LONGEST, OpenBench, Result, Verdict, run

GATES: dict[Side, tuple[str, ...]] = {
    Side.SERVER: ("tls.fingerprint", "life.ping"),
    Side.BOT: ("bot.hello.first", "bot.join.table"),
}
"""What is asked first, and of everybody: where one of these fails all others are in vain, and are not run."""
AT_ONCE = {Side.SERVER: 12, Side.BOT: 2}
"""How many checks are run beside one another: a server has many clients, a bot is a process for each."""
SLOW = {Side.SERVER: 10.0, Side.BOT: 15.0}
"""Seconds that a check takes of somebody who is slow, or waits in vain for what was said."""
SECONDS_A_DEAL = 1.0
"""What a slow bot may need for a deal, besides what every check may take."""
MINUTE = 60


class NoSuchCheck(ValueError):
    """That is the id of no check."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The checks that were asked for, in the order of the catalogue."""

    side: Side
    checks: tuple[Check, ...]
    deals: int = 0
    """Of a bot: how many for each kind of decision."""

    @property
    def gates(self) -> tuple[Check, ...]:
        """What is asked first, asked for or not, in that order."""
        by_id = {check.id: check for check in CHECKS[self.side]}
        return tuple(by_id[name] for name in GATES[self.side])

    @property
    def longest(self) -> float:
        """Seconds for each check: more where more deals are asked for."""
        return LONGEST + SECONDS_A_DEAL * self.deals

    def __str__(self) -> str:
        """How much it is."""
        count, at_once = len(self.checks), AT_ONCE[self.side]
        minutes = max(1, round(max(self.longest, count * SLOW[self.side] / at_once) / MINUTE))
        beside = f", {at_once} at a time" if count > 1 else ""
        return f"{_counted(count, 'check')}{beside}; about {_counted(minutes, 'minute')} at worst"

    async def results(self, opened: OpenBench, told: Callable[[Result], None]) -> tuple[Result, ...]:
        """What comes of the checks. Where a gate is shut: what came of it, and what passed before."""
        found: list[Result] = []
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
    """All checks of a side, or those whose ids are written; NoSuchCheck where one is none."""
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
