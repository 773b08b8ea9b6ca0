"""Tests of belote and rebelote (F 7). South holds all the hearts, so only South's cards matter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.engine.actions import IllegalAction, Reason
from coinche.engine.belote import BeloteWord
from coinche.engine.events import BeloteSaid, DealScored
from coinche.engine.match import DealOver, State
from coinche.engine.presets import FFB
from coinche.engine.rules import Belote, BeloteDeclared, BeloteOnFailure
from coinche.engine.seats import Points, Seat, Team
from tests.engine.script import Hands, choices, dealt, dealt_again, hands, meanwhile, play

HEARTS = hands(S="7H 8H 9H 10H JH QH KH AH")
TO_THE_DEFENCE = hands(S="AS 10S KS QS AD KD JC AC", E="KH QH JH 9H 8H 7H 7D 8D")


def finished(plays: str, *, bid: str = "80H", all_hands: Hands = HEARTS) -> DealScored:
    state, _ = play(dealt(all_hands), f"{bid} pass pass pass")
    return score(meanwhile(state, Seat.SOUTH, plays)[0])


def score(state: State) -> DealScored:
    assert isinstance(state.phase, DealOver)
    assert state.phase.score is not None
    return state.phase.score


def belote(score: DealScored) -> Points:
    return Points.each(
        lambda team: sum(line.points for line in score.lines if line.team is team and line.kind == "belote")
    )


def words(state: State, card: str) -> list[str]:
    return [said for said in choices(state) if said.split("+")[0] == card and "tierce" not in said and "c" not in said]


@pytest.mark.parametrize("order", ["KH+belote QH+rebelote", "QH+belote KH+rebelote"])
def test_belote_with_the_first_and_rebelote_with_the_second_count_20(order: str) -> None:
    assert belote(finished(f"{order} 7H 8H 9H 10H JH AH")) == Points(NS=20)


def test_kept_silent_it_counts_nothing() -> None:
    assert belote(finished("KH QH 7H 8H 9H 10H JH AH")) == Points()


def test_rebelote_can_only_be_said_after_belote() -> None:
    state, _ = play(dealt(HEARTS), "80H pass pass pass")
    state, _ = meanwhile(state, Seat.SOUTH, "KH")
    assert words(state, "QH") == ["QH"]
    with pytest.raises(IllegalAction) as refused:
        play(state, "QH+rebelote")
    assert refused.value.reason is Reason.BELOTE_NOT_HELD


def test_where_a_belote_counts_by_itself_it_is_not_said() -> None:
    """O "Calculating the points"."""
    by_itself = FFB.changed(belote_declared=BeloteDeclared.AUTOMATIC, rebelote_tolerance=False)
    state, _ = play(dealt(HEARTS, rules=by_itself), "80H pass pass pass")
    with pytest.raises(IllegalAction) as refused:
        play(state, "KH+belote")
    assert refused.value.reason is Reason.BELOTE_BY_ITSELF
    assert any(isinstance(event, BeloteSaid) for event in play(state, "KH")[1])


def test_with_the_first_card_only_belote_is_offered_and_with_the_second_only_rebelote() -> None:
    state, _ = play(dealt(HEARTS), "80H pass pass pass")
    assert words(state, "KH") == ["KH", "KH+belote"]
    state, _ = meanwhile(state, Seat.SOUTH, "KH+belote")
    assert words(state, "QH") == ["QH", "QH+rebelote"]
    assert words(state, "JH") == ["JH"]


def test_it_takes_both_the_king_and_the_queen_of_trumps() -> None:
    apart = hands(S="7H 8H 9H 10H JH KH AH AS", N="QH")
    state, _ = play(dealt(apart), "80H pass pass pass")
    assert words(state, "KH") == ["KH"]


def test_the_king_and_queen_of_another_suit_are_no_belote() -> None:
    state, _ = play(dealt(HEARTS), "80S pass pass pass")
    assert words(state, "KH") == ["KH"]


def test_a_forgotten_rebelote_is_forgiven_once_a_match_and_team() -> None:
    """F 7: « Cette tolérance s'applique une seule fois par équipe et par partie »."""
    forgetful = "KH+belote QH 7H 8H 9H 10H JH AH"
    state, _ = play(dealt(HEARTS), "80H pass pass pass")
    state, _ = meanwhile(state, Seat.SOUTH, forgetful)
    assert (belote(score(state)), score(state).belote_forgiven) == (Points(NS=20), (Team.NORTH_SOUTH,))
    state, _ = play(dealt_again(state, HEARTS), "pass pass pass 80H pass pass pass")
    state, _ = meanwhile(state, Seat.SOUTH, forgetful)
    assert (belote(score(state)), score(state).belote_forgiven) == (Points(), ())


def test_the_other_team_is_forgiven_on_its_own_account() -> None:
    forgetful = "KH+belote QH 7H 8H 9H 10H JH AH"
    state, _ = play(dealt(HEARTS), "80H pass pass pass")
    state, _ = meanwhile(state, Seat.SOUTH, forgetful)
    east = hands(E="7H 8H 9H 10H JH QH KH AH")
    state, _ = play(dealt_again(state, east), "80H pass pass pass")
    state, _ = meanwhile(state, Seat.EAST, forgetful)
    assert (belote(score(state)), score(state).belote_forgiven) == (Points(EW=20), (Team.EAST_WEST,))


def test_where_nobody_is_forgiven_a_forgotten_rebelote_counts_nothing() -> None:
    strict = replace(FFB, declarations=replace(FFB.declarations, rebelote_tolerance=False))
    state, _ = play(dealt(HEARTS, rules=strict), "80H pass pass pass")
    state, _ = meanwhile(state, Seat.SOUTH, "KH+belote QH 7H 8H 9H 10H JH AH")
    assert (belote(score(state)), score(state).belote_forgiven) == (Points(), ())


@pytest.mark.parametrize(
    ("whose", "offered"),
    [(Belote.ANY_TEAM, True), (Belote.BIDDING_TEAM, False), (Belote.NONE, False)],
)
def test_whose_belote_counts(whose: Belote, offered: bool) -> None:
    """F 7: anybody's. The contract is South's, the king and queen are East's."""
    rules = replace(FFB, declarations=replace(FFB.declarations, belote=whose))
    state, _ = play(dealt(TO_THE_DEFENCE, rules=rules), "80H pass pass pass AS")
    assert ("KH+belote" in words(state, "KH")) is offered


def test_the_table_hears_the_word_with_the_card() -> None:
    state, _ = play(dealt(HEARTS), "80H pass pass pass")
    _, events = play(state, "KH+belote")
    assert BeloteSaid(Seat.SOUTH, BeloteWord.BELOTE, HEARTS[Seat.SOUTH][0].suit) in events


@pytest.mark.parametrize(("bid", "counted", "forgiven"), [("80H", 20, (Team.NORTH_SOUTH,)), ("400H", 0, ())])
def test_nobody_asks_to_be_forgiven_what_the_opponents_would_score(
    bid: str, counted: int, forgiven: tuple[Team, ...]
) -> None:
    """F 7 with P "Variations", Scoring: made, the tolerance counts; failed, the belote stays suppressed."""
    to_opponents = FFB.changed(belote_on_failure=BeloteOnFailure.TO_OPPONENTS)
    state, _ = play(dealt(HEARTS, rules=to_opponents), f"{bid} pass pass pass")
    result = score(meanwhile(state, Seat.SOUTH, "KH+belote QH 7H 8H 9H 10H JH AH")[0])
    assert result.belote_forgiven == forgiven
    assert sum(line.points for line in result.lines if line.kind == "belote") == counted
