"""Bots under check: a command, and what came of the checks."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from coinche.conformance.bot.harness import Effort, opening
from coinche.conformance.checks import Check, CheckResult, Verdict, run
from coinche.conformance.plan import BOT_CHECKS

ROOT = Path(__file__).parents[2]
PATIENT = 120.0
"""Seconds for a check where other tests run beside it."""
LITTLE = Effort(deals=1, presets=1)
"""Enough for a bot that is known to be legal."""
AT_ONCE = 3
ESSENTIAL = (
    "bot.hello.first",
    "bot.hello.fields",
    "bot.join.table",
    "bot.act.fields",
    "bot.act.once",
    "bot.act.number",
    "bot.frames.torn",
    "bot.ping.in_match",
    "bot.legal.bid",
    "bot.legal.play",
    "bot.legal.react",
    "bot.unknown.keys",
    "bot.error.late",
    "bot.end.mid_match",
    "bot.end.status",
)
"""The checks of an example that is like another one."""


def broken_bot(name: str) -> tuple[str, ...]:
    """The command of one of those in `mutants/bots`; without `site` it starts at once."""
    return (sys.executable, "-S", "-E", "-B", "-m", f"tests.conform.mutants.bots.{name}")


def checks_named(*names: str) -> tuple[Check, ...]:
    """Those checks of bots."""
    return tuple(check for check in BOT_CHECKS if check.id in names)


async def checked(
    command: Sequence[str], checks: Sequence[Check] = BOT_CHECKS, effort: Effort = LITTLE
) -> list[CheckResult]:
    """The results of the checks."""
    bench = opening(tuple(command), effort)
    return list(await run(checks, bench, lambda result: None, at_once=AT_ONCE, longest=PATIENT))


def python_in(text: str) -> list[str]:
    """The parts of a text in the form of Python, not JSON; a sentence may have an apostrophe."""
    return _PYTHON.findall(_JSON_TEXT.sub('""', text))


_JSON_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_PYTHON = re.compile(r"\b(?:None|True|False)\b|\bb['\"]|(?<![\w`])'[^']*'|object at 0x|<class|[({]'|Errno|Error\(")


def faults(results: Sequence[CheckResult]) -> dict[str, str]:
    """The failed checks and their reasons; advice is no failure."""
    return {result.check.id: result.why for result in results if result.verdict is Verdict.FAILED}
