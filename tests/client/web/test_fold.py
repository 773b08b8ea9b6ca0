"""Tests that the page's fold of events is the engine's, for every viewer after every event, and that a fault shows."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from coinche.client.model.hand_order import ordered
from coinche.engine.cards import PACK, Denomination
from coinche.engine.events import DealScored, Event, seen_by
from coinche.engine.match import new_match, next_deal
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.seats import Seat
from coinche.protocol.codec import to_map
from coinche.protocol.messages import Clock
from coinche.protocol.requests import allowed, request_of
from coinche.records import vectors
from coinche.records.vectors import DealVector, MatchVector
from coinche.text.settings import Sort
from tests.client.web.javascript import NOTHING_RUNS_IT, Run, javascript, laid_out
from tests.client.web.replay import (
    VECTORS,
    Match,
    as_json,
    as_sent,
    deal_by_rule,
    drawn_deal,
    random_match,
    replayed,
    side_that_waits,
    told,
)
from tests.engine.variants import some_rules
from tests.extent import WHOLE, some

HERE = Path(__file__).parent
CHECK = HERE / "check_fold.js"
FILES = sorted(path.name.partition(".")[0] for path in VECTORS.glob("*.jsonl.xz"))
PLAYED = [name for name in FILES if name != "positions" and not name.startswith("end-")]
"""The files of deals and matches; positions and ends of matches have no events."""
AT_ONCE = 40
"""Matches that one run compares, so that no text is too long."""


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    with javascript() as found:
        if found is None:
            pytest.skip(NOTHING_RUNS_IT)
        yield found


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page's modules and the comparison."""
    return laid_out(tmp_path_factory.mktemp("page"), CHECK)


def differences(run: Run, folder: Path, matches: Sequence[Match]) -> list[str]:
    found: list[str] = []
    for start in range(0, len(matches), AT_ONCE):
        found += run(folder, CHECK.name, "differences", told(matches[start : start + AT_ONCE]))
    return found


def read(name: str) -> list[DealVector | MatchVector]:
    found = [line.vector for line in vectors.read(VECTORS / f"{name}.jsonl.xz")]
    return [vector for vector in found if isinstance(vector, DealVector | MatchVector)]


BY_RULE = (
    ("direction=clockwise", "80H pass pass pass"),
    ("shuffle=never", "80H pass pass pass"),
    ("two_stage_deal=true", "80H pass pass pass"),
    ("denominations=SHDCNA", "80A pass pass pass"),
    ("denominations=SHDCNA", "80N pass pass pass"),
    ("capot=closed", "80H capotH"),
    ("generale=1000, generale_leads=true", "pass generaleH pass pass pass"),
    ("coinche_ends_auction=false", "80H coinche pass 90S pass pass pass"),
    ("coinche_ends_auction=false", "80H coinche pass pass pass"),
    ("coinche_when=any_time", "80H W:coinche pass pass"),
    ("surcoinche=3", "80H coinche surcoinche"),
    ("surcoinche=none", "80H coinche"),
    ("bid_minimum=80", "80H coinche pass pass"),
)
"""Rules that the fold needs, as options that differ from `ffb`, each with an auction."""


@cache
def deals_by_rule() -> tuple[Match, ...]:
    """A deal by each of those rules, as the first of a match and as a board."""
    chance = random.Random(7)
    return tuple(
        deal_by_rule(options, auction, chance, board=board) for options, auction in BY_RULE for board in (False, True)
    )


@cache
def matches_at_random(number: int) -> tuple[Match, ...]:
    """A match by every preset, then by presets with some options changed; every third is a board."""
    chance = random.Random(7)
    rules = (*PRESETS.values(), *(some_rules(chance) for _ in range(number)))
    return tuple(
        random_match(f"random {at}", each, chance, board=at % 3 == 2, deals=1) for at, each in enumerate(rules)
    )


@cache
def rare_matches() -> tuple[Match, ...]:
    """What hardly happens at random: declarations compared, a deal thrown in, and two scores."""
    deals = [vector for vector in read("rare-ffb") if isinstance(vector, DealVector)]
    declared = [(deal, deal.expected.declarations) for deal in deals if deal.expected.declarations is not None]
    tie = next(deal for deal, result in declared if result.tie)
    heights = next(deal for deal, result in declared if result.heights)
    two_players = next(deal for deal, result in declared if len({shown.seat for shown in result.shown}) == 2)
    thrown_in = next(deal for deal in deals if deal.expected.result == "thrown_in")
    return (*map(replayed, (tie, heights, two_players, thrown_in)), drawn_deal(), side_that_waits())


