"""All checks of servers, in the order in which they are listed."""

from __future__ import annotations

from coinche.client.conform.checks import Check

from . import (
    acting,
    encrypted,
    events,
    framing,
    json_lines,
    lifecycle,
    requests,
    resuming,
    sign_in,
    table_rules,
    tables,
)

SERVER_CHECKS: tuple[Check, ...] = (
    *framing.CHECKS,
    *json_lines.CHECKS,
    *encrypted.CHECKS,
    *lifecycle.CHECKS,
    *sign_in.CHECKS,
    *tables.CHECKS,
    *table_rules.CHECKS,
    *events.CHECKS,
    *requests.CHECKS,
    *acting.CHECKS,
    *resuming.CHECKS,
)
