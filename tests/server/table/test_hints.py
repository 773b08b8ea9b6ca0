"""Tests of hints: from the real provider process, the refusals, and what a provider is told of a player's hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from coinche.bot.bot import legal_of
from coinche.engine.cards import PACK
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.hints.render import hint
from coinche.hints.service import best
from coinche.protocol import auth
from coinche.protocol.codec import decode_server
from coinche.protocol.messages import Clock, Request
from coinche.server import limits
from coinche.server.app import DEFAULT_PROVIDER, Exposure
from coinche.server.match.table_options import HintsPolicy
from coinche.server.rate_limit import Allowance
from coinche.server.sessions.name_register import Register
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.server.conftest import until
from tests.server.connections.test_one_address import trust
from tests.server.reacting import bench_at, open_with
from tests.server.tables import seated, watching

Map = dict[str, Any]
CARDS = {card.value for card in PACK}
ABLE = {"want": ["hints"]}


async def hinted(wire: Any, table: str, number: int = 5, language: str = "en") -> Map:
    """Ask for a hint; return the answer."""
    await wire.send(type="get_hint", id=number, table=table, language=language)
    got: Map = await wire.until("hint", "error", re=number)
    return got


async def refused(wire: Any, table: str) -> tuple[str, str | None]:
    """Ask for a hint in vain; return the code and the reason."""
    answer = await hinted(wire, table)
    assert answer["type"] == "error", answer
    return answer["code"], answer["data"].get("reason")


async def asked_first(wires: dict[str, Any]) -> tuple[Map, Any]:
    """The first request of a match, and the client that gets it."""
    dealer = (await wires["N"].until("deal_started"))["dealer"]
    seat = Seat(dealer).next(FFB.table.direction).value
    return await wires[seat].until("request"), wires[seat]


def request_of(wire: Any, number: int) -> Request:
    """The request of that number, as our own client reads it."""
    decoded = [decode_server(body) for body in wire.bodies]
    (found,) = (message for message in decoded if isinstance(message, Request) and message.request == number)
    return found


async def test_the_hint_is_the_one_that_the_terminal_shows(run_server: Any) -> None:
    async with run_server(provider=DEFAULT_PROVIDER) as running:
        wire = await running.connect("Ana")
        await running.until_said("signed in as provider")
        await wire.send(type="create_table", name="Café", seat="S", bots="steady", practice=True)
        table, kinds = (await wire.until("joined"))["table"], []
        for number in range(1, 9):
            request = await wire.until("request")
            language = Language.FRENCH if number % 2 else Language.ENGLISH
            told = await hinted(wire, table, number, language.value)
            assert told["type"] == "hint", told
            here = request_of(wire, request["request"])
            action, why = best(here.known, legal_of(here), FFB, here.kind)
            names = {Seat.SOUTH: "Ana"}
            text = hint(action, why, names, Face(language, UNICODE))
            assert told == {
                "type": "hint",
                "re": number,
                "table": table,
                "request": request["request"],
                "action": str(action),
                "text": text,
            }
            kinds.append(request["kind"])
            action_said = "80S" if request["bids"].get("S") == 80 else told["action"]
            await wire.send(type="act", table=table, request=request["request"], action=action_said)
        assert {"bid", "play"} <= set(kinds)


async def test_a_hint_that_is_asked_for_does_not_answer_the_request(run_server: Any) -> None:
    async with run_server(provider=DEFAULT_PROVIDER) as running:
        await running.until_said("signed in as provider")
        table, wires = await seated(running)
        request, wire = await asked_first(wires)
        assert (await hinted(wire, table))["request"] == request["request"]
        await wire.send(type="act", table=table, request=request["request"], action="pass")
        assert (await wire.until("ok"))["request"] == request["request"]


async def test_a_player_who_may_react_to_a_bid_gets_a_hint_too(run_server: Any) -> None:
    async with bench_at(run_server, provider=DEFAULT_PROVIDER, clock=Clock(move_ms=60_000, bank_ms=0)) as table:
        await table.running.until_said("signed in as provider")
        turn, reaction = await open_with(table)
        told = {seat: await hinted(table.wires[seat], table.table) for seat in "NS"}
        assert [told[seat].get("request") for seat in "NS"] == [turn["request"], reaction["request"]], told
        assert told["S"]["action"] in reaction["legal"]
        assert await refused(table.wires["E"], table.table) == ("FORBIDDEN", "not_asked")


async def test_only_a_player_who_is_asked_something_gets_a_hint(run_server: Any) -> None:
    async with run_server() as running:
        await running.provider(**ABLE)
        table, wires = await seated(running)
        _, asked = await asked_first(wires)
        watcher, stranger = await watching(running, table), await running.connect("stranger")
        for wire in (watcher, *(wire for wire in wires.values() if wire is not asked)):
            assert await refused(wire, table) == ("FORBIDDEN", "not_asked")
        assert await refused(stranger, table) == ("FORBIDDEN", None)


async def test_a_player_who_has_answered_is_asked_nothing(run_server: Any) -> None:
    async with run_server() as running:
        await running.provider(**ABLE)
        table, wires = await seated(running)
        request, wire = await asked_first(wires)
        await wire.send(type="act", table=table, request=request["request"], action="pass")
        assert await refused(wire, table) == ("FORBIDDEN", "not_asked")


@pytest.mark.parametrize(
    ("options", "policy", "reason"),
    [
        ({"hints": False}, HintsPolicy.HOST, "host"),
        ({"strict": True}, HintsPolicy.HOST, "strict"),
        ({"strict": True}, HintsPolicy.ON, "strict"),
        ({}, HintsPolicy.OFF, "operator"),
    ],
)
async def test_a_table_without_hints_says_who_decided_it(
    run_server: Any, options: Map, policy: HintsPolicy, reason: str
) -> None:
    async with run_server(hints_policy=policy) as running:
        provider = await running.provider(**ABLE)
        table, wires = await seated(running, **options)
        _, wire = await asked_first(wires)
        assert await refused(wire, table) == ("FORBIDDEN", reason)
        await provider.send(type="ping", data="quiet")
        assert (await provider.until("pong", "hint_wanted"))["type"] == "pong"


async def test_without_a_provider_that_can_there_is_no_hint(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running)
        _, wire = await asked_first(wires)
        assert await refused(wire, table) == ("FORBIDDEN", "nobody")
        await running.provider()
        assert await refused(wire, table) == ("FORBIDDEN", "nobody"), "it has not said that it can"


def strings(value: Any) -> Iterator[str]:
    """All strings in a message, keys included."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from (*strings(key), *strings(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)
    elif isinstance(value, str):
        yield value


