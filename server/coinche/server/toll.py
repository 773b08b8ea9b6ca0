"""Whether a client has paid for what it says, out of what its connection may say.

Knows who is out of pocket. Refuses to know prices (`costs`), and what a message does.
"""

from __future__ import annotations

from coinche.protocol.errors import ErrorCode, ProtocolError
from coinche.protocol.messages import FromClient, Role

from . import costs
from .refusal import error
from .visitor import Visitor

_TOO_MUCH = "you have said more than your allowance; wait a moment"


def is_paid(visitor: Visitor, received: FromClient | ProtocolError) -> bool:
    """Take the price. Who has nothing left is told so, and sent away if that does not help.

    What is no message is answered by what is wrong with it, but costs all the same.
    """
    peer, cost = visitor.peer, costs.cost(received)
    if isinstance(received, ProtocolError):
        peer.charge(cost)
        return True
    if not cost or is_free(visitor) or peer.allowance.take(visitor.heard, cost):
        return True
    peer.send(error(ErrorCode.RATE, _TOO_MUCH, re=received.id))
    peer.charge(costs.REFUSED)
    return False


def is_free(visitor: Visitor) -> bool:
    """A provider plays at many tables at once, and is the operator's."""
    return visitor.session is not None and visitor.session.role is Role.PROVIDER
