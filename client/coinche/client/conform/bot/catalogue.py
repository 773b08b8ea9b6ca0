"""All checks of bots, in the order in which they are listed."""

from __future__ import annotations

from coinche.client.conform.checks import Check

from . import acting, ending, legality, refusals, returning, sharing, sign_in, stream, tolerance

BOT_CHECKS: tuple[Check, ...] = (
    *sign_in.CHECKS,
    *acting.CHECKS,
    *legality.CHECKS,
    *tolerance.CHECKS,
    *sharing.CHECKS,
    *stream.CHECKS,
    *refusals.CHECKS,
    *returning.CHECKS,
    *ending.CHECKS,
)