async def test_a_provider_is_told_nothing_that_the_player_may_not_know(run_server: Any, talkative: None) -> None:
    async with run_server() as running:
        provider = await running.provider(**ABLE)
        table, wires = await seated(running, people="")
        hidden = 0
        _, wire = await asked_first(wires)
        for _ in range(35):  # a bid, three passes, all cards but the last
            request = next(m for m in reversed(wire.seen) if m["type"] == "request")
            await wire.send(type="get_hint", id=5, table=table, language="fr")
            wanted = await provider.until("hint_wanted")
            assert wanted["view"] == request["view"]
            assert {field: wanted[field] for field in wanted.keys() & request.keys() - {"type", "rules"}} == {
                field: request[field] for field in wanted.keys() & request.keys() - {"type", "rules"}
            }
            assert wanted.keys() - request.keys() == {"question", "language", "names", "systems"}
            told = {card for text in strings(wanted) for card in CARDS if text.startswith(card)}
            known = {card for text in strings(request["view"]) for card in CARDS if text == card}
            assert told == known
            hidden += 32 - len(known)
            await provider.send(type="decline_question", question=wanted["question"])
            assert (await wire.until("hint", "error"))["data"] == {"reason": "no_answer"}
            bid = "80S" if request["bids"].get("S") == 80 else request["default"]
            await wire.send(type="act", table=table, request=request["request"], action=bid)
            await wire.until("ok")
            wire = await next_asked(wires, request["request"])
        assert hidden > 100, "there was something to hide"


async def next_asked(wires: dict[str, Any], before: int) -> Any:
    """The client that gets the request after that one."""
    for wire in wires.values():
        await wire.send(type="ping", data="next")
        await wire.until("pong", data="next")
    return next(
        wire for wire in wires.values() for m in wire.seen if m["type"] == "request" and m["request"] == before + 1
    )