@cache
def telling() -> str:
    """Rare matches and deals by rule, for two viewers."""
    return told((*rare_matches(), *deals_by_rule()), (Seat.SOUTH, None))


@pytest.mark.parametrize("name", PLAYED)
def test_the_page_folds_every_vector_as_the_engine_does(name: str, run: Run, page: Path) -> None:
    assert differences(run, page, [replayed(vector) for vector in some(read(name), 48)]) == []


def test_the_page_folds_rare_and_random_matches_as_the_engine_does(run: Run, page: Path) -> None:
    """Boards, words that are not said, and the preset that has no vectors are here and not among the vectors."""
    matches = (*rare_matches(), *deals_by_rule(), *matches_at_random(600 if WHOLE else 10))
    assert differences(run, page, matches) == []


def test_every_kind_of_event_and_score_is_among_them() -> None:
    happened = [event for match in (*rare_matches(), *deals_by_rule()) for event in match.events]
    scores = [event for event in happened if isinstance(event, DealScored)]
    assert {type(event) for event in happened} == set(get_args(Event))
    assert any(score.held for score in scores)
    assert any(score.waiting for score in scores)
    assert any(score.belote_forgiven for score in scores)


FAULTS = {
    "the other direction": ("cards.js", "clockwise: 1, anticlockwise: 3", "clockwise: 3, anticlockwise: 1"),
    "one direction": ("cards.js", "anticlockwise: 3", "anticlockwise: 1"),
    "the order of trumps": ("cards.js", '"A", "9", "J"]', '"A", "J", "9"]'),
    "no trumps at all trump": ("cards.js", 'denomination === "A" || ', ""),
    "a ruff that does not take": ("cards.js", "return isTrump(suitOf(card)", "return false && isTrump(suitOf(card)"),
    "the order of a hand": ("fold.js", "inPackOrder([...view.hand, ...event.cards])", "[...event.cards, ...view.hand]"),
    "no cut": ("fold.js", 'shuffle === "never" && !view.board', "false"),
    "a board that is cut": ("fold.js", " && !view.board", ""),
    "totals of the deal before": ("fold.js", "    totals: view.totals,\n", ""),
    "points of a draw": ("fold.js", "    held: view.held,\n", ""),
    "three passes over none": ("fold.js", "view.contract === null ? 4 : 3", "3"),
    "four passes over a bid": ("fold.js", "view.contract === null ? 4 : 3", "4"),
    "the partner of the coincher speaks": ("fold.js", "passes === 1 ? partnerOf(seat)", "passes === 1 ? view.turn"),
    "a coinche that ends nothing": ("fold.js", "rules.auction.coinche_ends_auction && view.contract", "view.contract"),
    "the turn stays after a coinche out of turn": (
        "fold.js",
        '"coinche", contract, ends ? null : nextSeat(seat, rules.table.direction)',
        '"coinche", contract, ends ? null : nextSeat(view.turn, rules.table.direction)',
    ),
    "a coinche without surcoinche": ("fold.js", " && rules.auction.surcoinche === null", " && false"),
    "a surcoinche that is four": ("fold.js", "multiplier: rules.auction.surcoinche", "multiplier: 4"),
    "a closed capot": ("fold.js", 'rules.auction.capot === "closed" && ', "false && "),
    "the leader of a générale": ("fold.js", "rules.auction.generale_leads && ", "false && "),
    "a trick too many": ("fold.js", "const TRICKS = 8", "const TRICKS = 9"),
    "the hand of a player": ("fold.js", "view.hand.filter((held) => held !== card)", "view.hand"),
    "belotes": ("fold.js", "[...view.belotes, { seat, word, suit }]", "[{ seat, word, suit }]"),
    "declarations of one player": ("fold.js", "[...view.shown, ...declarations", "[...declarations"),
    "a tie of declarations": ("fold.js", "declarations_won: event.team", 'declarations_won: event.team ?? "NS"'),
    "a belote forgiven": (
        "fold.js",
        "[field, event[field]]",
        '[field, field === "belote_forgiven" ? [] : event[field]]',
    ),
    "a team that waits": ("fold.js", "[field, event[field]]", '[field, field === "waiting" ? [] : event[field]]'),
    "a view that is changed": (
        "fold.js",
        "return { ...view, turn, auction: [...view.auction, { seat, action }], contract };",
        "view.auction.push({ seat, action }); return { ...view, turn, contract };",
    ),
}
"""Faults of the page, each with the file, the right text and the wrong one."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_fold_is_found(fault: str, run: Run, tmp_path: Path) -> None:
    file, right, wrong = FAULTS[fault]
    broken = laid_out(tmp_path, CHECK) / file
    source = broken.read_text(encoding="utf-8")
    assert source.count(right) == 1
    broken.write_text(source.replace(right, wrong), encoding="utf-8")
    assert run(tmp_path, CHECK.name, "differences", telling()) != []


@pytest.fixture
def folded(run: Run, page: Path) -> Callable[..., Any]:
    """The view after events that South was sent, as maps, or what the fold threw."""

    def fold(*events: dict[str, Any]) -> Any:
        text = json.dumps({"viewer": "S", "rules": as_json(FFB), "events": events})
        return run(page, CHECK.name, "folded", text)

    return fold


STARTED = {"type": "deal_started", "deal": 1, "dealer": "W", "shuffled": True}
BID = {"type": "bid_made", "seat": "S", "bid": "80H"}


@pytest.mark.parametrize("kind", ["chatted", "seat_changed", "table_closed", "unheard_of", "constructor", "__proto__"])
def test_an_event_that_is_not_of_the_game_or_not_known_changes_nothing(kind: str, folded: Callable[..., Any]) -> None:
    assert folded(STARTED, {"type": kind, "seat": "N", "name": "Ada"}, BID) == folded(STARTED, BID)


def test_fields_that_are_not_known_are_ignored(folded: Callable[..., Any]) -> None:
    assert folded(STARTED | {"new": 1}, BID | {"new": 2}) == folded(STARTED, BID)


@pytest.mark.parametrize(
    ("events", "field"),
    [
        ([{"type": "pack_cut", "seat": "N", "top": 12}], "dealer"),
        ([STARTED, {"type": "coinched", "seat": "E"}], "contract"),
        ([STARTED, {"type": "surcoinched", "seat": "E"}], "contract"),
        ([STARTED, {"type": "contract_settled", "bidder": "S", "bid": "80H", "multiplier": 1}], "contract"),
        ([STARTED, {"type": "card_played", "seat": "S", "card": "AS"}], "contract"),
        ([STARTED, BID, {"type": "card_played", "seat": "S", "card": "AS"}], "trick"),
        ([STARTED, BID, {"type": "trick_won", "seat": "S", "points": 11}], "trick"),
    ],
)
def test_an_event_that_cannot_follow_throws(
    events: list[dict[str, Any]], field: str, folded: Callable[..., Any]
) -> None:
    assert f"the field {field} of the view" in folded(*events)


def test_the_view_is_the_one_that_a_request_carries(folded: Callable[..., Any]) -> None:
    state, began = new_match(FFB, Seat.WEST)
    state, dealt = next_deal(state, PACK)
    request = request_of(
        state,
        Seat.SOUTH,
        allowed(state, Seat.SOUTH),
        number=1,
        table="t1",
        after=6,
        clock=Clock(move_ms=1, bank_ms=1),
        rules="",
    )
    seen = [json.loads(as_sent(seen_by(event, Seat.SOUTH))) for event in (*began, *dealt)]
    assert folded(*seen) == json.loads(msgspec.json.encode(to_map(request)))["view"]


def test_a_hand_is_arranged_as_in_the_terminal(run: Run, page: Path) -> None:
    chance = random.Random(3)
    hands = [
        (denomination, chance.sample(PACK, size)) for denomination in Denomination for size in (0, 1, 2, 5, *[8] * 20)
    ]
    lines = "\n".join(" ".join((denomination, *hand)) for denomination, hand in hands)
    arranged = [list(ordered(tuple(hand), denomination, Sort.TRUMPS_FIRST)) for denomination, hand in hands]
    assert run(page, CHECK.name, "arrangedHands", lines) == arranged
