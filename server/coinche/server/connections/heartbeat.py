"""The end of connections that have fallen silent, and the pings that ask the others for a sign of life."""

from __future__ import annotations

from collections.abc import Iterable

import trio

from coinche.protocol.errors import ErrorCode
from coinche.server import limits
from coinche.server.transport.peer import Delivery

from .client_connection import ClientConnection


async def watch_silence(clients: Iterable[ClientConnection], delivery: Delivery) -> None:
    """Look at all connections every `limits.SWEEP` seconds, until cancelled."""
    while True:
        await trio.sleep(limits.SWEEP)
        now = trio.current_time()
        for client in tuple(clients):
            try:
                _check(client, now)
            except Exception as wrong:
                delivery.fault(client.peer, wrong)


def _check(client: ClientConnection, now: float) -> None:
    """End the connection for the first bound that it has exceeded, or ping its client when that is due."""
    peer, by = client.peer, now + limits.SWEEP
    if now > peer.outgoing.overdue:
        peer.give_up(ErrorCode.SLOW_CONSUMER, f"you have read nothing for {limits.SEND:g} s")
    elif client.session is None and not client.waits and now - client.opened > limits.SIGN_IN:
        peer.drop(ErrorCode.AUTH_TIMEOUT, f"no sign-in within {limits.SIGN_IN:g} s")
    elif client.waits and now - client.waits_since > limits.APPROVAL:
        peer.drop(ErrorCode.AUTH_TIMEOUT, f"nobody has let you in within {limits.APPROVAL:g} s")
    elif now - client.frame_began > limits.FRAME:
        peer.drop(ErrorCode.STALE, f"a frame that has begun was not whole within {limits.FRAME:g} s")
    elif now - client.heard > limits.GONE_AFTER:
        peer.drop(ErrorCode.STALE, f"nothing heard for {limits.GONE_AFTER:g} s")
    elif (
        (client.session is not None or client.waits)
        and by - client.opened >= limits.PING_AFTER
        and peer.round_trip.ping_due(by)
    ):
        peer.ping()