async def wanted_by(running: Any) -> tuple[Any, str, dict[str, Any], Any, Map, Map]:
    """A provider that has been asked for a hint, the table and its clients, the one that asks, request, question."""
    provider = await running.provider(**ABLE)
    table, wires = await seated(running)
    request, wire = await asked_first(wires)
    await wire.send(type="get_hint", id=5, table=table, language="fr")
    return provider, table, wires, wire, request, await provider.until("hint_wanted")


@pytest.mark.parametrize("action", ["JS", "85S", "what", "coinche", ""])
async def test_an_answer_that_is_no_legal_action_is_not_passed_on(run_server: Any, action: str) -> None:
    async with run_server() as running:
        provider, _, _, wire, _, wanted = await wanted_by(running)
        await provider.send(type="hint_given", question=wanted["question"], action=action, text="Jouez.")
        answer = await wire.until("hint", "error", re=5)
        assert (answer["code"], answer["data"]) == ("FORBIDDEN", {"reason": "no_answer"})


async def test_values_are_no_answer_to_a_player_who_wants_a_hint(run_server: Any) -> None:
    async with run_server() as running:
        provider, _, _, wire, _, wanted = await wanted_by(running)
        await provider.send(type="values_given", question=wanted["question"], cards={"AS": 80})
        assert (await wire.until("hint", "error", re=5))["data"] == {"reason": "no_answer"}


async def test_a_client_has_one_question_at_a_time(run_server: Any) -> None:
    async with run_server() as running:
        provider, table, _, wire, request, wanted = await wanted_by(running)
        second = await hinted(wire, table, 6)
        assert second["code"] == "RATE"
        await provider.send(type="hint_given", question=wanted["question"], action="pass", text="Passez.")
        told = await wire.until("hint", re=5)
        assert (told["request"], told["action"], told["text"]) == (request["request"], "pass", "Passez.")
        await wire.send(type="get_hint", id=7, table=table, language="fr")
        assert (await provider.until("hint_wanted"))["question"] != wanted["question"]


@pytest.mark.parametrize("lost", [True, False], ids=["after a loss", "from elsewhere"])
async def test_a_client_that_comes_back_may_ask_again(run_server: Any, come_back: Any, lost: bool) -> None:
    async with run_server(absence_ms=60_000) as running:
        provider, table, wires, wire, request, wanted = await wanted_by(running)
        if lost:
            await wire.stream.aclose()
            others = [other for other in wires.values() if other is not wire]
            await others[0].until("seat_changed", connected=False)
        back = await come_back(running, next(message for message in wire.seen if message["type"] == "ready"))
        assert (await back.until("request"))["request"] == request["request"]
        await back.send(type="get_hint", id=6, table=table, language="fr")
        again = await provider.until("hint_wanted")
        await provider.send(type="hint_given", question=wanted["question"], action="pass", text="Passez.")
        await provider.send(type="hint_given", question=again["question"], action="pass", text="Bien.")
        told = await back.until("hint", "error")
        assert (told["type"], told.get("re"), told.get("text")) == ("hint", 6, "Bien.")


