"""Tests of the most costly decisions of a match: they are those of `coinche-record review`, each one key away."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.client.keys import press
from coinche.client.line.commands import obey
from coinche.client.model.effects import ReviewMatch
from coinche.client.model.messages import Consulted, Reviewed
from coinche.client.model.notices import NoReplay
from coinche.client.model.replay import ReplayState
from coinche.client.model.replay_moves import to_decision
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.ui import Ui
from coinche.client.runtime.replay_analysis import review_match
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.replay import Playback
from coinche.client.update import replay_analysis
from coinche.client.update.navigation import returned
from coinche.client.update.replay import of_record, shown
from coinche.client.update.update import reduce
from coinche.client.views import Size, screen, text_of
from coinche.client.views.replay_analysis import costly_line, expert_line
from coinche.engine.actions import MakeBid, Pass, PlayCard
from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import Card
from coinche.engine.events import BidMade, CardPlayed, Coinched, ContractSettled, DealScored, Passed, Surcoinched
from coinche.engine.record_lines import read_record
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
from coinche.hints.render import ExpertChoice, because
from coinche.hints.service import judged, past_decision
from coinche.hints.texts import WhyLead
from coinche.records.cli import main
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.matches import record_text
from tests.client.scenes import state_of
from tests.extent import WHOLE

pytestmark = pytest.mark.slow

MATCH = Path(__file__).parents[3] / "golden" / "review.jsonl"
MATCHES = range(50 if WHOLE else 3)
FRENCH = Face(Language.FRENCH, UNICODE)


def replaying(lines: list[str], name: str = "") -> ClientState:
    """The replay of that record, seen by that person."""
    home = ClientState(screen=Screen.HOME, has_home=True, ui=Ui())
    return shown(home, of_record(lines, "match", "ffb", name))


def replay_of(state: ClientState) -> ReplayState:
    assert state.match_replay is not None
    return state.match_replay


def reviewed(state: ClientState) -> ClientState:
    """The state after the search that its key begins."""
    begun = press(state, "f")
    assert begun.effect == ReviewMatch()
    store = ClientStore(begun.state)
    trio.run(review_match, store)
    return store.state


def told_by_command(file: Path, seat: Seat | None, capsys: pytest.CaptureFixture[str]) -> list[tuple[int, int, str]]:
    """Deal, cost and call or card of the three highest costs that the command prints for that player."""
    with pytest.raises(SystemExit):
        main(["review", str(file), "--json"])
    _, *deals = map(json.loads, capsys.readouterr().out.splitlines())
    found = [
        (deal["deal"], one[cost], one[what])
        for deal in deals
        for one, cost, what in _each(deal)
        if one[cost] > 0 and seat in (None, one["seat"])
    ]
    return sorted(found, key=lambda one: -one[1])[:3]


def _each(deal: dict[str, Any]) -> list[tuple[dict[str, Any], str, str]]:
    calls = [(call, "cost", "call") for call in deal["calls"]]
    return calls + [(card, "score_cost", "card") for card in deal["cards"]]


@pytest.mark.parametrize("seed", MATCHES)
def test_the_decisions_are_those_of_the_review(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = record_text(seed, deals=4)
    file = tmp_path / "match.jsonl"
    file.write_text(text, encoding="utf-8")
    for name, seat in (("Ana", Seat.SOUTH), ("", None)):
        found = replay_of(reviewed(replaying(text.splitlines(), name))).costly
        assert found is not None
        said = [(each.deal, each.cost, str(each.made)) for each in found]
        assert sorted(said, key=lambda one: -one[1]) == told_by_command(file, seat, capsys)


@pytest.mark.parametrize("face", [FRENCH, Face(Language.ENGLISH, UNICODE)])
def test_a_costly_decision_has_one_verdict_whoever_asks_and_the_mistakes_come_first(face: Face) -> None:
    for seed in range(3):
        at = replay_of(reviewed(replaying(record_text(seed, deals=4).splitlines())))
        assert at.costly is not None
        for number, decision in enumerate(at.costly):
            there = to_decision(at, number)
            past = past_decision(read_record(there.record), decision.deal, there.decisions_made)
            assert past is not None
            choice = judged(past)
            assert there.verdict == choice
            assert choice.is_correction is (number < at.mistakes)
            told = costly_line(there, face)
            assert told.startswith(f"{number + 1}/3. ")
            is_luck = Playback.UNLUCKY.within(face.language).removeprefix("{did}") in told
            assert is_luck is not choice.is_correction, "bad luck is told as such"
            verdict = expert_line(replace(there, consults=True), face)
            wrong = Playback.WRONG.within(face.language).partition("{what}")[2].partition("{would}")[0]
            assert (wrong in verdict) is choice.is_correction
            apart = costly_line(replace(there, consults=True), face)
            assert f"{decision.cost} points" in told
            assert f"{decision.cost} points" in apart
            assert len(apart) < len(told), "with the verdict beside it, only the cost"


def test_what_was_said_of_a_decision_stands_after_the_search() -> None:
    """The choice that came first is kept: nobody is told two verdicts on one decision."""
    state = press(replaying(MATCH.read_text(encoding="utf-8").splitlines()), "f").state
    at = replay_of(state)
    mine, other = (ExpertChoice(made=Pass(), action=Pass(), why=None, clear=clear) for clear in (False, True))
    asked = reduce(press(state, "h").state, Consulted(at.at, at.stop, mine))
    found = reduce(asked, Reviewed(2, (), {(at.at, at.stop): other}))
    assert replay_of(found).verdict == mine


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            Language.FRENCH,
            "Vous avez passé : ce n'est pas une faute, juste de la malchance. Cartes sur table, il fallait dire 150♠ : "
            "250 points perdus à la marque.",
        ),
        (
            Language.ENGLISH,
            "You passed: unlucky, not a mistake. With all four hands in view, bidding 150♠ would have been best: "
            "it cost 250 points.",
        ),
    ],
)
def test_bad_luck_is_told_as_what_nobody_could_know(language: Language, said: str) -> None:
    at = replay_of(reviewed(replaying(record_text(0, deals=4).splitlines())))
    assert at.costly is not None
    passed = replace(at.costly[0], made=Pass(), better=(MakeBid(Bid("150S")),), cost=250, turned=False)
    there = to_decision(at, 0)
    choice = ExpertChoice(made=Pass(), action=Pass(), why=None, clear=False)
    there = replace(there, own=passed.seat, costly=(passed,), choices={(there.at, there.stop): choice})
    assert costly_line(there, Face(language, UNICODE)) == f"1/1. {said}"
    assert there.mistakes == 0


MISTAKE = because(WhyLead.DRAW, count=3)


@pytest.mark.parametrize(
    ("action", "language", "said"),
    [
        (
            Card.CA,
            Language.FRENCH,
            "Vous avez joué le R♠ ; il fallait jouer l'A♣ : 30 points perdus à la marque. Faites tomber les atouts : 3 "
            "sont dehors.",
        ),
        (
            Card.CA,
            Language.ENGLISH,
            "You played the K♠ and should have played the A♣: it cost 30 points. Draw trumps: 3 are out.",
        ),
        (
            Card.DQ,
            Language.FRENCH,
            "Vous avez joué le R♠ ; l'expert jouerait la D♦. Cartes sur table, il fallait jouer l'A♣ : 30 points "
            "perdus à la marque.",
        ),
        (
            Card.DQ,
            Language.ENGLISH,
            "You played the K♠; the expert would have played the Q♦. With all four hands in view, "
            "playing the A♣ would have been best: "
            "it cost 30 points.",
        ),
    ],
)
def test_a_mistake_is_told_with_what_was_right_what_it_cost_and_why(
    action: Card, language: Language, said: str
) -> None:
    """The reason of `expert` stands only beside its own card."""
    at = replay_of(reviewed(replaying(record_text(0, deals=4).splitlines())))
    assert at.costly is not None
    card = replace(at.costly[0], made=Card.SK, better=(Card.CA,), cost=30, turned=False)
    there = to_decision(at, 0)
    choice = ExpertChoice(made=PlayCard(Card.SK), action=PlayCard(action), why=MISTAKE, clear=True)
    there = replace(there, own=card.seat, costly=(card,), choices={(there.at, there.stop): choice})
    assert costly_line(there, Face(language, UNICODE)) == f"1/1. {said}"


def test_every_card_that_is_worth_most_is_named() -> None:
    """The values of all cards are in sight: a shorter list would contradict them."""
    at = replay_of(reviewed(replaying(record_text(0, deals=4).splitlines())))
    assert at.costly is not None
    best = tuple(sorted(Card)[:5])
    card = replace(at.costly[0], made=Card.SA, better=best)
    for briefly in (False, True):
        said = costly_line(replace(to_decision(at, 0), costly=(card,)), FRENCH, briefly=briefly)
        assert all(FRENCH.card(one) in said for one in best)


def test_a_contract_that_others_turned_back_is_told_as_lost_with_perfect_play_only() -> None:
    """A card of the takers that beat their contract, and one of the defence that let it through."""
    at = replay_of(reviewed(replaying(record_text(0, deals=4).splitlines())))
    assert at.costly is not None
    there = to_decision(at, 0)
    settled = next(event for event in there.replay_deal.events if isinstance(event, ContractSettled))
    score = next(event for event in there.replay_deal.events if isinstance(event, DealScored))
    for seat in (settled.bidder, settled.bidder.next(there.rules.table.direction)):
        turned = replace(at.costly[0], turned=True, seat=seat)
        said = costly_line(replace(there, costly=(turned, *at.costly[1:]), view=after_the_auction(there)), FRENCH)
        is_taker = seat is settled.bidder
        assert ("si tout le monde joue bien ensuite" in said) is (score.made is is_taker)
        assert "(" not in said


def after_the_auction(there: ReplayState) -> TableView:
    """The view with the contract of the deal."""
    settled = next(event for event in there.replay_deal.events if isinstance(event, ContractSettled))
    return replace(there.view, contract=Contract(bid=settled.bid, bidder=settled.bidder))


def test_each_press_of_the_key_shows_the_next_one_before_it_was_made() -> None:
    state = reviewed(replaying(MATCH.read_text(encoding="utf-8").splitlines()))
    found = replay_of(state).costly
    assert found is not None
    assert len(found) == 3
    for number in (0, 1, 2, 0):
        at = replay_of(state)
        decision = found[number]
        assert (at.decision, at.replay_deal.deal, at.eyes) == (number, decision.deal, decision.seat)
        made = at.replay_deal.events[at.count]
        assert isinstance(made, CardPlayed | Passed | BidMade | Coinched | Surcoinched)
        assert made.seat is decision.seat
        if isinstance(made, CardPlayed):
            assert made.card == decision.made
            assert isinstance(made.card, Card)
        assert f"{number + 1}/3" in "\n".join(text_of(line) for line in screen(state, FRENCH, Size(80, 24)))
        state = press(state, "f").state
    assert replay_of(press(state, "right").state).decision is None
    assert costly_line(replay_of(press(state, "right").state), FRENCH) == ""


def test_the_search_says_how_far_it_is() -> None:
    state = press(replaying(MATCH.read_text(encoding="utf-8").splitlines()), "f").state
    assert "donne 1 sur 2" in "\n".join(text_of(line) for line in screen(state, FRENCH, Size(80, 24)))
    state = reduce(state, Reviewed(1))
    assert "donne 2 sur 2" in "\n".join(text_of(line) for line in screen(state, FRENCH, Size(80, 24)))
    assert press(state, "f").effect is None, "one search is enough"
    state = reduce(state, Reviewed(2))
    assert "L'expert juge" in "\n".join(text_of(line) for line in screen(state, FRENCH, Size(80, 24)))
    faultless = reduce(state, Reviewed(2, ()))
    assert faultless.notice == NoReplay(Playback.NOTHING_COSTLY)
    shown = {fragment.style for line in screen(faultless, FRENCH, Size(80, 24)) for fragment in line}
    assert "class:told" in shown, "it is good news"
    assert "class:notice" not in shown


def test_who_plays_on_during_the_search_can_ask_for_it_again() -> None:
    state = replaying(MATCH.read_text(encoding="utf-8").splitlines())
    for key in ("f", "h", "v", "g"):
        state = press(state, key).state
    assert state.retry is not None
    back = returned(state)
    there = replay_of(back)
    assert [there.is_searching, there.is_consulting, there.weighs] == [False] * 3, "nothing is computed any more"
    assert press(back, "f").effect == ReviewMatch()


def test_before_the_end_of_a_match_there_is_no_search() -> None:
    running = replay_analysis.next_costly(state_of("replay_at_table"))
    assert running.state.notice == NoReplay(Playback.NOT_REVIEWED_YET)
    assert running.effect is None


@pytest.mark.parametrize(
    ("language", "word", "better"),
    [
        (Language.FRENCH, "erreurs", "il fallait|devait"),
        (Language.ENGLISH, "mistakes", "should have"),
    ],
)
def test_lines_say_it_too(language: Language, word: str, better: str) -> None:
    face = Face(language, UNICODE)
    begun = obey(replaying(MATCH.read_text(encoding="utf-8").splitlines()), word, face).done
    assert begun.effect == ReviewMatch()
    state = reviewed(replaying(MATCH.read_text(encoding="utf-8").splitlines()))
    assert re.search(better, costly_line(replay_of(state), face))
