"""Tests of seats that change hands with the next deal: the texts for newcomers and players, and the key to agree."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import pytest
import trio

from coinche.client.keys import press
from coinche.client.line.commands import now, obey
from coinche.client.line.loop import news, tell_news
from coinche.client.model.match_story import last_deal
from coinche.client.model.messages import Received
from coinche.client.model.notices import News, SeatIsYours
from coinche.client.model.replay import wound_to
from coinche.client.model.replay_moves import put_where, to_beginning, to_end
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.table import PastOccupant
from coinche.client.model.ui import Overlay, Ui
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.bots import in_record
from coinche.client.texts.table_events import Listener, at_the_time, sentence_after
from coinche.client.update import card_play, home, lobby, navigation, room
from coinche.client.update.navigation import RequestId
from coinche.client.update.replay import of_record, of_table
from coinche.client.update.update import reduce
from coinche.client.views import replay_status
from coinche.client.views.banner import second_line
from coinche.client.views.score_remarks import remarks
from coinche.client.views.seats import listener_at
from coinche.client.views.table_and_side_panel import log_lines, previous_deal
from coinche.client.views.text_lines import Size, text_of
from coinche.connection.address import Address
from coinche.engine.actions import parse_action
from coinche.engine.bids import Bid
from coinche.engine.events import BidMade, Event, MatchStarted, seen_by
from coinche.engine.presets import PRESETS
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import (
    AddBot,
    Admit,
    AdmitAgreed,
    Envelope,
    Error,
    FromClient,
    Hello,
    HostChanged,
    Join,
    Joined,
    Lobby,
    Occupant,
    SeatChanged,
    SeatInfo,
    SeatReserved,
    TableEvent,
)
from coinche.server.app import Server
from coinche.server.match.table_options import Pace, TableOptions
from coinche.text.settings import Settings
from tests.client.client.line.test_asides import ENGLISH, FRENCH
from tests.client.golden import text
from tests.client.matches import record_text
from tests.client.scene import CLOCK, Scene
from tests.client.scenes import scene, state_of
from tests.client.scenes_of_newcomers import MIA_WAITS

BRISK = Pace(bot=0.01, trick=0.01, recap=0.05, final=0.05, reaction=0.01)
PATIENCE = 60.0


def told(before: ClientState, event: TableEvent) -> list[str]:
    """The output of line mode."""
    assert before.table is not None
    came = Received(Envelope("t1", before.table.n + 1, 0, event), before.now)
    return list(news(before, reduce(before, came), came, ENGLISH))


def shown(played: Scene) -> str:
    """The screen, as one line."""
    return " ".join(text(played.state, Size(80, 24)).split())


# --- who sits there ----------------------------------------------------------------------------------


def test_the_key_lets_a_newcomer_in_and_is_there_once() -> None:
    played = scene("somebody_waits")
    assert played.press(room.ADMIT_KEY) == (Admit(table="t1", seat=Seat.WEST, name=MIA_WAITS.name),)
    played.happen(AdmitAgreed(Seat.SOUTH, Seat.WEST))
    assert played.press(room.ADMIT_KEY) == ()


@pytest.mark.parametrize("word", ["admettre", "admit"])
def test_the_word_lets_a_newcomer_in(word: str) -> None:
    sent: tuple[FromClient, ...] = (Admit(table="t1", seat=Seat.WEST, name=MIA_WAITS.name),)
    assert obey(scene("somebody_waits").state, word, FRENCH).done.send == sent
    assert obey(scene("follow").state, word, FRENCH).done.send == ()
    assert "admettre (laisser entrer tout de suite)" in " ".join(now(scene("somebody_waits").state, FRENCH))


def test_who_watches_and_who_plays_a_contest_is_not_asked_to_let_anybody_in() -> None:
    table = scene("somebody_waits").table
    assert room.to_admit(table) is Seat.WEST
    for other in (replace(table, seat=None), replace(table, strict=True), replace(table, closed=True)):
        assert room.to_admit(other) is None


def test_who_has_yet_to_agree_is_named_be_they_away_or_not_and_bots_are_not() -> None:
    played = scene("waits_agreed")
    assert "avec l'accord de Zoé et Max" in shown(played)
    played.happen(SeatChanged(Seat.NORTH, Occupant.PERSON, "Zoé", connected=False))
    assert room.yet_to_agree(played.table, played.table.newcomers[Seat.WEST]) == {Seat.NORTH, Seat.EAST}


@pytest.mark.parametrize(
    "over",
    [SeatChanged(Seat.WEST, Occupant.PERSON, "Mia", connected=True), SeatReserved(Seat.WEST, Occupant.FREE, "")],
)
def test_a_reservation_ends_when_the_seat_changes_hands_or_nobody_waits(over: TableEvent) -> None:
    played = scene("waits_agreed")
    played.happen(over)
    assert played.table.newcomers == {}
    assert "prochaine donne" not in shown(played)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (MIA_WAITS, ["Mia will play West after this deal.", "Type admit to let them in now."]),
        (
            SeatReserved(Seat.WEST, Occupant.BOT, "strong"),
            ["Another bot will play West after this deal: Louis (strong bot).", "Type admit to let them in now."],
        ),
        (SeatReserved(Seat.WEST, Occupant.FREE, ""), ["The West seat is no longer reserved."]),
        (AdmitAgreed(Seat.NORTH, Seat.WEST), ["Zoé agrees that the West seat may change hands now."]),
        (AdmitAgreed(Seat.SOUTH, Seat.WEST), ["You agree that the West seat may change hands now."]),
        (
            SeatChanged(Seat.EAST, Occupant.BOT, "steady", connected=True, closed=True),
            ["Max is voted out: Jeanne (bot) plays East until the match is over."],
        ),
    ],
)
def test_those_who_sit_there_are_told(event: TableEvent, said: list[str]) -> None:
    assert told(scene("follow").state, event) == said


# --- who waits ---------------------------------------------------------------------------------------


def test_who_waits_is_told_how_long() -> None:
    assert "Vous jouerez en Ouest après cette donne." in shown(scene("waits_in_auction"))
    played = scene("waits_in_play")
    assert "Vous jouerez en Ouest à la prochaine donne (encore 5 plis)." in shown(played)
    last = replace(played.table.view, tricks=played.table.view.tricks[:1] * 7)
    played.state = replace(played.state, table=replace(played.table, view=last))
    assert "(encore un pli)" in shown(played)


def of_one_deal(played: Scene) -> Scene:
    """The same at a table whose match has one deal."""
    rules = played.table.rules
    assert rules is not None
    alone = replace(rules, match=replace(rules.match, length=1))
    played.state = replace(played.state, table=replace(played.table, rules=alone))
    return played


@pytest.mark.parametrize("name", ["waits_in_auction", "waits_in_play", "somebody_waits", "waits_agreed"])
def test_no_deal_is_promised_after_the_last(name: str) -> None:
    seen = shown(of_one_deal(scene(name)))
    assert "prochaine partie" in seen or "cette partie" in seen


def test_the_lobby_promises_no_deal_at_a_table_with_one() -> None:
    played = scene("lobby_in_play")
    tables = tuple(replace(info, options={"length": 1}) for info in played.state.tables)
    played.state = replace(played.state, tables=tables)
    for _ in range(3):
        played.press("right")
        assert "prochaine partie" in shown(played)


def test_who_waits_is_told_how_long_in_the_line_mode_too() -> None:
    played = scene("follow", seat=None)
    state = replace(played.state, table=replace(played.table, reserved=Seat.WEST))
    assert told(state, MIA_WAITS) == ["You will play West from the next deal (5 tricks to go)."]


def joined_again(played: Scene, seat: Seat | None) -> ClientState:
    """The server has said anew where one is."""
    rules = played.table.rules
    assert rules is not None
    played.hear(Joined(table="t1", name="Café", seat=seat, preset="ffb", rules=rules, clock=CLOCK))
    return played.state


@pytest.mark.parametrize("let_in", [False, True])
def test_the_seat_that_comes_is_told_and_what_was_known_is_not_told_again(let_in: bool) -> None:
    played = scene("waits_in_play")
    known = played.table.n
    state = joined_again(played, Seat.WEST)
    assert state.notice == SeatIsYours(Seat.WEST)
    assert (played.table.seat, played.table.reserved, played.table.retold) == (Seat.WEST, None, known)
    lines: list[str] = []
    for n, event in enumerate((*played.log, SeatChanged(Seat.WEST, Occupant.PERSON, "Mia", connected=True)), 1):
        seen = event if isinstance(event, TableEvent) else seen_by(event, Seat.WEST if let_in else None)
        came = Received(Envelope("t1", n, 0, seen), state.now)
        after = reduce(state, came)
        lines += news(state, after, came, ENGLISH)
        state = after
    assert [line.partition(":")[0] for line in lines] == (["Hand"] if let_in else [])
    assert state.table is not None
    assert state.table.seats[Seat.WEST].name == "Mia"


def test_who_loses_the_seat_to_its_owner_is_told_so() -> None:
    assert joined_again(scene("waits_in_play"), None).notice is News.SEAT_LOST


# --- seats that cannot be had ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "notice", "said"),
    [
        ("strict", News.STRICT_SEATS, "no seat changes hands until the match is over"),
        ("closed", News.SEAT_CLOSED, "a bot plays there until the match is over"),
        ("reserved", News.SEAT_RESERVED, "This seat is already reserved"),
        ("voted_out", News.NO_SEAT, "You may watch"),
    ],
)
@pytest.mark.parametrize("re", [0, RequestId.ENTER])
def test_each_reason_has_its_own_sentence_at_a_private_table_too(reason: str, notice: News, said: str, re: int) -> None:
    played = scene("lobby")
    data: dict[str, str | int | tuple[str, ...]] = {"reason": reason}
    played.hear(Error(re=re, code=ErrorCode.FORBIDDEN, error_class=ErrorClass.REJECT, message="", data=data))
    assert played.state.notice is notice
    assert said in " ".join(
        text(replace(played.state, ui=scene("lobby", ENGLISH.language).state.ui), Size(80, 24)).split()
    )


def test_the_lobby_says_what_becomes_of_each_seat_of_a_match_under_way() -> None:
    played = scene("lobby_in_play")
    assert "Est : place fermée jusqu'à la fin de la partie" in shown(played)
    played.press("right")
    assert "remplacer le bot en Sud à la prochaine donne" in shown(played)
    played.press("right")
    assert "Ouest : place réservée à Mia pour la prochaine donne" in shown(played)
    played.press("right")
    assert "remplacer un bot à la prochaine donne" in shown(played)
    strict = tuple(replace(info, strict=True) for info in played.state.tables)
    played.state = replace(played.state, tables=strict)
    assert "Concours en cours : pas de nouveau joueur" in shown(played)


def left_in_play() -> Scene:
    """Back in the lobby after leaving a running match, where two bots play."""
    played = scene("follow")
    played.press("q", "enter")
    bots = {Seat.SOUTH: Occupant.BOT, Seat.EAST: Occupant.BOT}
    seats = tuple(SeatInfo(seat=seat, occupant=bots.get(seat, Occupant.PERSON), name="x") for seat in Seat)
    listed = scene("lobby_in_play").state.tables[0]
    waiting, running = (replace(listed, table=table, seats=seats) for table in ("t2", "t1"))
    played.hear(Lobby(tables=(replace(waiting, phase=Phase.WAITING), running), presets=("ffb",), bots=("steady",)))
    return played


def test_at_the_table_that_was_left_the_cursor_is_on_ones_own_seat() -> None:
    played = left_in_play()
    assert (played.state.ui.row, played.state.ui.place) == (2, Seat.SOUTH)
    assert "Entrée pour reprendre votre place, en Sud." in shown(played)
    (sent,) = played.press("enter")
    assert sent == Join(table="t1", seat=Seat.SOUTH)


def test_after_a_visit_at_home_the_cursor_is_on_ones_own_seat_again() -> None:
    played, address = left_in_play(), Address("127.0.0.1", 4747)
    tables, at_server = played.state.tables, replace(played.state, has_home=True, last_address=str(address))
    at_home = navigation.go_home(at_server).state
    for there, own in ((address, True), (Address("club.example", 4747), False)):
        played.state = replace(home.connect(at_home, there).state, screen=Screen.PLAY, link=Link.UP)
        played.hear(Lobby(tables=tables, presets=("ffb",), bots=("steady",)))
        assert (played.state.ui.place is Seat.SOUTH) == own
        assert ("Entrée pour reprendre votre place, en Sud." in shown(played)) == own
    alone = home.play_alone(at_home).state
    assert alone.left_seat is None


def test_a_seat_left_while_the_connection_is_lost_is_ones_own() -> None:
    played = scene("follow")
    lost = replace(played.state, has_home=True, link=Link.LOST, ui=replace(played.state.ui, overlay=Overlay.LEAVE))
    assert navigation.leave(lost).state.left_seat == ("t1", Seat.SOUTH)


def test_at_the_table_that_was_left_no_other_seat_can_be_chosen() -> None:
    played = left_in_play()
    chosen = {press(played.state, key).state.ui.place for key in ("left", "right")}
    assert chosen == {None}
    played.press("right")
    assert "reprendre votre place, en Sud" in shown(played)
    clicked = lobby.at_seat(2, Seat.EAST)(played.state).state
    assert clicked.ui.place is None


def test_a_seat_that_was_left_is_ones_own_until_somebody_has_it_or_the_match_is_over() -> None:
    played = left_in_play()
    taken = tuple(
        replace(info, seats=tuple(replace(seat, occupant=Occupant.PERSON) for seat in info.seats))
        for info in played.state.tables
    )
    played.hear(Lobby(tables=taken, presets=("ffb",), bots=("steady",)))
    assert "Votre place, en Sud, est prise jusqu'à la fin de la partie" in shown(played)
    over = tuple(replace(info, phase=Phase.MATCH_OVER) for info in taken)
    played.hear(Lobby(tables=over, presets=("ffb",), bots=("steady",)))
    assert played.state.left_seat is None


def newcomer() -> Scene:
    """Ana has come to a room where Zoé was before, and Max comes after her."""
    made = Scene(language=ENGLISH.language)
    made.hear(Joined(table="t1", name="Café", seat=Seat.SOUTH, preset="ffb", rules=made.rules, clock=CLOCK))
    for seat, name in ((Seat.NORTH, "Zoé"), (Seat.SOUTH, "Ana"), (Seat.EAST, "Max")):
        made.happen(SeatChanged(seat, Occupant.PERSON, name, connected=True))
    return made


def test_a_newcomer_does_not_read_that_those_who_were_there_have_joined() -> None:
    said = shown(newcomer())
    assert "Zoé sits North." in said
    assert "Max now sits East." in said
    assert "Zoé has joined" not in said


def test_the_line_mode_tells_a_newcomer_who_was_there() -> None:
    made = newcomer()
    table = replace(made.table, n=0, log=(), seats={})
    before, lines = replace(made.state, table=table), list[str]()
    for n, event in enumerate(made.table.log, start=1):
        came = Received(Envelope("t1", n, 0, event), before.now)
        after = reduce(before, came)
        lines += news(before, after, came, ENGLISH)
        before = after
    assert [line for line in lines if "sitting" in line or "sits" in line or "joined" in line] == [
        "Zoé sits North.",
        "Max now sits East.",
    ]


def test_the_line_mode_lists_seats_that_are_closed_or_reserved() -> None:
    said = " ".join(obey(scene("lobby_in_play").state, "t", ENGLISH).answers)
    assert "East Jeanne (seat closed)" in said
    assert "West Henri → Mia" in said
    assert "In a match under way, you can replace a bot from the next deal, if there is one." in said


def test_the_host_changes_a_bot_in_a_match_by_its_word() -> None:
    played = scene("follow")
    assert obey(played.state, "bot w strong", ENGLISH).done.send == ()
    played.happen(HostChanged(Seat.SOUTH))
    sent: tuple[FromClient, ...] = (AddBot(table="t1", bot="strong", seat=Seat.WEST),)
    assert obey(played.state, "bot w strong", ENGLISH).done.send == sent
    assert obey(played.state, "bot e strong", ENGLISH).done.send == ()


# --- on a real server --------------------------------------------------------------------------------


@asynccontextmanager
async def among_bots() -> AsyncIterator[tuple[ClientStore, Callable[[str], Awaitable[ClientStore]]]]:
    """Ana, asked something in mid-deal at a table with three bots; and how others arrive in the lobby."""
    server = Server(say=lambda line: None, defaults=TableOptions(name="table", pace=BRISK))
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            port: int = await nursery.start(server.run, "127.0.0.1", 0)

            async def arrived(name: str) -> ClientStore:
                settings = Settings(celebrations=False)  # a key would only end that of a coinche
                store = ClientStore(ClientState(ui=Ui(settings=settings)))
                hello = Hello(versions=(1, 1), name=name)
                await nursery.start(stay_connected, store, Address("127.0.0.1", port, tls=False), hello)
                await store.until(lambda state: state.in_lobby)
                return store

            ana = await arrived("Ana")
            ana.do(lambda state: lobby.create(replace(state, wish=replace(state.wish, bots=True))))
            await ana.until(lambda state: state.table is not None and state.table.asked is not None)
            yield ana, arrived
            nursery.cancel_scope.cancel()


async def comes(mia: ClientStore, seat: Seat) -> None:
    """She asks for the seat in the lobby, and waits for it."""
    await mia.until(lambda state: bool(state.tables))
    mia.do(lambda state: lobby.join(state, state.tables[0], seat))
    await mia.until(lambda state: state.table is not None and state.table.reserved is seat)


async def play_by_default(store: ClientStore) -> None:
    """Answer whatever is asked, and read every score."""
    while True:
        await store.until(lambda s: s.table is not None and (s.table.asked is not None or s.table.to_go_on))
        table = store.state.table
        assert table is not None
        if table.asked is None:
            store.do(lobby.go_on)
        else:
            store.do(partial(card_play.act, action=parse_action(table.asked.default)))


async def test_a_newcomer_waits_and_is_let_in_by_the_key_of_the_one_who_plays() -> None:
    async with among_bots() as (ana, arrived):
        mia = await arrived("Mia")
        lines: list[str] = []
        tell_news(mia, lines.append)
        await comes(mia, Seat.WEST)
        await ana.until(lambda state: state.table is not None and Seat.WEST in state.table.newcomers)
        assert mia.state.table is not None
        assert mia.state.table.view.hand == ()
        ana.press(room.ADMIT_KEY)
        await mia.until(lambda state: state.table is not None and bool(state.table.view.hand))
        assert mia.state.table.seat is Seat.WEST
        await ana.until(lambda state: state.table is not None and state.table.seats[Seat.WEST].name == "Mia")
        assert ana.state.table is not None
        assert ana.state.table.newcomers == {}
        await mia.until(lambda state: any(line.startswith("Hand:") for line in lines))
        assert "You now play West." in lines


async def test_who_has_left_a_match_takes_their_seat_back_by_enter() -> None:
    async with among_bots() as (ana, arrived):
        mia = await arrived("Mia")
        await comes(mia, Seat.WEST)
        await ana.until(lambda state: state.table is not None and Seat.WEST in state.table.newcomers)
        ana.press(room.ADMIT_KEY)
        await mia.until(lambda state: state.table is not None and state.table.seat is Seat.WEST)
        await mia.until(lambda state: state.table is not None and state.table.in_play)
        for key in ("q", "enter"):
            mia.press(key)
        await mia.until(lambda state: state.in_lobby and bool(state.tables))
        await mia.until(lambda state: state.ui.place is Seat.WEST)
        mia.press("right")
        assert mia.state.ui.place is None
        mia.press("enter")
        await mia.until(lambda state: state.table is not None and state.table.seat is Seat.WEST)


async def test_a_newcomer_whom_nobody_lets_in_gets_the_seat_with_the_next_deal() -> None:
    async with among_bots() as (ana, arrived):
        mia = await arrived("Mia")
        lines: list[str] = []
        tell_news(mia, lines.append)
        await comes(mia, Seat.NORTH)
        assert mia.state.table is not None
        deal = mia.state.table.view.deal
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play_by_default, ana)
            await mia.until(lambda state: state.table is not None and bool(state.table.view.hand))
            nursery.cancel_scope.cancel()
        assert mia.state.table.seat is Seat.NORTH
        assert mia.state.table.view.deal > max(1, deal)
        waits = [line for line in lines if line.startswith("You will play") and "deal" in line]
        assert len(waits) == 1
        assert len([line for line in lines if line.startswith("Deal 1.")]) == 1
        mia.do(navigation.leave_program)


def test_the_log_says_how_long_a_seat_is_kept_before_the_match_and_in_it() -> None:
    ben = SeatChanged(Seat.NORTH, Occupant.PERSON, "Ben", connected=True)
    away = SeatChanged(Seat.NORTH, Occupant.PERSON, "Ben", connected=False)
    begun = MatchStarted(PRESETS["ffb"], 1, board=False)
    to = Listener(ENGLISH, {Seat.NORTH: "Ben"}, Seat.SOUTH)
    assert sentence_after((ben,), away, to) == "Ben lost the connection: the seat is kept for two minutes."
    assert sentence_after((ben, away), ben, to) == "Ben is back."
    assert sentence_after((ben, begun), away, to) == "Ben lost the connection: the table waits up to a minute."


def test_the_log_names_the_players_of_that_time() -> None:
    bot = SeatChanged(Seat.NORTH, Occupant.BOT, "steady", connected=True)
    bid = BidMade(Seat.NORTH, Bid("130H"))
    ben = SeatChanged(Seat.NORTH, Occupant.PERSON, "Ben", connected=True)
    log: tuple[Event | TableEvent, ...] = (ben, bot, MatchStarted(PRESETS["ffb"], 1, board=False), bid, ben, bid)
    to = Listener(ENGLISH, {Seat.NORTH: "Ben"}, Seat.NORTH)
    said = [sentence_after(log[:at], event, at_the_time(log, at, to)) for at, event in enumerate(log)][3:]
    assert said[0].endswith("bids 130 hearts.")
    assert not said[0].startswith(("You", "Ben"))
    assert said[2] == "You bid 130 hearts."
    assert "back" not in said[1]


@pytest.mark.parametrize(("own", "said"), [(Seat.SOUTH, "Ben bids 130 hearts."), (Seat.NORTH, "You bid 130 hearts.")])
def test_the_log_names_a_player_who_came_before_its_first_event_and_lost_the_connection(own: Seat, said: str) -> None:
    bid = BidMade(Seat.NORTH, Bid("130H"))
    ben = SeatChanged(Seat.NORTH, Occupant.PERSON, "Ben", connected=True)
    log: tuple[Event | TableEvent, ...] = (bid, replace(ben, connected=False), ben, bid)
    to = Listener(ENGLISH, {Seat.NORTH: "Ben", Seat.SOUTH: "Ada"}, own)
    assert sentence_after((), bid, at_the_time(log, 0, to)) == said
    assert at_the_time(log, 0, to).arrived
    taken = (bid, ben, bid)
    assert at_the_time(taken, 0, to).who(Seat.NORTH) == "North"  # a newcomer: who bid then is not known


def test_the_log_names_a_player_of_whom_it_no_longer_has_the_arrival_and_whose_seat_is_another_s_now() -> None:
    played = scene("follow")
    played.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Mia", connected=True))
    log = tuple(event for event in played.table.log if getattr(event, "name", "Mia") == "Mia")
    table = replace(played.table, log=log)
    to = Listener(ENGLISH, table.names, table.seat)
    assert [listener_at(table, at, to).who(Seat.EAST) for at in (0, len(log) - 1)] == ["Max", "Mia"]


# --- who had a seat earlier --------------------------------------------------------------------------


def test_a_replay_names_the_player_who_acted_and_not_the_one_who_came_later() -> None:
    played = scene("follow")
    before = len(played.table.story)
    played.happen(SeatChanged(Seat.EAST, Occupant.BOT, "steady", connected=True))
    played.play_out()
    match_replay = of_table(played.table)
    assert match_replay is not None
    earlier = to_beginning(match_replay)
    assert earlier.table.names[Seat.EAST] == "Max"
    assert earlier.table.seats[Seat.EAST].occupant is Occupant.PERSON
    at_change = next(
        stop for stop, events in enumerate(earlier.replay_deal.stops) if events >= before - _before_the_deal(played)
    )
    assert wound_to(earlier, 0, at_change - 1).table.names[Seat.EAST] == "Max"
    assert wound_to(earlier, 0, at_change).table.seats[Seat.EAST].occupant is Occupant.BOT
    assert to_end(match_replay).table.seats[Seat.EAST].occupant is Occupant.BOT
    assert put_where(earlier, to_end(match_replay)).past_occupants == earlier.past_occupants != ()


@pytest.mark.parametrize("size", [Size(80, 24), Size(120, 40), Size(40, 14)])
def test_contract_and_last_trick_name_those_who_made_them_after_they_have_left(size: Size) -> None:
    played = scene("follow")
    for seat, name in ((Seat.EAST, "steady"), (Seat.NORTH, "careful")):
        played.happen(SeatChanged(seat, Occupant.BOT, name, connected=True))
    assert "Max 10♠" in text(played.state, size)
    assert "Zoé V♠" in text(played.state, size)
    if size.cols > 40:
        assert "coinché par Max" in text(played.state, size).splitlines()[1]
    played.play_out()
    assert "coinché par Max" in " ".join(text(played.state, size).split())
    match_replay = of_table(played.table)
    assert match_replay is not None
    assert "coinché par Max" in text_of(second_line(played.state, to_end(match_replay).table, FRENCH, 80))


def test_who_has_taken_a_contract_and_left_is_named_in_it_on_a_small_screen() -> None:
    played = Scene()
    played.start(dealer=Seat.WEST)
    played.do("pass", "80S", "pass", "pass", "pass")
    played.happen(SeatChanged(Seat.EAST, Occupant.BOT, "steady", connected=True))
    assert text(played.state, Size(40, 12)).splitlines()[0].strip().startswith("80♠  Max")
    assert text(played.state, Size(22, 8)).splitlines()[0].startswith("80♠ Max")


def test_the_last_step_of_a_replay_is_told_of_the_player_who_took_it_before_leaving() -> None:
    played = Scene()
    played.start(dealer=Seat.WEST)
    played.do("pass", "80S")
    count = len(last_deal(played.table.story))
    played.happen(SeatChanged(Seat.EAST, Occupant.BOT, "steady", connected=True))
    played.play_out()
    match_replay = of_table(played.table)
    assert match_replay is not None
    match_replay = wound_to(match_replay, 0, match_replay.replay_deal.stops.index(count))
    assert replay_status.happened(match_replay, ENGLISH) == "Max bids 80 spades."
    assert "Max bids 80 spades." in " ".join(map(text_of, log_lines(match_replay.table, ENGLISH, Size(80, 20))))


def test_the_previous_deal_names_the_player_who_took_its_contract_and_left() -> None:
    played = scene("recap")
    contract = played.table.view.contract
    assert contract is not None
    taker = played.table.names[contract.bidder]
    played.happen(SeatChanged(contract.bidder, Occupant.BOT, "steady", connected=True))
    assert taker != played.table.names[contract.bidder]
    assert taker in text_of(previous_deal(played.table, ENGLISH))


def test_a_recap_names_the_player_who_declared_and_left_with_the_deal() -> None:
    played = scene("doubled_and_declared")
    score = played.table.view.score
    assert score is not None
    (declared, *_) = played.table.view.announced
    who = played.table.names[declared.seat]
    assert who in str(dict(remarks(played.table, score, ENGLISH)))
    played.happen(SeatChanged(declared.seat, Occupant.PERSON, "Nicolas", connected=True))
    told = str(dict(remarks(played.table, score, ENGLISH)))
    assert (who in told, "Nicolas" in told) == (True, False)


def test_ones_own_hand_is_called_ones_own_as_long_as_one_had_the_seat() -> None:
    lines = record_text(3, 2).splitlines()
    home = state_of("home")
    own = wound_to(of_record(lines, "Café", "ffb", "Ana"), 0, 3)
    assert "w: your hand only" in text_of(replay_status.status(home, own, ENGLISH))
    another = replace(own, past_occupants=(PastOccupant((2, 0), in_record(Seat.SOUTH, "Kate")),))
    assert "w: Kate's hand only" in text_of(replay_status.status(home, another, ENGLISH))


def _before_the_deal(played: Scene) -> int:
    return len(played.table.story) - len(last_deal(played.table.story))


def test_a_lost_connection_and_a_change_before_the_match_leave_no_past_occupant() -> None:
    played = scene("follow")
    assert played.table.past_occupants == ()
    played.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Max", connected=False))
    assert played.table.past_occupants == ()


def test_a_player_who_leaves_after_a_deal_has_played_it_to_the_end() -> None:
    played = scene("recap")
    deal = played.table.view.deal
    played.happen(SeatChanged(Seat.EAST, Occupant.BOT, "steady", connected=True))
    (past,) = played.table.past_occupants
    assert past.until == (deal + 1, 0)
    match_replay = of_table(played.table)
    assert match_replay is not None
    assert to_end(match_replay).table.names[Seat.EAST] == "Max"


# --- between two matches -----------------------------------------------------------------------------


def test_a_bot_in_the_place_of_one_who_does_not_play_again_is_told_until_the_first_card() -> None:
    played = scene("rematch_wanted")
    words = "Zoé ne rejoue pas : Marcel (bot moyen) prend sa place."
    left = SeatChanged(Seat.NORTH, Occupant.BOT, "steady", connected=True)
    assert told(played.state, left) == ["Zoé is not playing again: Marcel (steady bot) takes the seat."]
    played.happen(left)
    assert words in shown(played)
    played.begin()
    assert words in shown(played)
    played.do("pass", "pass", "pass")
    assert words in shown(played)
    played.do("80D", "pass", "pass", "pass")
    assert "ne rejoue pas" not in shown(played)


def test_a_later_change_of_the_new_match_takes_precedence() -> None:
    played = scene("rematch_wanted")
    played.happen(SeatChanged(Seat.NORTH, Occupant.BOT, "steady", connected=True))
    played.begin()
    played.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Max", connected=False))
    assert "Max a perdu la connexion" in shown(played)
    assert "ne rejoue pas" not in shown(played)
