"""What each message costs its sender, in what a connection may say: the more work it makes, the more.

Knows prices. Refuses to know what is left of anybody's allowance (`bucket`), and what becomes of who has none.
"""

from __future__ import annotations

from coinche.protocol.errors import ProtocolError
from coinche.protocol.messages import (
    Accept,
    Act,
    AddBot,
    Admit,
    Begin,
    Bye,
    Chat,
    Claim,
    ClearSeat,
    CreateTable,
    DeclareSystem,
    Decline,
    FromClient,
    GetRecord,
    GetStatistics,
    GoOn,
    Hello,
    Join,
    Leave,
    ListMatches,
    Pause,
    Ping,
    Pledge,
    Pong,
    Prove,
    Rematch,
    Share,
    SwapSeats,
    VoteOut,
    Watch,
)

COST: dict[type[FromClient], int] = {
    Act: 0,
    Claim: 0,
    Pledge: 0,
    Share: 0,
    Pong: 0,
    Bye: 0,
    Ping: 1,
    Leave: 1,
    GoOn: 1,
    Pause: 1,
    Rematch: 1,
    VoteOut: 1,
    Chat: 1,
    Accept: 1,
    Decline: 1,
    AddBot: 1,
    Admit: 1,
    SwapSeats: 1,
    ClearSeat: 1,
    Begin: 1,
    ListMatches: 1,
    Join: 1,
    Watch: 1,
    GetRecord: 1,
    DeclareSystem: 4,
    Hello: 4,
    Prove: 4,
    CreateTable: 5,
    GetStatistics: 8,
}
"""What a message costs. What answers the server costs nothing: a program that plays fast is never limited."""

MALFORMED = 10
"""What one costs that is no message."""
REFUSED = 1
"""What it costs besides to be refused."""
UNASKED = 1
"""What an act costs that answers no live request, or a pong that answers no ping."""
LOG = 200
"""So many events of a log cost one more to who comes to a table."""
LOG_AT_MOST = 20
"""What a log costs, however long it is."""


def of_log(events: int) -> int:
    """What it costs to be sent a log from its beginning."""
    return min(events // LOG, LOG_AT_MOST)


def cost(received: FromClient | ProtocolError) -> int:
    """What it costs to have said that."""
    return MALFORMED if isinstance(received, ProtocolError) else COST[type(received)]
