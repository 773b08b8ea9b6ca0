"""Tests of rules other than the federation's on a server: the cut, packs that are gathered, hands in two parts.

They also cover the agreement on a table's rules: presets, changed options, and the players who may read them.
"""

from __future__ import annotations

from typing import Any

import pytest
import trio

from coinche.engine.cards import PACK, Card
from coinche.engine.dealing import cut, dealt
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules.parsing import to_map
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode
from coinche.protocol.limits import FROM_SERVER
from coinche.protocol.messages import Clock
from coinche.server.app import DEFAULT_PROVIDER
from coinche.server.match.entries import ActionTaken, PackLaid
from coinche.server.match.packs import PackSource
from coinche.server.match.table_options import TableOptions
from coinche.server.storage.store import MemoryStore
from tests.extent import SOME_PRESETS

ONLINE = PRESETS["online"]
TWO_STAGES = FFB.changed(two_stage_deal=True)
Map = dict[str, Any]


class Counted(PackSource):
    """Packs in the order of the first, each turned by one card more than the last; counts those asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def first_dealer(self, match: int) -> Seat:
        return Seat.SOUTH

    def pack(self, match: int, deal: int) -> tuple[Card, ...]:
        self.asked.append(deal)
        return PACK[deal:] + PACK[:deal]


class Kept(MemoryStore):
    """Forgets nothing at the end."""

    def remove(self, table: str) -> None:
        pass


async def four_at(running: Any, options: TableOptions, packs: Any = None, **hello: Any) -> tuple[str, dict[str, Any]]:
    """A table with a client on each seat."""
    table = running.server.lobby.tables.open(options, packs or Counted())
    wires = {}
    for seat in "NESW":
        wires[seat] = await running.connect(f"at {seat}", **hello)
        await wires[seat].send(type="join", table=table.id, seat=seat)
        await wires[seat].until("joined")
    return table.id, wires


async def act(wires: dict[str, Any], request: Map, action: str) -> Map:
    wire = wires[request["seat"]]
    await wire.send(type="act", table=request["table"], request=request["request"], action=action)
    answer: Map = await wire.until("ok", "error")
    return answer


def hands_of(wires: dict[str, Any]) -> dict[str, list[list[str]]]:
    """The cards that each was dealt, one list for each time."""
    return {
        seat: [m["cards"] for m in wire.seen if m["type"] == "hand_dealt" and m["seat"] == seat]
        for seat, wire in wires.items()
    }


# --- the cut -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("program", [True, False])
async def test_the_cutter_is_asked_and_the_pack_is_dealt_as_he_cut_it(run_server: Any, program: bool) -> None:
    async with run_server() as running:
        _, wires = await four_at(running, TableOptions(name="online", rules=ONLINE), program=program)
        request = await wires["W"].until("request")  # the seat before the dealer, who is South
        assert (request["kind"], request["seat"], request["default"]) == ("cut", "W", "cut:16")
        assert request["legal"] == [f"cut:{at}" for at in range(3, 30)]
        assert (request["view"]["phase"], request["view"]["turn"], request["view"]["hand"]) == ("cutting", "W", [])
        assert (await act(wires, request, "pass"))["data"]["reason"] == "wrong_phase"
        assert (await act(wires, request, "cut:2"))["code"] == "BAD_MESSAGE"
        assert (await act(wires, request, "cut:12"))["type"] == "ok"
        for wire in wires.values():
            event = await wire.until("pack_cut")
            assert (event["seat"], event["top"]) == ("W", 12)
        asked = await wires["E"].until("request")
        assert asked["kind"] == "bid"
        expected = dealt(cut(PACK[1:] + PACK[:1], 12), Seat.SOUTH, ONLINE.table)[0]
        assert asked["view"]["hand"] == [card for card in PACK if card in expected[Seat.EAST]]


async def test_a_cutter_whose_time_is_up_cuts_in_the_middle(run_server: Any) -> None:
    async with run_server() as running:
        options = TableOptions(name="online", rules=ONLINE, clock=Clock(move_ms=30, bank_ms=0))
        _, wires = await four_at(running, options)
        request = await wires["W"].until("request")
        assert (await wires["N"].until("timed_out"))["seat"] == "W"
        assert (await wires["N"].until("pack_cut"))["top"] == 16
        late = await act(wires, request, "cut:5")
        assert (late["code"], late["data"]["played"]) == ("LATE", "cut:16")


async def test_where_the_cards_are_shuffled_nobody_cuts(run_server: Any) -> None:
    async with run_server() as running:
        _, wires = await four_at(running, TableOptions(name="ffb"))
        assert (await wires["E"].until("request"))["kind"] == "bid"
        assert "pack_cut" not in [m["type"] for m in wires["E"].seen]


async def test_cards_are_gathered_and_shuffled_again_only_after_four_deals_that_nobody_played(run_server: Any) -> None:
    packs, store = Counted(), Kept()
    async with run_server(store=store) as running:
        table, wires = await four_at(running, TableOptions(name="online", rules=ONLINE), packs)

        async def pass_until_the_sixth_deal(seat: str, scope: trio.CancelScope) -> None:
            while True:
                message = await wires[seat].until("request", "deal_started")
                if message["type"] == "request":
                    await act(wires, message, message["default"])
                elif message["deal"] == 6:
                    scope.cancel()

        async with trio.open_nursery() as nursery:
            for seat in wires:
                nursery.start_soon(pass_until_the_sixth_deal, seat, nursery.cancel_scope)
        started = {
            m["deal"]: m["shuffled"] for wire in wires.values() for m in wire.seen if m["type"] == "deal_started"
        }
    assert started == {1: True, 2: False, 3: False, 4: False, 5: True, 6: False}
    assert packs.asked == [1, 5]
    kept = store.entries(table)
    laid = [entry.pack for entry in kept if isinstance(entry, PackLaid)]
    assert (laid[0], laid[4]) == (PACK[1:] + PACK[:1], PACK[5:] + PACK[:5])
    hands = dealt(cut(laid[0], 16), Seat.SOUTH, ONLINE.table)[0]
    assert laid[1] == tuple(card for seat in hands for card in hands[seat])
    cuts = [entry for entry in kept if isinstance(entry, ActionTaken) and entry.action.startswith("cut:")]
    assert [entry.seat for entry in cuts[:5]] == list("WSENW")


# --- two stages --------------------------------------------------------------------------------------


async def test_six_cards_are_bid_on_and_two_more_come_before_the_play(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await four_at(running, TableOptions(name="two stages", rules=TWO_STAGES))
        watcher = await running.connect("watcher")
        await watcher.send(type="watch", table=table)
        bids = dict(zip("ENWS", ("80S", "pass", "pass", "pass"), strict=True))
        for seat, bid in bids.items():
            request = await wires[seat].until("request")
            assert len(request["view"]["hand"]) == 6
            assert (await act(wires, request, bid))["type"] == "ok"
        request = await wires["E"].until("request")
        assert request["kind"] == "play"
        assert len(request["view"]["hand"]) == 8
        for wire in (*wires.values(), watcher):
            await wire.send(type="ping", data="quiet")
            await wire.until("pong", data="quiet")
        for seat, hands in hands_of(wires).items():
            assert list(map(len, hands)) == [6, 2], seat
        assert sorted(card for hands in hands_of(wires).values() for cards in hands for card in cards) == sorted(PACK)
        for viewer, wire in (*wires.items(), (None, watcher)):
            told = [m for m in wire.seen if m["type"] == "hand_dealt"]
            assert len(told) == 8
            assert all((m["cards"] is not None) == (m["seat"] == viewer) for m in told)
        first, second = hands_of(wires)["E"]
        assert request["view"]["hand"] == [card for card in PACK if card in (*first, *second)]


# --- which rules -------------------------------------------------------------------------------------


async def created(running: Any, **fields: Any) -> tuple[Any, Map]:
    """A client that asks for a table, and what it gets."""
    wire = await running.connect("Ana")
    await wire.send(type="create_table", name="Café", **fields)
    return wire, await wire.until("joined", "error")


async def test_the_rules_of_a_table_are_read_before_a_match_and_by_anybody(run_server: Any) -> None:
    async with run_server() as running:
        looker = await running.connect("looker")
        options = {"declarations": True, "denominations": "SHDCN", "surcoinche": "none"}
        _, joined = await created(running, preset="pagat", options=options, target=1000)
        rules = PRESETS["pagat"].changed(
            target=1000, declarations=True, denominations=(*FFB.auction.denominations, "N"), surcoinche=None
        )
        assert joined["rules"] == plainly(to_map(rules))
        assert joined["preset"] == "pagat+3"
        lobby = await looker.until("lobby")
        while not lobby["tables"]:
            lobby = await looker.until("lobby")
        (info,) = lobby["tables"]
        assert (info["preset"], info["base"], info["target"]) == ("pagat+3", "pagat", 1000)
        wanted = {"denominations": ["S", "H", "D", "C", "N"], "surcoinche": None, "declarations": True}
        assert info["options"] == wanted
        await looker.send(type="watch", table=info["table"])
        assert (await looker.until("joined"))["rules"] == joined["rules"]


def plainly(value: Any) -> Any:
    """Tuples as lists, as they come off the wire."""
    if isinstance(value, dict):
        return {key: plainly(inner) for key, inner in value.items()}
    return [plainly(inner) for inner in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("value", ["none", None])
async def test_no_value_is_none_in_words_or_null(run_server: Any, value: str | None) -> None:
    async with run_server() as running:
        _, joined = await created(running, options={"surcoinche": value})
        assert joined["rules"]["auction"]["surcoinche"] is None


async def test_options_as_the_lobby_shows_them_make_the_same_table_again(run_server: Any) -> None:
    async with run_server() as running:
        wire, joined = await created(
            running, preset="ibelote", options={"deal_batches": [3, 3, 2], "two_stage_deal": False, "surcoinche": 3}
        )
        info = running.server.lobby.tables[joined["table"]].info()
        await wire.send(type="leave", table=joined["table"])
        await wire.until("left")
        plain = plainly(info.options)
        await wire.send(type="create_table", name="again", preset=info.base, options=plain, target=info.target)
        assert (await wire.until("joined"))["rules"] == joined["rules"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"coinch_when": "any_time"}, "did you mean coinche_when?"),
        ({"coinche_when": "always"}, "must be one of in_turn, any_time"),
        ({"target": 0}, "target must be a positive number"),
        ({"target": "2000"}, "target must be a whole number"),
        ({"surcoinche": 1}, "surcoinche must be"),
        ({"deal_batches": [3, 2]}, "deal_batches"),
        ({"denominations": []}, "denominations must name"),
        ({"declarations": 1}, "true or false"),
    ],
)
async def test_rules_that_cannot_be_are_refused_with_a_sentence(run_server: Any, options: Map, sentence: str) -> None:
    async with run_server() as running:
        _, error = await created(running, options=options)
        assert error["code"] == "INVALID_RULES"
        assert sentence in error["message"]
        assert not running.server.lobby.tables


async def test_without_a_preset_the_rules_are_the_houses_own(run_server: Any) -> None:
    rules = PRESETS["pagat"].changed(coinche_when="in_turn")
    async with run_server(preset="Chez nous", base="pagat", rules=rules) as running:
        wire = await running.connect("looker")
        await wire.send(type="ping")
        await wire.until("pong")
        assert wire.seen[-2]["presets"][:2] == ["Chez nous", "ffb"]
        _, joined = await created(running)
        assert (joined["preset"], joined["rules"]["auction"]["coinche_when"]) == ("Chez nous", "in_turn")
        info = running.server.lobby.tables[joined["table"]].info()
        assert (info.preset, info.base, info.options) == ("Chez nous", "pagat", {"coinche_when": "in_turn"})


async def test_a_preset_has_its_own_target_unless_the_operator_or_the_maker_wants_another(run_server: Any) -> None:
    for server_wants, maker_wants, target in ((None, {}, 1000), (500, {}, 500), (500, {"target": 700}, 700)):
        async with run_server(target=server_wants) as running:
            _, joined = await created(running, preset="stayandplay-bid", **maker_wants)
            assert joined["rules"]["match"]["target"] == target
            assert joined["preset"] == "stayandplay-bid"


async def test_the_operator_reads_what_a_match_is_played_to(run_server: Any) -> None:
    for options, aim in (({}, "to 2000"), ({"length": 12}, "of 12 deals")):
        async with run_server() as running:
            await created(running, preset="pagat", options=options)
            assert any(line.endswith(aim) for line in running.lines), running.lines


# --- every preset ------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["steady", "random"])
async def test_bots_play_a_match_of_every_preset(run_server: Any, bot: str) -> None:
    async with run_server(provider=DEFAULT_PROVIDER) as running, trio.open_nursery() as nursery:
        for name in SOME_PRESETS:
            nursery.start_soon(match_of, running, name, bot)


async def match_of(running: Any, name: str, bot: str) -> None:
    wire = await running.connect(f"for {name}"[:24])
    await wire.send(type="create_table", name=name[:24], preset=name, watch=True, bots=bot)
    joined = await wire.until("joined")
    assert joined["rules"] == plainly(to_map(PRESETS[name]))
    await wire.until("match_ended")
    assert (await wire.until("left"))["reason"] == "match_over"
    types = {m["type"] for m in wire.seen}
    assert "timed_out" not in types
    assert ("pack_cut" in types) == (PRESETS[name].table.shuffle == "never")


async def test_a_lobby_of_tables_with_rules_of_their_own_still_fits_into_a_frame(run_server: Any) -> None:
    rules = PRESETS["stayandplay-both"]
    name = "\N{BLACK SPADE SUIT}" * 23 + "a"
    async with run_server() as running:
        for _ in range(300):
            running.server.lobby.tables.open(TableOptions(name=name, preset="ffb", base="ffb", rules=rules))
        frame = encode(running.server.lobby.broadcast.draw())
        assert len(running.server.lobby.broadcast.draw().tables) > 50
        assert len(frame) <= FROM_SERVER
