"""All checks of servers, in the order in which they are listed."""

from __future__ import annotations

from coinche.client.conform.checks import Check

from . import encrypted, framing, json_lines, lifecycle, sign_in

SERVER_CHECKS: tuple[Check, ...] = (
    *framing.CHECKS,
    *json_lines.CHECKS,
    *encrypted.CHECKS,
    *lifecycle.CHECKS,
    *sign_in.CHECKS,
)
