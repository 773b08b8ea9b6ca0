"""Tests of chat and agreements in line mode, as each player receives them."""

from __future__ import annotations

import pytest

from coinche.client.line.commands import obey
from coinche.client.line.loop import news
from coinche.client.line.narrate import listener
from coinche.client.model.messages import LinkUp, Received
from coinche.client.texts.table_events import sentence
from coinche.client.update.update import reduce
from coinche.client.views.notice import notice
from coinche.engine.seats import Seat
from coinche.protocol.messages import (
    Chat,
    Chatted,
    Claim,
    Claimed,
    Envelope,
    Forfeited,
    FromClient,
    GoOn,
    Pause,
    PauseAsked,
    Paused,
    PauseEnded,
    RecapStarted,
    Rematch,
    RematchAsked,
    Struck,
    TableEvent,
)
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scene import Scene
from tests.client.scenes import SCENES, scene, state_of

FRENCH = Face(Language.FRENCH, UNICODE)
ENGLISH = Face(Language.ENGLISH, UNICODE)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("pause", Pause(table="t1")),
        ("revanche", Rematch(table="t1")),
        ("rematch", Rematch(table="t1")),
        ("say hello  there", Chat(table="t1", text="hello there")),
        ("dire " + "x" * 300, Chat(table="t1", text="x" * 200)),
    ],
)
def test_a_word_asks_for_it(line: str, expected: FromClient) -> None:
    assert obey(state_of("bidding"), line, FRENCH).done.send == (expected,)


@pytest.mark.parametrize("line", ["pause", "rematch", "claim", "say hello", "say"])
def test_nothing_is_sent_where_there_is_no_table(line: str) -> None:
    assert obey(state_of("lobby"), line, ENGLISH).done.send == ()


@pytest.mark.parametrize("line", ["claim", "abats"])
def test_what_is_left_is_claimed_in_place_of_the_card_that_is_asked_for(line: str) -> None:
    played = scene("claimable")
    request = played.table.request
    assert request is not None
    assert obey(played.state, line, FRENCH).done.send == (Claim(table="t1", request=request.request),)


def test_enter_ends_a_pause_and_does_nothing_after_it() -> None:
    played = scene("follow")
    assert obey(played.state, "", ENGLISH).done.send == ()
    played.happen(Paused(1000))
    assert obey(played.state, "", ENGLISH).done.send == (GoOn(table="t1"),)
    played.happen(PauseEnded())
    assert obey(played.state, "", ENGLISH).done.send == ()


@pytest.mark.parametrize(
    "event",
    [
        Chatted(Seat.EAST, "Max", "bonjour"),
        Chatted(None, "Zoé", "bonjour"),
        PauseAsked(Seat.EAST),
        Paused(1000),
        PauseEnded(),
        RematchAsked(Seat.SOUTH),
        Claimed(Seat.SOUTH),
        Struck(Seat.EAST, 1),
        Forfeited(Seat.EAST),
    ],
    ids=lambda event: type(event).__name__,
)
def test_everybody_hears_of_it_in_his_language_and_the_game_is_not_disturbed(event: TableEvent) -> None:
    played = scene("follow")
    before = played.table
    played.happen(event)
    assert played.table.view == before.view
    assert played.table.request == before.request
    said = {sentence(event, listener(played.table, face)) for face in (FRENCH, ENGLISH)}
    assert all(said)
    assert len(said) == 2


def test_a_server_that_was_never_seen_shows_its_fingerprint_once() -> None:
    state = state_of("lobby")
    met = reduce(state, LinkUp("Ana", resumed=False, met="ABCD-EFGH-IJKL-MNOP-QRST-UVWX"))
    assert met.notice is not None
    for face in (FRENCH, ENGLISH):
        assert "ABCD-EFGH-IJKL-MNOP-QRST-UVWX" in notice(met.notice, face)
    assert reduce(state, LinkUp("Ana", resumed=False)).notice == state.notice


@pytest.mark.parametrize(
    ("event", "french", "english"),
    [
        (PauseAsked(Seat.EAST), "Tapez pause pour accepter.", "Type pause to agree."),
        (Paused(1000), "Entrée pour continuer.", "Enter to continue."),
        (PauseAsked(Seat.SOUTH), "Vous demandez une pause.", "You ask for a pause."),
    ],
)
def test_the_line_mode_says_what_to_answer(event: TableEvent, french: str, english: str) -> None:
    played = scene("follow")
    before = played.state
    played.happen(event)
    came = Received(Envelope("t1", played.n, 0, event), 10.0)
    for face, said in ((FRENCH, french), (ENGLISH, english)):
        assert [*news(before, played.state, came, face)][-1] == said


def test_the_line_mode_says_when_the_next_deal_comes() -> None:
    played = Scene(target=1000)
    SCENES["recap"](played)
    before = played.state
    played.happen(event := RecapStarted(30_000))
    came = Received(Envelope("t1", played.n, 0, event), 10.0)
    for face, said in (
        (FRENCH, "; sinon, prochaine donne dans 30 secondes."),
        (ENGLISH, "otherwise the next deal starts in 30 seconds."),
    ):
        assert [*news(before, played.state, came, face)][-1].endswith(said)


@pytest.mark.parametrize(
    ("event", "last"),
    [
        (RecapStarted(60_000, 600_000), "revanche pour rejouer ensemble (possible pendant 10 minutes), quitter"),
        (RematchAsked(Seat.EAST), "Tapez revanche pour accepter, quitter pour refuser."),
    ],
)
def test_the_line_mode_offers_another_match(event: TableEvent, last: str) -> None:
    played = Scene(target=500)
    SCENES["recap"](played)
    before = played.state
    played.happen(event)
    came = Received(Envelope("t1", played.n, 0, event), 10.0)
    assert last in [*news(before, played.state, came, FRENCH)][-1]
