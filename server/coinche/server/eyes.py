"""Through whose eyes a table may be watched: a seat's, where nothing can be told from them that is still a secret.

Refuses to know who watches, and how late (`feed`).
"""

from __future__ import annotations

from coinche.engine.rules import Shuffle
from coinche.engine.seats import Seat

from .match.options import TableOptions


def not_through(seat: Seat, options: TableOptions) -> str | None:
    """Why nobody sees through the eyes of that seat; None where one may.

    The hands of a deal say which cards come in the next one where they are not shuffled.
    """
    if options.delay_deals == 0:
        return f"nobody sees what {seat} sees before the deal is over; that takes a table with `delay_deals`"
    if options.rules.table.shuffle is not Shuffle.EVERY_DEAL:
        return f"nobody sees what {seat} has seen: the cards are not shuffled, and the next deal has a secret in them"
    return None
