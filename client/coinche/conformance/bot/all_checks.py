"""All checks of bots, in the order in which they are listed."""

from __future__ import annotations

from coinche.conformance.bot import (
    acting,
    byte_stream,
    ending,
    errors,
    legality,
    resuming,
    shuffle_shares,
    sign_in,
    tolerance,
)
from coinche.conformance.checks import Check

BOT_CHECKS: tuple[Check, ...] = (
    *sign_in.CHECKS,
    *acting.CHECKS,
    *legality.CHECKS,
    *tolerance.CHECKS,
    *shuffle_shares.CHECKS,
    *byte_stream.CHECKS,
    *errors.CHECKS,
    *resuming.CHECKS,
    *ending.CHECKS,
)
