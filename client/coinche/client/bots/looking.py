"""What a seat knows, in a few lines of the one notation, for a bot's author at his desk. Knows views alone."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.language import Language
from coinche.engine.actions import Legal
from coinche.engine.trick import Trick
from coinche.engine.view import TableView

from .sentences import Look


def looked_at(view: TableView, legal: Legal, language: Language) -> Iterator[str]:
    """The view in short, and the legal actions."""

    def say(words: Look, **fields: object) -> str:
        return words.within(language).format(**fields)

    yield say(Look.SEAT, seat=view.viewer, deal=view.deal, dealer=view.dealer, NS=view.totals.NS, EW=view.totals.EW)
    yield say(Look.HAND, cards=" ".join(view.hand))
    if view.auction:
        yield say(Look.AUCTION, calls=", ".join(f"{call.seat} {call.action}" for call in view.auction))
    if view.contract is not None:
        contract = view.contract
        yield say(Look.CONTRACT, bid=contract.bid, bidder=contract.bidder, times=contract.multiplier)
    for number, trick in enumerate(view.tricks, 1):
        yield say(Look.TRICK, number=number, trick=_trick(trick), winner=trick.winner)
    if view.trick is not None and view.trick.cards:
        yield say(Look.ON_TABLE, trick=_trick(view.trick), winner=view.trick.winner)
    if view.tricks:
        yield say(Look.POINTS, NS=view.points.NS, EW=view.points.EW)
    yield say(Look.LEGAL, actions=spelled(legal))


def spelled(legal: Legal) -> str:
    """Every legal action, number bids as ranges."""
    bids = (f"{lowest}{denomination}…{legal.maximum}" for denomination, lowest in legal.bids.items())
    words = (f"{card}+{'/'.join(said)}" for card, said in legal.offers.items())
    return " ".join((*bids, *map(str, legal.actions), *words, *map(str, legal.declarations)))


def _trick(trick: Trick) -> str:
    return f"{trick.leader}: {' '.join(trick.cards)}"
