"""The protocol's duties of a bot and of a server, as `coinche-conform` checks them: a line for each check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from coinche.conformance.checks import Check
from coinche.conformance.plan import BOT_CHECKS, SERVER_CHECKS


def of_a_bot() -> Iterator[str]:
    """The lines of a list of what is asked of a bot."""
    yield ""
    yield from _listed(BOT_CHECKS)


def of_a_server() -> Iterator[str]:
    """The same of a server, below the name of each section that the checks are about."""
    for section, checks in groupby(SERVER_CHECKS, lambda check: check.section):
        yield from ("", f"**{section}**", "")
        yield from _listed(checks)


def _listed(checks: Iterable[Check]) -> Iterator[str]:
    for check in checks:
        advised = "Advised: " if check.advice else ""
        yield f"- {advised}{check.says.removesuffix('.')} (`{check.id}`)."
