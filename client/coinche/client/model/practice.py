"""Practice: a position of a recorded match that a person plays again, and how the result compares."""

from __future__ import annotations

from dataclasses import dataclass

from coinche.engine.events import DECISIONS, DealScored
from coinche.engine.record_lines import read_record
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import PositionAction, PracticePosition

from .match_story import Story
from .replay import ReplayState
from .table import AtTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """A position of a replay that is played again, and the way back from the practice table."""

    match_replay: ReplayState
    seat: Seat
    """The person's seat at the practice table."""
    table: AtTable | None = None
    """The table at whose recap the replay was opened; the person has left it."""
    set_up: bool = False
    """True once the practice table has told all events up to the position."""

    def is_set_up_by(self, story: Story) -> bool:
        """Test whether these events at the practice table lead to the position."""
        return sum(isinstance(event, DECISIONS) for event in story) >= self.match_replay.decisions_made

    @property
    def gain_in_match(self) -> int | None:
        """The points by which the person's side won the deal in the match, below zero if it lost; None if the deal was
        not played to its end."""
        past = self.match_replay.replay_deal.past
        return None if past is None else gain(past.score, self.seat.team)


def gain(score: DealScored | None, team: Team) -> int:
    """The points by which a side has won a deal, below zero if it has lost; nobody wins a deal that was thrown in."""
    return 0 if score is None else score.scores[team] - score.scores[team.other]


def seat_to_retry(match_replay: ReplayState) -> Seat | None:
    """The seat with whose eyes the person looks; with all hands open their own, or else the one on turn. None if the
    deal is over at this position."""
    turn = match_replay.view.turn
    return turn and (match_replay.eyes or match_replay.own or turn)


def position_of(match_replay: ReplayState) -> PracticePosition:
    """The position of a replay that has its record, as a server sets it up."""
    from coinche.engine.practice import position_at  # with the whole engine, which the first screen does without

    record, deal = read_record(match_replay.record), match_replay.replay_deal.deal
    position = position_at(record, deal, match_replay.decisions_made)
    actions = tuple(PositionAction(seat=seat, action=str(action)) for seat, action in position.actions)
    return PracticePosition(dealer=position.dealer, pack=position.pack, actions=actions)
