"""What comes of the entries of one table: each is taken on the `course` of the match, its events told in the `feed`.

Knows that order, and how long a log may be. Refuses to know what is done next, and who does it. Who has kept an entry
himself, an act with what it spent or a strike, has it followed only.
"""

from __future__ import annotations

from coinche.engine.auction import COINCHE
from coinche.engine.events import ContractSettled, DealScored, Event, MatchEnded, MatchStarted, ThrownIn
from coinche.engine.match import State
from coinche.engine.rules import MatchRules
from coinche.engine.view import Phase, phase_of
from coinche.protocol.messages import TableEvent
from coinche.server import limits
from coinche.server.log import Happening, News
from coinche.server.match.entries import Dated, Entry
from coinche.server.match.options import TableOptions
from coinche.server.match.replay import Events, MatchReplay
from coinche.server.seating.feed import Feed
from coinche.server.seating.premises import House
from coinche.server.storage.store import Store
from coinche.server.turns.inbox import Endless


class Ledger:
    """Where a table's match stands. The log of a `kept` table may be so long in each match, others' in all."""

    def __init__(
        self, table: str, options: TableOptions, feed: Feed, house: House, store: Store, *, kept: bool
    ) -> None:
        self.course = MatchReplay()
        self.phase = Phase.WAITING
        self._table = table
        self._options = options
        self._feed = feed
        self._house = house
        self._store = store
        self._kept = kept
        self._counted_from = 0

    def keep(self, entry: Entry) -> None:
        """Have that kept, and tell what comes of it."""
        self._store.append(self._table, entry)
        self.follow(entry)

    def follow(self, entry: Entry, *, news: bool = True) -> Events:
        """Tell everybody what comes of an entry; the operator hears in a line what no card is hidden in.

        Endless where it is too much.
        """
        events, state = self.course.take(entry), self.course.state
        at = entry.at if isinstance(entry, Dated) else 0
        for event in events:
            self._feed.pass_on(at, event)
            if self._kept and isinstance(event, MatchStarted):
                self._counted_from = self._feed.n
            if news and not self._options.board and (line := sentence(event, state)):
                self._house.say(News(Happening.PLAY, f"{self._table}: {line}", table=self._table))
        if state is not None and (phase := phase_of(state)) is not self.phase:
            self.phase = phase
            self._house.changed()
        self.bound()
        return events

    def bound(self) -> None:
        """Endless once the log is too long, whatever of: everybody who comes is sent all of it."""
        if self._feed.n - self._counted_from > limits.EVENTS:
            raise Endless(f"the log has more than {limits.EVENTS} events")


# --- log ------------------------------------------------------------------------------------------
# What happens at the tables, as lines for the operator. Never a card: a line may be read over a shoulder.


_MULTIPLIED = {1: "", COINCHE: " coinched"}


def sentence(event: Event | TableEvent, state: State | None) -> str | None:
    """The line for an event; None for those that are not worth one."""
    deal = 0 if state is None else state.deal
    match event:
        case MatchStarted():
            return f"match {aim(event.rules.match)} begins"
        case ContractSettled():
            return f"deal {deal}: {event.bid} by {event.bidder}{_MULTIPLIED.get(event.multiplier, ' surcoinched')}"
        case ThrownIn():
            return f"deal {deal}: four passes"
        case DealScored():
            scores, totals, result = event.scores, event.totals, event.result
            return f"deal {deal}: {result}, NS {scores.NS}, EW {scores.EW}; totals {totals.NS} – {totals.EW}"
        case MatchEnded():
            return f"match over: {event.winner or 'level'}, {event.totals.NS} – {event.totals.EW}"
        case _:
            return None


def aim(rules: MatchRules) -> str:
    """What a match is played to: a target, or a number of deals."""
    return f"to {rules.target}" if rules.length is None else f"of {rules.length} deals"
