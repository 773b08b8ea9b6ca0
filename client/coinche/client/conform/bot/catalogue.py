"""All checks of bots, in the order in which they are listed."""

from __future__ import annotations

from coinche.client.conform.checks import Check

BOT_CHECKS: tuple[Check, ...] = ()
