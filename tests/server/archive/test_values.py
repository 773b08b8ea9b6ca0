"""Tests of the values of cards in matches that are over: from the real provider process, and who may ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
import trio

from coinche.engine.cards import Card
from coinche.engine.match import to_act
from coinche.engine.playing import Playing
from coinche.engine.record_lines import read_record
from coinche.engine.replay import replayed
from coinche.engine.view import view
from coinche.hints.open_hands import open_values
from coinche.protocol.messages import DeclineQuestion
from coinche.server import limits
from coinche.server.app import DEFAULT_PROVIDER, Exposure
from coinche.server.archive import positions
from coinche.server.archive.positions import ReplayedMatch
from coinche.server.rate_limit import Allowance
from tests.server.connections.test_one_address import trust
from tests.server.ended import ended, matches, play_all, record
from tests.server.lobby.test_passphrases import come, private_table, proof
from tests.server.tables import Map

pytestmark = pytest.mark.slow

ABLE = {"want": ["hints"]}


async def valued(wire: Any, number: int = 5, **question: Any) -> Map:
    """Ask what the cards are worth; return the answer."""
    await wire.send(type="get_values", id=number, **question)
    got: Map = await wire.until("values", "error", re=number)
    return got


def due(lines: Sequence[str]) -> Iterator[tuple[int, dict[Card, int]]]:
    """The lines after which a card is to be played, and what the solver says of the cards there."""
    for step in replayed(read_record(lines)):
        if isinstance(step.state.phase, Playing) and to_act(step.state) is not None:
            hands = {seat: tuple(cards) for seat, cards in step.state.phase.hands.items()}
            yield step.line, open_values(view(step.state, None), hands, step.state.rules)


async def test_the_values_are_those_that_the_terminal_shows(run_server: Any, talkative: None) -> None:
    async with run_server(provider=DEFAULT_PROVIDER) as running:
        await running.until_said("signed in as provider")
        _, wires = await ended(running)
        wire = wires["N"]
        (match,) = await matches(wire)
        lines = await record(wire, match["match"])
        asked = list(due(lines))[3::3][:10]
        assert len(asked) == 10
        for line, cards in asked:
            told = await valued(wire, match=match["match"], after=line)
            expected = {card.value: points for card, points in cards.items()}
            assert told == {"type": "values", "re": 5, "match": match["match"], "after": line, "cards": expected}


async def test_where_no_card_is_played_next_there_are_no_values(run_server: Any, talkative: None) -> None:
    async with run_server() as running:
        _, wires = await ended(running)
        (match,) = await matches(wires["E"])
        number, lines = match["match"], await record(wires["E"], match["match"])
        for after in (0, 1, 2, len(lines) - 1, len(lines), 2 * len(lines)):
            assert (await valued(wires["E"], match=number, after=after))["cards"] == {}, after


async def test_without_a_provider_that_can_there_are_no_values(run_server: Any, talkative: None) -> None:
    async with run_server() as running:
        _, wires = await ended(running)
        (match,) = await matches(wires["S"])
        line = next(line for line, _ in due(await record(wires["S"], match["match"])))
        answer = await valued(wires["S"], match=match["match"], after=line)
        assert (answer["code"], answer["data"]) == ("FORBIDDEN", {"reason": "nobody"})


async def test_values_of_an_unknown_match_are_refused_as_its_record_is(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        assert (await valued(wire, match=7, after=3))["code"] == "NO_SUCH_MATCH"


async def test_a_match_of_a_private_table_is_unknown_to_others(run_server: Any) -> None:
    async with run_server() as running:
        provider = await running.provider(**ABLE)
        table, maker = await private_table(running, target=1)
        wires = {"N": maker}
        for seat in "ESW":
            wires[seat] = await running.connect(f"Guest {seat}")
            await come(wires[seat], table, seat=seat, proof=proof(wires[seat], table))
        await play_all(wires, Random(2))
        (match,) = await matches(wires["W"])
        line = next(line for line, _ in due(await record(wires["W"], match["match"])))
        stranger = await running.connect("stranger")
        assert (await valued(stranger, match=match["match"], after=line))["code"] == "NO_SUCH_MATCH"
        await wires["W"].send(type="get_values", id=6, match=match["match"], after=line)
        wanted = await provider.until("values_wanted")
        assert wanted.keys() == {"type", "question", "rules", "view", "hands"}, "neither the match nor its players"


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of the records that the server plays again."""
    lengths: list[int] = []

    def counted(lines: Sequence[str]) -> ReplayedMatch:
        lengths.append(len(lines))
        return ReplayedMatch(lines)

    monkeypatch.setattr(positions, "ReplayedMatch", counted)
    return lengths


