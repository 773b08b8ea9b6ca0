"""All checks of servers, in the order in which they are listed."""

from __future__ import annotations

from coinche.client.conform.checks import Check

from . import (
    acting,
    agreeing,
    claiming,
    clocks,
    encrypted,
    events,
    framing,
    json_lines,
    keys,
    leaving,
    legality,
    lending,
    lifecycle,
    lobby,
    messages,
    openings,
    reacting,
    requests,
    resuming,
    sign_in,
    strict,
    table_rules,
    tables,
    watching,
)

SERVER_CHECKS: tuple[Check, ...] = (
    *framing.CHECKS,
    *openings.CHECKS,
    *json_lines.CHECKS,
    *encrypted.CHECKS,
    *lifecycle.CHECKS,
    *messages.CHECKS,
    *sign_in.CHECKS,
    *keys.CHECKS,
    *lobby.CHECKS,
    *tables.CHECKS,
    *leaving.CHECKS,
    *table_rules.CHECKS,
    *events.CHECKS,
    *requests.CHECKS,
    *legality.CHECKS,
    *acting.CHECKS,
    *reacting.CHECKS,
    *clocks.CHECKS,
    *resuming.CHECKS,
    *agreeing.CHECKS,
    *claiming.CHECKS,
    *strict.CHECKS,
    *watching.CHECKS,
    *lending.CHECKS,
)
