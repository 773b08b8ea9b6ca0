"""The log of one table's match: each entry is kept, replayed into events, and told in the feed."""

from __future__ import annotations

from coinche.engine.actions import Legal
from coinche.engine.auction import COINCHE
from coinche.engine.events import ContractSettled, DealScored, MatchEnded, MatchStarted, ThrownIn
from coinche.engine.match import State
from coinche.engine.rules import MatchRules
from coinche.engine.seats import Team
from coinche.engine.view import Phase, phase_of
from coinche.server import limits
from coinche.server.log import Happening, LogEntry
from coinche.server.match.entries import Dated, Entry
from coinche.server.match.replay import Events, MatchReplay
from coinche.server.seating.table_context import TableContext
from coinche.server.turns.turns import Endless

_Milestone = MatchStarted | ContractSettled | ThrownIn | DealScored | MatchEnded
"""The events of which the operator gets a line."""


class MatchLog:
    """The match of one table, as far as it has come.

    The log of a `kept` table may be as long as `limits.EVENTS` in each match, that of others in all matches together.
    """

    def __init__(self, context: TableContext) -> None:
        self.replay = MatchReplay()
        self.phase = Phase.WAITING
        self._table = context.table
        self._feed = context.feed
        self._server = context.server
        self._kept = context.kept
        self._board = context.options.board
        self._counted_from = 0

    @property
    def score(self) -> dict[Team, int] | None:
        """The totals of the match; None before its first deal has ended."""
        state = self.replay.state
        if state is None or (state.deal <= 1 and self.phase not in (Phase.DEAL_OVER, Phase.MATCH_OVER)):
            return None
        return {team: state.standing.totals[team] for team in Team}

    def keep(self, entry: Entry) -> Events:
        """Keep an entry, and tell what comes of it."""
        self._server.store.append(self._table, entry)
        return self.follow(entry)

    def follow(self, entry: Entry, known: Legal | None = None, *, news: bool = True) -> Events:
        """Tell everybody what comes of an entry that is kept; the operator gets lines that show no hidden card.

        Acts come here from the turns, which keep them with what they cost; `known` is what was legal, where that is
        known. Endless where the log becomes too long.
        """
        events, state = self.replay.take(entry, known), self.replay.state
        at = entry.at if isinstance(entry, Dated) else 0
        for event in events:
            self._feed.pass_on(at, event)
            if isinstance(event, _Milestone):
                self._say(event, state, news=news)
        if state is not None and (phase := phase_of(state)) is not self.phase:
            self.phase = phase
            self._server.changed()
        self.bound()
        return events

    def _say(self, event: _Milestone, state: State | None, *, news: bool) -> None:
        if self._kept and isinstance(event, MatchStarted):
            self._counted_from = self._feed.n
        if news and not self._board:
            line = f"{self._table}: {sentence(event, 0 if state is None else state.deal)}"
            self._server.say(LogEntry(Happening.PLAY, line, table=self._table))

    def bound(self) -> None:
        """Raise Endless once the log is too long, of whatever: everybody who comes is sent all of it."""
        if self._feed.n - self._counted_from > limits.EVENTS:
            raise Endless(f"the log has more than {limits.EVENTS} events")


_MULTIPLIED = {1: "", COINCHE: " coinched"}


def sentence(event: _Milestone, deal: int) -> str:
    """The line for an event, without any card."""
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


def aim(rules: MatchRules) -> str:
    """The end of a match: a target, or a number of deals."""
    return f"to {rules.target}" if rules.length is None else f"of {rules.length} deals"