async def test_a_match_is_played_again_once_for_all_its_positions(run_server: Any, replays: list[int]) -> None:
    async with run_server() as running:
        _, wires = await ended(running)
        (match,) = await matches(wires["N"])
        lines = await record(wires["N"], match["match"])
        for wire in wires.values():
            for after in (0, len(lines)):
                assert (await valued(wire, match=match["match"], after=after))["cards"] == {}
        assert replays == [len(lines)]


async def test_a_question_beyond_the_limits_makes_no_work(
    run_server: Any, replays: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ANALYSES", Allowance(burst=1, every=3600.0))
    async with run_server() as running:
        _, wires = await ended(running)
        (first,) = await matches(wires["N"])
        assert (await valued(wires["N"], match=first["match"], after=0))["cards"] == {}
        await ended(running, seed=2)
        second, _ = await matches(wires["N"])
        answer = await valued(wires["N"], match=second["match"], after=0)
        assert (answer["code"], len(replays)) == ("RATE", 1)


async def test_questions_at_once_wait_for_the_first(run_server: Any, replays: list[int]) -> None:
    async with run_server() as running:
        _, wires = await ended(running)
        (match,) = await matches(wires["N"])
        for number in range(3):
            await wires["N"].send(type="get_values", id=number, match=match["match"], after=0)
        told = [await wires["N"].until("values", "error") for _ in range(3)]
        assert sorted((each["type"], each["re"]) for each in told) == [("error", 1), ("error", 2), ("values", 0)]
        assert (await valued(wires["N"], match=match["match"], after=0))["cards"] == {}


@pytest.mark.parametrize("allowance", ["REPLAYS_PER_ADDRESS", "REPLAYS_OF_ALL"])
async def test_so_many_matches_are_played_again_and_no_more(
    run_server: Any, replays: list[int], monkeypatch: pytest.MonkeyPatch, allowance: str
) -> None:
    monkeypatch.setattr(limits, allowance, Allowance(burst=1, every=3600.0))
    async with run_server() as running:
        _, wires = await ended(running)
        await ended(running, seed=2)
        second, first = await matches(wires["N"])
        assert (await valued(wires["N"], match=first["match"], after=0))["cards"] == {}
        assert (await valued(wires["N"], match=second["match"], after=0))["code"] == "RATE"
        assert (await valued(wires["N"], match=first["match"], after=0))["cards"] == {}, "it is kept"
        assert len(replays) == 1


@pytest.mark.parametrize("allowance", ["REPLAYS_PER_ADDRESS", "QUESTIONS_PER_ADDRESS"])
async def test_clients_of_a_trusted_network_ask_each_for_themselves(
    run_server: Any, replays: list[int], monkeypatch: pytest.MonkeyPatch, allowance: str
) -> None:
    monkeypatch.setattr(limits, allowance, Allowance(burst=1, every=3600.0))
    async with run_server(exposure=Exposure(trust=trust("127.0.0.0/8"))) as running:
        _, wires = await ended(running)
        await ended(running, seed=2)
        second, first = await matches(wires["N"])
        for seat, match in (("E", first), ("S", second)):
            assert (await valued(wires[seat], match=match["match"], after=0)).get("cards") == {}
        assert len(replays) == 2


async def asked_from(running: Any, match: int, after: int, address: str, clients: int) -> list[Any]:
    """So many clients of that address who have each asked what the cards are worth."""
    wires = []
    for number in range(clients):
        wires.append(wire := await running.connect(f"{address} {number}"))
        (session,) = (each for each in running.server.lobby.sessions.values() if each.name == f"{address} {number}")
        session.counted_as = address
        await wire.send(type="get_values", id=5, match=match, after=after)
        await matches(wire)  # the archive answers in order
    return wires


async def test_two_addresses_that_ask_all_they_can_leave_a_third_its_turn(run_server: Any) -> None:
    async with run_server() as running:
        provider = await running.provider(**ABLE)
        _, wires = await ended(running)
        (match,) = await matches(wires["S"])
        line, _ = next(due(await record(wires["S"], match["match"])))
        for address in ("192.0.2.1", "192.0.2.2"):
            await asked_from(running, match["match"], line, address, limits.ANALYSES_WAITING_PER_ADDRESS)
        (third,) = await asked_from(running, match["match"], line, "192.0.2.3", 1)
        for _ in range(limits.ANALYSES_OF_PROVIDER + 3):
            question = (await provider.until("values_wanted"))["question"]
            await provider.send(type="decline_question", question=question)
        assert (await third.until("values", "error", re=5))["data"] == {"reason": "no_answer"}


async def test_a_provider_that_is_late_is_sent_the_next_question_when_it_has_answered(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ANALYSES_OF_PROVIDER", 1)
    async with run_server() as running:
        provider = await running.provider(**ABLE)
        _, wires = await ended(running)
        (match,) = await matches(wires["S"])
        line, _ = next(due(await record(wires["S"], match["match"])))
        for seat in "NSE":
            await wires[seat].send(type="get_values", id=5, match=match["match"], after=line)
            await matches(wires[seat])
        first = (await provider.until("values_wanted"))["question"]
        questions, now = running.server.lobby.server.questions, trio.current_time()
        (session,) = running.server.lobby.sessions.providers
        questions.answer(session, DeclineQuestion(question=first), now + limits.ANALYSIS - 1)
        second = (await provider.until("values_wanted"))["question"]
        questions.expire(now + limits.ANALYSIS + 1)
        assert (await wires["S"].until("error", re=5))["data"] == {"reason": "no_answer"}
        await wires["W"].send(type="get_values", id=5, match=match["match"], after=line)
        await matches(wires["W"])
        await provider.send(type="ping", data="so far")
        await provider.until("pong", data="so far")
        assert provider.seen[-1]["type"] == "pong"
        assert [message["question"] for message in provider.seen if message["type"] == "values_wanted"][-1] == second
        await provider.send(type="decline_question", question=second)
        assert (await provider.until("values_wanted"))["question"] > second


async def test_values_of_other_cards_are_not_passed_on(run_server: Any) -> None:
    async with run_server() as running:
        provider = await running.provider(**ABLE)
        _, wires = await ended(running)
        (match,) = await matches(wires["S"])
        line, cards = next(due(await record(wires["S"], match["match"])))
        good = {card.value: points for card, points in cards.items()}
        other = next(card.value for card in Card if card not in cards)
        for number, wrong in enumerate((good | {other: 80}, dict(list(good.items())[1:]), {})):
            await wires["S"].send(type="get_values", id=number, match=match["match"], after=line)
            question = (await provider.until("values_wanted"))["question"]
            await provider.send(type="values_given", question=question, cards=wrong)
            answer = await wires["S"].until("values", "error", re=number)
            assert answer.get("data") == {"reason": "no_answer"}, wrong


async def test_a_provider_asks_for_no_values(run_server: Any) -> None:
    async with run_server() as running:
        provider = await running.provider(**ABLE)
        assert (await valued(provider, match=1, after=3))["code"] == "FORBIDDEN"
