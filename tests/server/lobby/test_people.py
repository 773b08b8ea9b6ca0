"""Tests of the lobby's people, chat and calls: who is told what, how often, and how much anybody may say."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
import trio

from coinche.protocol.messages import TableInfo
from coinche.server import limits
from coinche.server.app import Exposure
from coinche.server.rate_limit import Allowance
from tests.server.conftest import Map, RunningServer, Wire, until
from tests.server.tables import answer, quiet, seated, watching

PERSON: Map = {"program": False, "want": ["people"]}


@pytest.fixture(autouse=True)
def brisk_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists that are sent without delay; a test of the delay sets its own."""
    monkeypatch.setattr(limits, "PEOPLE_EVERY", 0.01)


async def until_there(wire: Wire, name: str, place: str | None) -> Map:
    """The entry of the client once a list has it at that place; with None, the list once it has it no more."""
    while True:
        told = await wire.until("people")
        found: list[Map] = [entry for entry in told["people"] if entry["name"] == name]
        if place is None and not found:
            return told
        if found and found[0]["place"] == place:
            return found[0]


async def test_who_comes_to_the_lobby_is_told_who_is_there_and_what_was_said(run_server: Any) -> None:
    async with run_server() as running:
        zoe = await running.connect("Zoé", **PERSON)
        assert (await answer(zoe, 1, type="lobby_chat", text="bonsoir"))["type"] == "ok"
        ada = await running.connect("Ada", **PERSON)
        told = await ada.until("lobby_chatted")
        assert told["recent"]
        assert [(line["name"], line["text"]) for line in told["lines"]] == [("Zoé", "bonsoir")]
        people = next(m for m in (*ada.seen, await ada.until("people")) if m["type"] == "people")
        assert [(one["name"], one["occupant"], one["place"]) for one in people["people"]] == [
            ("Zoé", "person", "lobby"),
            ("Ada", "person", "lobby"),
        ]
        assert people["more"] == 0


async def test_the_list_follows_people_to_tables_and_away(run_server: Any) -> None:
    async with run_server() as running:
        looker = await running.connect("looker", **PERSON)
        zoe = await running.connect("Zoé", program=False)
        assert (await until_there(looker, "Zoé", "lobby"))["table"] is None
        await zoe.send(type="create_table", name="Café", seat="N")
        assert (await until_there(looker, "Zoé", "playing"))["table"] == "t1"
        await watching(running, "t1")
        assert (await until_there(looker, "watcher", "watching"))["occupant"] == "program"
        await zoe.send(type="leave", table="t1")
        await until_there(looker, "Zoé", "lobby")
        await zoe.send(type="bye")
        await until_there(looker, "Zoé", None)


async def test_a_client_that_has_not_asked_and_one_at_a_table_are_told_nothing(run_server: Any) -> None:
    async with run_server() as running:
        plain, talker = await running.connect("plain"), await running.connect("talker", **PERSON)
        player = await running.connect("player", **PERSON)
        await player.send(type="create_table", name="Café", seat="N")
        await player.until("joined")
        before = len(player.seen)
        await answer(talker, 1, type="lobby_chat", text="bonsoir")
        await answer(player, 2, type="call_to_table", table="t1")
        await talker.until("called_to_table")
        await quiet(plain)
        await quiet(player)
        told = {"people", "lobby_chatted", "called_to_table"}
        assert not told & {message["type"] for message in (*plain.seen, *player.seen[before:])}


async def test_who_comes_back_from_a_table_is_told_all_of_it_again(run_server: Any) -> None:
    async with run_server() as running:
        zoe, ada = await running.connect("Zoé", **PERSON), await running.connect("Ada", **PERSON)
        await zoe.send(type="create_table", name="Café", seat="N")
        await zoe.until("joined")
        await answer(ada, 1, type="lobby_chat", text="revenez")
        await zoe.send(type="leave", table="t1")
        told = await zoe.until("lobby_chatted", recent=True)
        assert [line["text"] for line in told["lines"]] == ["revenez"]


async def test_the_last_lines_alone_are_kept(run_server: Any, monkeypatch: pytest.MonkeyPatch, talkative: None) -> None:
    monkeypatch.setattr(limits, "LOBBY_LINES", 3)
    monkeypatch.setattr(limits, "CHAT", Allowance(burst=100, every=1.0))
    async with run_server() as running:
        zoe = await running.connect("Zoé", **PERSON)
        for number in range(5):
            await answer(zoe, number, type="lobby_chat", text=f"ligne {number}")
        late = await running.connect("late", **PERSON)
        told = await late.until("lobby_chatted", recent=True)
        assert [line["text"] for line in told["lines"]] == ["ligne 2", "ligne 3", "ligne 4"]


