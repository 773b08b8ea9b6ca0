"""A check tells a bot the same as a server does, word for word."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest

from coinche.conformance.bot import messages
from coinche.conformance.bot.match_course import BotRequest, Course, Setting
from coinche.conformance.bot.messages import NEEDED, OPTIONAL, complaints
from coinche.conformance.encodings import packed
from coinche.conformance.transcript import Map
from coinche.engine.events import Event
from coinche.engine.fold_view import fold
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView, view
from coinche.protocol.codec import CLIENT_TYPES, decode_server, rules_hash, to_map
from coinche.protocol.messages import Clock, Envelope
from coinche.server.turns.decision import LiveRequest

DEALS = 4
CLOCK = Clock(move_ms=20_000, bank_ms=0)


def asked(rules: RuleSet) -> Iterator[tuple[Course, BotRequest]]:
    """A match, and its requests one by one: bids are declined, the rest is answered at random."""
    course = Course(Setting(rules=rules, table="t7", seat=Seat.SOUTH, seed=1, names=messages.NAMES))
    chance = Random(2)
    while (question := course.go_on()) is not None and course.state.deal <= DEALS:
        yield course, question
        course.take(question, _answer(question, chance))


def _answer(question: BotRequest, chance: Random) -> str:
    return question.default if question.kind == "bid" else str(chance.choice(tuple(question.legal)))


@pytest.mark.parametrize("preset", PRESETS)
def test_requests_are_those_of_a_server(preset: str) -> None:
    rules = PRESETS[preset].changed(target=20_000)
    for course, question in asked(rules):
        request = LiveRequest.make(course.state, Seat.SOUTH, question.number, course.n, 0)
        theirs = to_map(request.message("t7", CLOCK, rules_hash(rules)))
        assert question.message == json.loads(json.dumps(theirs))


@pytest.mark.parametrize("preset", ["ffb", "pagat-annonces", "online"])
def test_events_come_to_what_the_seat_knows(preset: str) -> None:
    rules = PRESETS[preset].changed(target=20_000)
    seen, heard = TableView(viewer=Seat.SOUTH), 0
    for course, _ in asked(rules):
        for told in course.told():
            event = decode_server(packed(told))
            assert isinstance(event, Envelope)
            heard += 1
            assert event.n == heard
            if isinstance(event.event, get_args(Event)):
                seen = fold(seen, event.event, rules)
        assert seen == view(course.state, Seat.SOUTH)


@pytest.mark.parametrize(
    "message",
    [
        messages.welcome({"id": 4}, messages.digits("nonce")),
        messages.ready("f" * 32, "sound", messages.digits("secret"), ["json"]),
        messages.lobby(messages.table_info()),
        messages.joined({}, Seat.NORTH, FFB),
        messages.ok({"id": 3}, request=1, used_ms=1, bank_ms=0),
        messages.error({"id": 3}, "LATE", "too late", request=1, data={"played": "pass"}),
        messages.left("match_over"),
    ],
    ids=lambda message: str(message["type"]),
)
def test_its_messages_are_those_of_the_protocol(message: Map) -> None:
    read = decode_server(packed(message))
    assert read is not None
    assert json.loads(json.dumps(to_map(read))) == message


@pytest.mark.parametrize("name", NEEDED)
def test_a_client_has_the_fields_of_the_protocol(name: str) -> None:
    fields = set(CLIENT_TYPES[name].__struct_fields__) - {"id"}
    assert {*NEEDED[name], *OPTIONAL.get(name, {})} == fields


def test_what_is_wrong_with_a_message_is_told_field_by_field() -> None:
    act = {"type": "act", "table": "t7", "request": 1.5, "action": 0, "because": "I can"}
    assert complaints(act) == [
        "act has no field `because`",
        "act: `request` may not be 1.5",
        "act: `action` may not be 0",
    ]
    assert complaints({"type": "act", "id": 3, "table": "t7", "request": 1}) == ["act lacks `action`"]
    assert complaints({"type": "levitate"}) == ['there is no message "levitate" for a bot to send']
