"""What ends a connection, keeps one from beginning, or from doing what was asked for: one sentence for each.

Refuses to know whether the program ends with it (`cli`) or the person is at home again (`errand_boy`).
"""

from __future__ import annotations

from typing import assert_never, get_args

from coinche.connection.error_texts import Trouble, turned_away, unkept, unreached, unread
from coinche.connection.errors import CannotConnect, ConnectionLost, LossReason, NoServer, Refused, SentAway
from coinche.connection.storage import KeptError
from coinche.text.formatting import Face


class OwnFault(Exception):
    """A fault of ours, which ends what was asked for and nothing else: what it is, and the `path` where it is written.

    There is none where it could not be written, or nobody could read it.
    """

    def __init__(self, what: str, path: str = "") -> None:
        super().__init__(what)
        self.path = path


Ended = CannotConnect | Refused | SentAway | ConnectionLost | KeptError | NoServer | OwnFault
"""What ends it with a sentence."""
ENDS = get_args(Ended)


def trouble(error: Ended, face: Face) -> str:
    """The sentence for what went wrong."""
    match error:
        case CannotConnect():
            return face.name(unreached(error, face.language))
        case Refused() | SentAway():
            return face.name(turned_away(error, face.language))
        case KeptError():
            return face.name(unkept(error, face.language))
        case ConnectionLost(reason=LossReason.GARBLED):
            return face.name(unread(error, face.language))
        case OwnFault(path=""):
            return face.say(Trouble.OWN_FAULT_UNWRITTEN, what=face.name(str(error)))
        case OwnFault(path=path):
            return face.say(Trouble.OWN_FAULT, path=face.name(path))
        case NoServer():
            return face.say(Trouble.NO_SERVER, problem=face.name(str(error)))
        case ConnectionLost():
            return face.say(Trouble.LOST)
        case _:
            assert_never(error)


def first(ends: BaseExceptionGroup[Ended]) -> Ended:
    """What ended it, in whichever task of a connection that was."""
    end = ends.exceptions[0]
    return first(end) if isinstance(end, BaseExceptionGroup) else end
