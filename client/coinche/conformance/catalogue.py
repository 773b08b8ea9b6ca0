"""All checks of both sides, in the order in which they are listed."""

from __future__ import annotations

from itertools import chain

from coinche.conformance.bot import acting, byte_stream, ending, errors, legality, resuming, shuffle_shares, tolerance
from coinche.conformance.bot import sign_in as bot_sign_in
from coinche.conformance.server import (
    agreements,
    archive,
    clocks,
    connection_life,
    events,
    framing,
    seats,
    sign_in,
    strict_tables,
    tables,
)
from coinche.conformance.server import legality as server_legality
from coinche.conformance.server import resuming as server_resuming
from coinche.conformance.server import shuffle_shares as server_shuffle_shares

from .checks import Check, Side

SERVER_CHECKS: tuple[Check, ...] = (
    *chain(framing.CHECKS, connection_life.CHECKS, sign_in.CHECKS, tables.CHECKS, seats.CHECKS, events.CHECKS),
    *chain(server_legality.CHECKS, clocks.CHECKS, server_resuming.BACK_CHECKS, agreements.CHECKS),
    *chain(strict_tables.CHECKS, server_shuffle_shares.CHECKS, server_resuming.WATCHING_CHECKS, archive.CHECKS),
)
BOT_CHECKS: tuple[Check, ...] = (
    *chain(bot_sign_in.CHECKS, acting.CHECKS, legality.CHECKS, tolerance.CHECKS, shuffle_shares.CHECKS),
    *chain(byte_stream.CHECKS, errors.CHECKS, resuming.CHECKS, ending.CHECKS),
)
CHECKS: dict[Side, tuple[Check, ...]] = {Side.SERVER: SERVER_CHECKS, Side.BOT: BOT_CHECKS}
