"""Tests that the page's fold of events is the engine's, for every viewer after every event, and that a fault shows."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from coinche.client.model.hand_order import ordered
from coinche.engine.cards import PACK, Denomination
from coinche.engine.events import BidMade, CardPlayed, Coinched, DealStarted, Event, HandDealt, PackCut
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.seats import Seat
from coinche.protocol.messages import Chatted, Clock
from coinche.protocol.requests import allowed, request_of
from coinche.protocol.codec import to_map
from coinche.records import vectors
from coinche.records.vectors import DealVector, MatchVector
from coinche.text.settings import Sort
from tests.client.web.javascript import NOTHING_RUNS_IT, Run, javascript, laid_out
from tests.client.web.replay import VECTORS, Match, as_json, as_sent, kinds, random_match, replayed, told
from tests.engine.script import choices
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


@cache
def matches_at_random(number: int) -> tuple[Match, ...]:
    """Deals by every preset, then by some of their options changed; every third is a board."""
    chance = random.Random(7)
    rules = (*PRESETS.values(), *(some_rules(chance) for _ in range(number)))
    return tuple(
        random_match(f"random {at}", each, chance, board=at % 3 == 2, deals=1 + at % 2) for at, each in enumerate(rules)
    )


@pytest.mark.parametrize("name", PLAYED)
def test_the_page_folds_every_vector_as_the_engine_does(name: str, run: Run, page: Path) -> None:
    read = [line.vector for line in vectors.read(VECTORS / f"{name}.jsonl.xz")]
    assert all(isinstance(vector, DealVector | MatchVector) for vector in read)
    assert differences(run, page, [replayed(vector) for vector in some(read, 8)]) == []


def test_the_page_folds_matches_at_random_as_the_engine_does(run: Run, page: Path) -> None:
    """Boards, words that are not said, and the preset that has no vectors are here and not among the vectors."""
    assert differences(run, page, matches_at_random(600 if WHOLE else 60)) == []


def test_every_kind_of_event_is_folded() -> None:
    assert kinds(matches_at_random(60)) == set(get_args(Event))


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
    "a belote forgiven": ("fold.js", "[field, event[field]]", '[field, field === "belote_forgiven" ? [] : event[field]]'),
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
    assert differences(run, tmp_path, matches_at_random(60)) != []


@pytest.fixture
def folded(run: Run, page: Path) -> Any:
    """The view after events that South was sent, or what the fold threw."""

    def fold(*events: str) -> Any:
        text = json.dumps({"viewer": "S", "rules": as_json(FFB), "events": [json.loads(event) for event in events]})
        return run(page, CHECK.name, "folded", text)

    return fold
