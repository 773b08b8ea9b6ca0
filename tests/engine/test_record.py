"""Tests of records: written, read and replayed; every false or malformed line is named."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.engine.cards import PACK
from coinche.engine.match import MatchOver
from coinche.engine.presets import FFB, preset
from coinche.engine.record import BadRecord, EventLine, Form, RecordDiffers
from coinche.engine.record_lines import read_record, write_record
from coinche.engine.replay import replay, replayed
from tests.engine.recording import recorded

RECORD = recorded(preset("ffb", 700), random.Random(11))
LINES = write_record(RECORD).splitlines()


def altered(number: int, **changes: Any) -> list[str]:
    """The record with fields of one line changed; None takes the field away."""
    values = json.loads(LINES[number - 1]) | changes
    kept = {name: value for name, value in values.items() if value is not None}
    return [*LINES[: number - 1], json.dumps(kept), *LINES[number:]]


def line_with(field: str, value: object = None, after: int = 1) -> int:
    """The number of the first line with that field, and that value if one is given."""
    for number, line in enumerate(LINES, 1):
        values = json.loads(line)
        if number > after and field in values and (value is None or values[field] == value):
            return number
    raise AssertionError(f"no line with {field}")


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10_000))
def test_a_record_reads_back_and_replays_to_the_same_events(seed: int) -> None:
    record = recorded(preset("ffb", 300), random.Random(seed))
    text = write_record(record)
    assert read_record(text.splitlines()) == record
    state, events = replay(record)
    assert isinstance(state.phase, MatchOver)
    assert len(events) == sum(isinstance(entry, EventLine) for entry in record.entries)
    assert write_record(read_record(text.splitlines())) == text


def test_a_record_without_events_is_played_again_all_the_same() -> None:
    bare = [line for line in LINES if "event" not in json.loads(line)]
    assert replay(read_record(bare)) == replay(RECORD)
    with pytest.raises(RecordDiffers, match="wrong_phase"):
        replay(read_record([*bare, bare[-1]]))


def test_the_header_says_what_is_played_and_by_whom() -> None:
    header = json.loads(LINES[0])
    assert header["record"] == Form.PLAIN
    assert header["seats"] == {"N": "Ann", "E": "Béa", "S": "Cid", "W": "Dan"}
    assert header["dealer"] == "S"
    assert header["rules"]["match"]["target"] == 700
    assert read_record(LINES).header.rules == preset("ffb", 700)


def test_names_are_written_as_they_are() -> None:
    assert "Béa" in LINES[0]


def test_steps_of_a_replay_name_their_lines() -> None:
    lines = [step.line for step in replayed(read_record(LINES))]
    assert lines[:3] == [1, 3, 9]
    assert lines == sorted(lines)


ACTION, EVENT, DEAL = line_with("action"), line_with("event"), line_with("pack")
CARD = line_with("event", "card_played")
SCORED = line_with("event", "deal_scored")


@pytest.mark.parametrize(
    ("lines", "line", "why"),
    [
        (altered(CARD, card="7S" if "7S" not in LINES[CARD - 1] else "8S"), CARD, "happened, not"),
        (altered(CARD, seat="N" if '"seat":"N"' not in LINES[CARD - 1] else "S"), CARD, "happened, not"),
        (altered(SCORED, made=None), SCORED, "happened, not"),
        (altered(SCORED, scores={"NS": 10, "EW": 10}), SCORED, "happened, not"),
        (altered(ACTION, action="coinche"), ACTION, "no_bid_to_coinche"),
        (altered(ACTION, seat="S"), ACTION, "not_your_turn"),
        (altered(ACTION, n=999_999), ACTION + 1, "first event is 999999"),
        (altered(DEAL, deal=2), DEAL, "this is deal 1, not 2"),
        (altered(DEAL, pack=list(PACK)), DEAL + 2, "happened, not"),
        (altered(1, dealer="N"), DEAL + 1, "happened, not"),
        (LINES[:-1], len(LINES), "is not recorded"),
        (LINES[: CARD - 1], CARD, "is not recorded"),
        ([*LINES[: CARD - 1], *LINES[CARD:]], CARD, "is not recorded"),
        ([*LINES, LINES[CARD - 1]], len(LINES) + 1, "follows from nothing"),
        ([*LINES, LINES[ACTION - 1]], len(LINES) + 1, "wrong_phase"),
        ([*LINES, LINES[DEAL - 1]], len(LINES) + 1, "wrong_phase"),
    ],
)
def test_a_line_that_the_engine_does_not_come_to_is_named(lines: list[str], line: int, why: str) -> None:
    with pytest.raises(RecordDiffers, match=why) as differs:
        replay(read_record(lines))
    assert differs.value.line == line


def rules(**changes: Any) -> dict[str, Any]:
    """The recorded rules with options changed, `group__option=value`; None takes the option away."""
    groups: dict[str, Any] = json.loads(LINES[0])["rules"]
    for name, value in changes.items():
        group, option = name.split("__")
        groups[group][option] = value
        if value == "absent":
            del groups[group][option]
    return groups


@pytest.mark.parametrize(
    ("lines", "line", "why"),
    [
        ([], 1, "empty"),
        (["{"], 1, "a line of a record is one JSON object"),
        (["[]"], 1, "one JSON object"),
        (altered(1, record="coinche-record/3"), 1, "coinche-record/1 or coinche-record/2"),
        (altered(1, seats=["Ann"]), 1, "`seats` must be a map whose keys are seats"),
        (altered(1, seats={"N": 5}), 1, "seats must be the names"),
        (altered(1, seats={"N": "\x1b[31m\u202eevil"}), 1, "of printable characters"),
        (altered(1, seats={"X": "Ann"}), 1, "'X' is not a valid Seat"),
        (altered(1, dealer=None), 1, "'dealer' is missing"),
        (altered(1, match=0), 1, "0 is no number from 1 up"),
        (altered(1, rules=5), 1, "rules must be a group of named options, not 5"),
        (altered(1, rules={}), 1, "rules.table is missing"),
        (altered(1, rules=rules(auction__bid_minimum="absent")), 1, "rules.auction.bid_minimum is missing"),
        (altered(1, rules=rules(auction__bid_minimum="80")), 1, "bid_minimum must be a whole number .without quotes."),
        (altered(1, rules=rules(auction__bid_minimum=True)), 1, "bid_minimum must be a whole number, not true"),
        (altered(1, rules=rules(auction__bid_minimum=85)), 1, "bid_minimum must be a multiple of bid_step"),
        (altered(1, rules=rules(auction__bid_maximum=70)), 1, "bid_maximum must be from bid_minimum"),
        (altered(1, rules=rules(auction__denominations=[])), 1, "denominations must name at least one"),
        (altered(1, rules=rules(auction__denominations="SH")), 1, "denominations must be a list"),
        (altered(1, rules=rules(auction__denominations=["S", "X"])), 1, "must be one of S, H, D, C, N, A, not 'X'"),
        (altered(1, rules=rules(play__undertrump="maybe")), 1, "play.undertrump must be one of obliged, free"),
        (altered(1, rules=rules(play__overtrump_partner=1)), 1, "overtrump_partner must be true or false, not 1"),
        (altered(1, rules=rules(play__jokers=2)), 1, "rules.play has no option 'jokers'; there are: overtrump"),
        (altered(1, rules=rules(table__deal_batches=[3, 3])), 1, "whose sum is 8"),
        (altered(1, rules=rules(match__target=0)), 1, "target must be a positive number"),
        (altered(2, n=0), 2, "no number"),
        (altered(2, n="2"), 2, "no number"),
        (altered(2, n=None), 2, "'n' is missing"),
        (altered(2, event=None), 2, "has one of `pack`, `action`, `event`"),
        (altered(DEAL, pack=["AS"]), DEAL, "32 cards, each once"),
        (altered(DEAL, pack=5), DEAL, "32 cards, each once"),
        (altered(ACTION, action="90X"), ACTION, "is no action"),
        (altered(ACTION, action=5), ACTION, "is no action"),
        (altered(ACTION, seat=5), ACTION, "is not a valid Seat"),
    ],
)
def test_a_line_that_is_no_line_of_a_record_is_named(lines: list[str], line: int, why: str) -> None:
    with pytest.raises(BadRecord, match=why) as bad:
        read_record(lines)
    assert bad.value.line == line


def test_rules_without_a_maximum_read_back() -> None:
    assert read_record([write_record(RECORD).splitlines()[0]]).header.rules.auction.bid_maximum is None
    with_maximum = rules(auction__bid_maximum=160)
    assert read_record(altered(1, rules=with_maximum)[:1]).header.rules.auction.bid_maximum == 160
    assert FFB.auction.bid_maximum is None