async def test_few_questions_wait_for_providers(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ANALYSES_WAITING", 1)
    async with run_server() as running:
        await wanted_by(running)
        table, wires = await seated(running)
        _, wire = await asked_first(wires)
        assert (await hinted(wire, table))["code"] == "RATE"


async def test_one_address_leaves_room_for_questions_of_others(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ANALYSES_WAITING_PER_ADDRESS", 1)
    async with run_server() as running:
        provider, *_ = await wanted_by(running)
        table, wires = await seated(running)
        _, wire = await asked_first(wires)
        assert (await hinted(wire, table))["code"] == "RATE"
        for session in running.server.lobby.sessions.values():
            if session.table == table:
                session.counted_as = "203.0.113.7"
        await wire.send(type="get_hint", id=6, table=table, language="fr")
        assert (await provider.until("hint_wanted"))["view"]["viewer"]


async def test_clients_of_a_trusted_network_ask_each_for_themselves(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ANALYSES_WAITING_PER_ADDRESS", 1)
    monkeypatch.setattr(limits, "ANALYSES_PER_ADDRESS", Allowance(burst=1, every=3600.0))
    async with run_server(exposure=Exposure(trust=trust("127.0.0.0/8"))) as running:
        provider, *_ = await wanted_by(running)
        table, wires = await seated(running)
        _, wire = await asked_first(wires)
        await wire.send(type="get_hint", id=6, table=table, language="fr")
        await provider.until("hint_wanted")


@pytest.mark.parametrize("allowance", ["ANALYSES", "ANALYSES_PER_ADDRESS"])
async def test_a_client_asks_so_often_and_no_more(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, allowance: str
) -> None:
    monkeypatch.setattr(limits, allowance, Allowance(burst=1, every=3600.0))
    async with run_server() as running:
        provider, table, _, wire, _, wanted = await wanted_by(running)
        await provider.send(type="decline_question", question=wanted["question"])
        await wire.until("error", re=5)
        assert (await hinted(wire, table))["code"] == "RATE"


async def test_a_provider_that_is_lost_answers_nobody(run_server: Any) -> None:
    async with run_server() as running:
        provider, table, _, wire, _, _ = await wanted_by(running)
        await provider.stream.aclose()
        assert (await wire.until("hint", "error", re=5))["data"] == {"reason": "no_answer"}
        assert await refused(wire, table) == ("FORBIDDEN", "nobody")


async def test_a_provider_that_takes_too_long_answers_nobody(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ANALYSIS", 0.05)
    monkeypatch.setattr(limits, "SWEEP", 0.05)
    async with run_server() as running:
        provider, _, _, wire, _, wanted = await wanted_by(running)
        assert (await wire.until("hint", "error", re=5))["data"] == {"reason": "no_answer"}
        await provider.send(type="hint_given", question=wanted["question"], action="pass", text="Passez.")
        await provider.send(type="ping", data="late")
        await provider.until("pong", data="late")
        assert not any(message["type"] == "hint" for message in wire.seen)


async def test_another_provider_cannot_answer(run_server: Any) -> None:
    async with run_server() as running:
        provider, _, _, wire, _, wanted = await wanted_by(running)
        other = await running.provider(**ABLE)
        await other.send(type="hint_given", question=wanted["question"], action="pass", text="Passez.")
        await other.send(type="ping", data="sent")
        await other.until("pong", data="sent")
        await provider.send(type="hint_given", question=wanted["question"], action="pass", text="Bien.")
        assert (await wire.until("hint", re=5))["text"] == "Bien."


async def test_a_player_answers_no_question(run_server: Any) -> None:
    async with run_server() as running:
        _, _, wires, _, _, wanted = await wanted_by(running)
        answers: tuple[Map, ...] = (
            {"type": "hint_given", "action": "pass", "text": ""},
            {"type": "values_given", "cards": {}},
            {"type": "decline_question"},
        )
        for number, message in enumerate(answers):
            await wires["N"].send(id=number, question=wanted["question"], **message)
            assert (await wires["N"].until("error", re=number))["code"] == "FORBIDDEN"


async def test_a_provider_of_somebody_else_sees_no_hand_of_a_deal_that_it_has_come_to(run_server: Any) -> None:
    register, token = Register(), "5e" * auth.SECRET_BYTES
    assert register.add_token("lender", auth.key(token), provider=True)
    async with run_server(register=register) as running:
        table, wires = await seated(running)
        _, wire = await asked_first(wires)
        lender = await running.connect()
        await lender.send(
            type="hello", versions=[1, 1], name="lender", role="provider", program=True, auth="token", want=["hints"]
        )
        nonce = (await lender.until("welcome"))["nonce"]
        await lender.send(type="prove", proof=auth.proof(auth.key(token), nonce, 0))
        await lender.until("ready")
        assert await refused(wire, table) == ("FORBIDDEN", "nobody")
        others, at = await seated(running)
        _, asked = await asked_first(at)
        await asked.send(type="get_hint", id=8, table=others, language="fr")
        assert (await lender.until("hint_wanted"))["view"]["viewer"]


async def test_the_servers_own_provider_is_asked_before_others(run_server: Any) -> None:
    async with run_server() as running:
        own = await running.provider(**ABLE)
        newer = await running.provider(**ABLE)
        newer_session, own_session = running.server.lobby.sessions.providers
        newer_session.who = "token lender"
        await until(lambda: running.server.lobby.server.questions.providers == (own_session, newer_session))
        assert own is not newer
