"""All checks of bots, in the order in which they are listed."""

from __future__ import annotations

from coinche.client.conform.checks import Check

from . import acting, legality, sign_in, tolerance

BOT_CHECKS: tuple[Check, ...] = (*sign_in.CHECKS, *acting.CHECKS, *legality.CHECKS, *tolerance.CHECKS)
