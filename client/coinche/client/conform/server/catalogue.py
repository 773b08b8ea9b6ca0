"""All checks of servers, in the order in which they are listed."""

from __future__ import annotations

from coinche.client.conform.checks import Check

from . import framing

SERVER_CHECKS: tuple[Check, ...] = (*framing.CHECKS,)