async def test_the_list_has_so_many_names_people_first(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PEOPLE_LISTED", 3)
    async with run_server() as running:
        for number in range(4):
            await running.connect(f"program {number}")
        looker = await running.connect("looker", **PERSON)
        told = await looker.until("people")
        assert [one["name"] for one in told["people"]] == ["looker", "program 0", "program 1"]
        assert told["more"] == 2


async def test_many_changes_make_few_lists(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PEOPLE_EVERY", 1.0)
    async with run_server() as running:
        looker = await running.connect("looker", **PERSON)
        await looker.until("people")
        began = trio.current_time()
        for number in range(30):
            await running.connect(f"comer {number}")
        while len((await looker.until("people"))["people"]) < 31:
            pass
        lists = sum(message["type"] == "people" for message in looker.seen)
        assert lists <= 2 + (trio.current_time() - began) / limits.PEOPLE_EVERY


async def test_a_list_that_has_not_changed_is_not_sent_again(run_server: Any) -> None:
    async with run_server() as running:
        looker = await running.connect("looker", **PERSON)
        await looker.until("people")
        for _ in range(20):
            running.server.lobby.server.changed()
            await trio.sleep(0.02)
        assert "people" not in [message["type"] for message in await quiet(looker)]


@pytest.mark.parametrize("shown", [True, False])
async def test_people_at_a_private_table_that_is_not_listed_are_elsewhere(run_server: Any, shown: bool) -> None:
    async with run_server(exposure=Exposure(lists_private=shown)) as running:
        looker = await running.connect("looker", **PERSON)
        zoe = await running.connect("Zoé", program=False)
        await zoe.send(type="create_table", name="secret", seat="N", key="ab" * 32)
        entry = await until_there(looker, "Zoé", "playing" if shown else "elsewhere")
        assert entry["table"] == ("t1" if shown else None)
        called = await answer(zoe, 1, type="call_to_table", table="t1")
        assert called["type"] == ("ok" if shown else "error")


async def test_the_chat_of_one_client_is_limited(
    run_server: Any, talkative: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CHAT", Allowance(burst=limits.CHAT.burst, every=600.0))
    async with run_server() as running:
        zoe, ada = await running.connect("Zoé", **PERSON), await running.connect("Ada", **PERSON)
        answers = [await answer(zoe, number, type="lobby_chat", text="encore") for number in range(20)]
        refused = [got["code"] for got in answers if got["type"] == "error"]
        assert set(refused) == {"RATE"}
        assert len(refused) == 20 - limits.CHAT.burst
        assert (await answer(ada, 99, type="lobby_chat", text="moi aussi"))["type"] == "ok"


async def test_the_chat_of_one_address_is_limited(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOBBY_CHAT_PER_ADDRESS", Allowance(burst=6, every=600.0))
    async with run_server() as running:
        wires = [await running.connect(f"guest {number}", **PERSON) for number in range(4)]
        answers = [await answer(wire, number, type="lobby_chat", text="x") for number in range(3) for wire in wires]
        assert sum(got["type"] == "ok" for got in answers) == 6
        assert {got["code"] for got in answers if got["type"] == "error"} == {"RATE"}


async def test_the_chat_of_all_is_limited(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOBBY_CHAT_OF_ALL", Allowance(burst=3, every=600.0))
    async with run_server() as running:
        wires = [await running.connect(f"guest {number}", **PERSON) for number in range(5)]
        answers = [await answer(wire, 1, type="lobby_chat", text="x") for wire in wires]
        assert [got["type"] for got in answers] == ["ok"] * 3 + ["error"] * 2


@pytest.mark.parametrize("text", ["", "x" * 201, "a\nb", "\u202eabc", "e" + "\u0301" * 5])
async def test_a_line_is_held_to_the_same_form_as_at_a_table(run_server: Any, text: str) -> None:
    async with run_server() as running:
        zoe = await running.connect("Zoé", **PERSON)
        got = await answer(zoe, 1, type="lobby_chat", text=text)
        assert (got["code"], got["data"]["path"]) == ("BAD_MESSAGE", "$.text")


async def test_who_is_at_a_table_or_lends_bots_is_not_heard_in_the_lobby(run_server: Any) -> None:
    async with run_server() as running:
        zoe = await running.connect("Zoé", **PERSON)
        await zoe.send(type="create_table", name="Café", seat="N")
        await zoe.until("joined")
        for wire in (zoe, await running.provider()):
            assert (await answer(wire, 1, type="lobby_chat", text="x"))["code"] == "FORBIDDEN"


async def test_the_log_has_no_line_of_the_chat(run_server: Any) -> None:
    async with run_server() as running:
        zoe = await running.connect("Zoé", **PERSON)
        await answer(zoe, 1, type="lobby_chat", text="un secret")
        assert not any("secret" in repr(news) or "secret" in str(news) for news in running.news)


async def test_a_player_who_waits_calls_to_the_free_seats(run_server: Any) -> None:
    async with run_server() as running:
        ada = await running.connect("Ada", **PERSON)
        zoe, other = await running.connect("Zoé"), await running.connect("other")
        await zoe.send(type="create_table", name="Café", seat="N")
        await zoe.until("joined")
        await other.send(type="join", table="t1")
        await other.until("joined")
        assert (await answer(other, 1, type="call_to_table", table="t1"))["type"] == "ok"
        call = await ada.until("called_to_table")
        assert (call["table"], call["name"], call["by"], call["seats"]) == ("t1", "Café", "other", 2)


async def test_only_who_sits_where_somebody_can_sit_down_calls(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="")
        others = (await watching(running, table), await running.connect("elsewhere"), await running.provider())
        for wire in (wires["N"], wires["E"], *others):
            assert (await answer(wire, 70, type="call_to_table", table=table))["code"] == "FORBIDDEN"
        await wires["W"].send(type="leave", table=table)
        await wires["W"].until("left")
        assert (await answer(wires["E"], 71, type="call_to_table", table=table))["code"] == "FORBIDDEN"
        assert (await answer(wires["N"], 71, type="call_to_table", table=table))["type"] == "ok", "the host may"


async def open_calls(running: RunningServer, name: str) -> list[Map]:
    """The calls that a client is told when it comes to the lobby."""
    wire = await running.connect(name, **PERSON)
    if not any(message["type"] == "people" for message in wire.seen):
        await wire.until("people")
    await quiet(wire)
    return [message for message in wire.seen if message["type"] == "called_to_table"]


async def calling(running: RunningServer, name: str, table: str | None = None) -> tuple[Wire, str]:
    """A client that has called to its table, a new one or that one."""
    wire = await running.connect(name)
    await wire.send(**({"type": "join", "table": table} if table else {"type": "create_table", "name": f"at {name}"}))
    number = (await wire.until("joined"))["table"]
    assert (await answer(wire, 1, type="call_to_table", table=number))["type"] == "ok"
    return wire, number


async def test_who_comes_later_is_told_the_open_calls_of_each_table(run_server: Any) -> None:
    async with run_server() as running:
        _, first = await calling(running, "Zoé")
        _, second = await calling(running, "Ada")
        last, _ = await calling(running, "Léo", first)
        told = [(call["table"], call["by"], call["seats"]) for call in await open_calls(running, "late")]
        assert told == [(second, "Ada", 3), (first, "Léo", 2)]
        await last.send(type="leave", table=first)
        await last.until("left")
        assert [call["by"] for call in await open_calls(running, "later")] == ["Ada"]


async def test_who_comes_back_from_a_table_is_told_the_open_calls(run_server: Any) -> None:
    async with run_server() as running:
        back = await running.connect("back", **PERSON)
        await back.send(type="create_table", name="Café")
        await back.until("joined")
        _, table = await calling(running, "Zoé")
        await back.send(type="leave", table="t1")
        assert (await back.until("called_to_table"))["table"] == table
        await quiet(back)
        assert sum(message["type"] == "called_to_table" for message in back.seen) == 1


async def test_a_call_to_free_seats_is_over_when_they_are_taken_or_the_match_begins(run_server: Any) -> None:
    async with run_server() as running:
        host, table = await calling(running, "Zoé")
        for number, left in enumerate((2, 1, 0)):
            player = await running.connect(f"player {number}")
            await player.send(type="join", table=table)
            await player.until("joined")
            told = [call["seats"] for call in await open_calls(running, f"late {number}")]
            assert told == ([left] if left else [])
        await player.send(type="leave", table=table)
        await player.until("left")
        assert await open_calls(running, "later") == [], "it was a call to free seats"
        assert (await answer(host, 9, type="call_to_table", table=table))["type"] == "ok"
        assert [call["seats"] for call in await open_calls(running, "last")] == [1], "to the seat of the bot"


async def test_a_call_is_not_told_for_ever(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CALL_LASTS", 0.0)
    async with run_server() as running:
        await calling(running, "Zoé")
        assert await open_calls(running, "late") == []


async def test_so_many_calls_are_kept(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CALLS_KEPT", 2)
    async with run_server() as running:
        for name in ("Zoé", "Ada", "Léo"):
            await calling(running, name)
        assert [call["by"] for call in await open_calls(running, "late")] == ["Ada", "Léo"]


async def test_calls_are_limited(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CALLS_PER_ADDRESS", Allowance(burst=3, every=600.0))
    monkeypatch.setattr(limits, "CALLS", Allowance(burst=limits.CALLS.burst, every=600.0))
    async with run_server() as running:
        got = []
        for name in ("Zoé", "Ada"):
            wire = await running.connect(name)
            await wire.send(type="create_table", name="Café", seat="N")
            table = (await wire.until("joined"))["table"]
            got += [(await answer(wire, number, type="call_to_table", table=table)) for number in range(3)]
        assert [one.get("code", "ok") for one in got] == ["ok", "ok", "RATE", "ok", "RATE", "RATE"]


@pytest.mark.parametrize("delay", [{"delay_s": 3600}, {"delay_deals": 1}, {}])
async def test_the_lobby_has_the_score_of_a_match_unless_spectators_are_behind(
    run_server: Any, delay: dict[str, int]
) -> None:
    async with run_server() as running:
        name, wires = await seated(running, people="", target=2000, **delay)
        assert info(running, name).score is None
        totals = await play_deal(name, wires)
        assert info(running, name).score == (None if delay else totals)


async def play_deal(table: str, wires: dict[str, Wire]) -> Map:
    """Play the first deal; return the totals."""

    async def play(wire: Wire) -> None:
        while (message := await wire.until("request", "deal_scored"))["type"] == "request":
            bids = message["bids"] if message["view"]["contract"] is None else {}
            action = f"{next(iter(bids.values()))}{next(iter(bids))}" if bids else message["default"]
            await wire.send(type="act", table=table, request=message["request"], action=action)

    async with trio.open_nursery() as nursery:
        for wire in wires.values():
            nursery.start_soon(play, wire)
    scored = next(message for message in wires["N"].seen if message["type"] == "deal_scored")
    totals: Map = scored["totals"]
    return totals


def info(running: RunningServer, table: str) -> TableInfo:
    found: TableInfo = running.server.lobby.tables[table].info()
    return found


async def test_the_welcome_has_the_servers_name(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Chez Ana", ""):
        async with run_server() as running:
            running.server.lobby.server.name = name
            wire = await running.connect("Zoé")
            welcome = next(message for message in wire.seen if message["type"] == "welcome")
            assert welcome.get("name", "") == name
            assert ("name" in welcome) is bool(name)


async def test_who_does_not_read_is_sent_the_latest_list_alone(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OUTBOX", 40_000)
    async with run_server() as running:
        for number in range(40):
            await running.connect(f"comer with a name {number}")
        sessions = running.server.lobby.sessions
        changing = next(iter(sessions.values()))
        looker = await reading_little(running, "looker", **PERSON)
        peer = next(session.peer for session in sessions.values() if session.name == "looker")
        lists, revision = running.server.lobby._people, running.server.lobby.server.people
        changes = count()

        async def change() -> None:
            """Change the list, and wait until it was taken for sending, and written unless the socket takes no more."""
            changing.name = f"change {next(changes)}"
            revision.bump()
            await until(lambda: not revision._changed.is_set() and (peer not in lists._behind or not peer.reads))

        while peer.reads:
            await change()
        for _ in range(limits.OUTBOX // 1000):  # far more than may wait, if each was sent
            await change()
        while changing.name not in [entry["name"] for entry in (await looker.until("people"))["people"]]:
            pass
        told = [message for message in looker.seen if message["type"] == "people"]
        assert len(told) < next(changes) - 30
        assert "SLOW_CONSUMER" not in [message.get("code") for message in looker.seen]


async def reading_little(running: RunningServer, name: str, **hello: Any) -> Wire:
    """A client whose socket takes little that it does not read."""
    stream = trio.SocketStream(trio.socket.socket())
    stream.socket.setsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_RCVBUF, 4096)
    await stream.socket.connect(("127.0.0.1", running.port))
    wire = Wire(stream)
    running.wires.append(wire)
    await wire.sign_in(name, **hello)
    return wire
