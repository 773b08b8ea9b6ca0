"""Tests of the server's end of a connection: the messages allowed at each moment, and the causes of its end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from coinche.engine.cards import Card
from coinche.engine.seats import Seat
from coinche.protocol.codec import CLIENT_TYPES, decode_server, encode
from coinche.protocol.connection import ACCEPTED, LIMIT, ConnectionState, ServerConnection, refusal
from coinche.protocol.errors import BadFrame, BadMessage, ErrorClass, ErrorCode, FrameTooBig, ProtocolError, UnknownType
from coinche.protocol.frames import frame
from coinche.protocol.limits import AFTER_SIGN_IN, BEFORE_SIGN_IN
from coinche.protocol.messages import (
    Accept,
    Act,
    AddBot,
    Admit,
    Approve,
    AwaitsApproval,
    Begin,
    Bye,
    CallToTable,
    Chat,
    Claim,
    ClearSeat,
    CreateTable,
    DeclareSystem,
    Decline,
    DeclineQuestion,
    EnterLadder,
    Error,
    FromClient,
    GetHint,
    GetLadder,
    GetPlayer,
    GetRecord,
    GetStatistics,
    GetValues,
    GoOn,
    Hello,
    HintGiven,
    HintLanguage,
    InvitePlayer,
    Join,
    Leave,
    LeaveLadder,
    Limits,
    ListMatches,
    LobbyChat,
    Ok,
    OwnSystem,
    Pause,
    Ping,
    Pledge,
    Pong,
    Prove,
    Ready,
    Rematch,
    ServerBye,
    Share,
    SwapSeats,
    Undo,
    ValuesGiven,
    VoteOut,
    Watch,
    Welcome,
)
from tests.for_each import for_each

WELCOME = Welcome(version=1, server="test", nonce="0" * 64, capabilities={}, limits=Limits(), time=0)
AWAITS_APPROVAL = AwaitsApproval(ms=600_000)
READY = Ready(session="s1", name="Ada", secret="1" * 64)
FATAL = Error(code=ErrorCode.FLOOD, error_class=ErrorClass.FATAL, message="too much")
REJECT = Error(code=ErrorCode.RATE, error_class=ErrorClass.REJECT, message="slower")

ONE_OF_EACH: dict[type[FromClient], FromClient] = {
    type(message): message
    for message in (
        Hello(versions=(1, 1), name="Ada", id=1),
        Prove(proof="0" * 64, id=1),
        CreateTable(name="Ours", id=1),
        Join(table="t1", id=1),
        Watch(table="t1", id=1),
        Leave(table="t1", id=1),
        AddBot(table="t1", id=1),
        GetHint(table="t1", language=HintLanguage.FRENCH, id=1),
        GetValues(match=1, after=12, id=1),
        HintGiven(question=1, action="pass", text="Passez.", id=1),
        ValuesGiven(question=1, cards={Card.SA: 100}, id=1),
        DeclineQuestion(question=1, id=1),
        SwapSeats(table="t1", seats=(Seat.NORTH, Seat.EAST), id=1),
        ClearSeat(table="t1", seat=Seat.NORTH, id=1),
        Begin(table="t1", id=1),
        Act(table="t1", request=1, action="pass", id=1),
        Claim(table="t1", request=1, id=1),
        GoOn(table="t1", id=1),
        Pause(table="t1", id=1),
        Rematch(table="t1", id=1),
        Undo(table="t1", id=1),
        VoteOut(table="t1", seat=Seat.NORTH, id=1),
        Admit(table="t1", seat=Seat.NORTH, name="Ada", id=1),
        DeclareSystem(table="t1", system=OwnSystem(name="natural", conventions=()), id=1),
        Pledge(table="t1", match=1, deal=1, pledge="0" * 64, id=1),
        Share(table="t1", match=1, deal=1, share="0" * 64, id=1),
        Chat(table="t1", text="bonjour", id=1),
        Accept(table="t1", seat=Seat.NORTH, id=1),
        Decline(table="t1", seat=Seat.NORTH, id=1),
        LobbyChat(text="bonsoir", id=1),
        EnterLadder(name="Ada", id=1),
        LeaveLadder(id=1),
        GetLadder(id=1),
        CallToTable(table="t1", id=1),
        InvitePlayer(name="Zoé", id=1),
        Approve(name="Zoé", id=1),
        ListMatches(id=1),
        GetRecord(match=1, id=1),
        GetStatistics(id=1),
        GetPlayer(name="Ana", id=1),
        Ping(id=1),
        Pong(id=1),
        Bye(id=1),
    )
}


def connection(state: ConnectionState) -> ServerConnection:
    """A connection that has come so far."""
    new = ServerConnection()
    for message in {
        ConnectionState.CONNECTED: (),
        ConnectionState.GREETED: (WELCOME,),
        ConnectionState.WAITING: (WELCOME, AWAITS_APPROVAL),
        ConnectionState.READY: (WELCOME, AWAITS_APPROVAL, READY),
        ConnectionState.CLOSED: (FATAL,),
    }[state]:
        new.send(message)
    assert new.state is state
    return new


def test_there_is_one_of_each() -> None:
    assert set(ONE_OF_EACH) == set(CLIENT_TYPES.values())


def test_every_state_says_what_it_accepts() -> None:
    assert set(ACCEPTED) == set(LIMIT) == set(ConnectionState)
    assert frozenset().union(*ACCEPTED.values()) == set(CLIENT_TYPES.values())


@pytest.mark.parametrize("state", sorted(set(ConnectionState) - {ConnectionState.CLOSED}))
@for_each("message", ONE_OF_EACH.values())
def test_a_message_at_the_wrong_time_is_refused_and_the_connection_kept(
    state: ConnectionState, message: FromClient
) -> None:
    here = connection(state)
    (item,) = here.receive_data(encode(message))
    if type(message) in ACCEPTED[state]:
        assert item == message
    else:
        assert isinstance(item, BadMessage)
        assert (item.path, item.frame_id) == ("$.type", 1)
    assert list(here.receive_data(encode(Ping()))) == [Ping()]


def test_the_sign_in_of_a_guest_may_come_in_one_piece() -> None:
    here = ServerConnection()
    got = []
    for item in here.receive_data(encode(Hello(versions=(1, 1), name="Ada")) + encode(CreateTable(name="Ours"))):
        got.append(type(item))
        if isinstance(item, Hello):
            assert decode_server(here.send(WELCOME)[4:]) == WELCOME
            here.send(READY)
    assert got == [Hello, CreateTable]


def test_a_session_is_taken_back_by_hello_and_prove() -> None:
    here = ServerConnection()
    assert [type(item) for item in here.receive_data(encode(ONE_OF_EACH[Hello]))] == [Hello]
    here.send(WELCOME)
    assert [type(item) for item in here.receive_data(encode(ONE_OF_EACH[Prove]))] == [Prove]
    here.send(READY)
    assert here.state is ConnectionState.READY


@pytest.mark.parametrize("last", [FATAL, ServerBye()])
@pytest.mark.parametrize("state", sorted(set(ConnectionState) - {ConnectionState.CLOSED}))
def test_a_fatal_error_and_a_bye_are_the_last_word(state: ConnectionState, last: Error | ServerBye) -> None:
    here = connection(state)
    items = here.receive_data(encode(Ping()) * 2)
    assert next(items) == Ping()
    assert decode_server(here.send(last)[4:]) == last
    assert here.state is ConnectionState.CLOSED
    assert list(items) == []
    assert here.send(Ok()) == b""


def test_a_refusal_is_not_the_last_word() -> None:
    here = connection(ConnectionState.READY)
    here.send(REJECT)
    assert here.state is ConnectionState.READY


@pytest.mark.parametrize(("state", "message"), [(ConnectionState.CONNECTED, READY), (ConnectionState.GREETED, WELCOME)])
def test_a_server_that_signs_in_out_of_order_is_a_bug(state: ConnectionState, message: Welcome | Ready) -> None:
    with pytest.raises(KeyError):
        connection(state).send(message)


def padded_ping(size: int) -> bytes:
    """A frame with a body of that size: a ping with a key that is unknown."""
    head = b"\x82\xa4type\xa4ping\xa1x\xda"
    body = head + (size - len(head) - 2).to_bytes(2, "big")
    return frame(body.ljust(size, b"x"))


@pytest.mark.parametrize(
    ("state", "limit"),
    [
        (ConnectionState.CONNECTED, BEFORE_SIGN_IN),
        (ConnectionState.GREETED, BEFORE_SIGN_IN),
        (ConnectionState.READY, AFTER_SIGN_IN),
    ],
)
def test_frames_are_short_before_the_sign_in_and_longer_after(state: ConnectionState, limit: int) -> None:
    (unknown_key,) = connection(state).receive_data(padded_ping(limit))
    assert isinstance(unknown_key, BadMessage)
    (too_big,) = connection(state).receive_data(padded_ping(limit + 1))
    assert isinstance(too_big, FrameTooBig)


def test_three_malformed_messages_in_a_row_end_it() -> None:
    here = connection(ConnectionState.READY)
    bad = frame(b"\x81\xa4type\xa4what")
    items = list(here.receive_data(bad * 2 + encode(Ping()) + bad * 3 + encode(Ping())))
    assert [type(item) for item in items] == [UnknownType] * 2 + [Ping] + [UnknownType] * 3 + [BadFrame]
    assert list(here.receive_data(encode(Ping()))) == []


def test_a_bad_frame_is_the_last_item() -> None:
    here = connection(ConnectionState.READY)
    items = list(here.receive_data(encode(Ping()) + frame(b"\xc1") + encode(Ping())))
    assert [type(item) for item in items] == [Ping, BadFrame]
    assert list(here.receive_data(encode(Ping()))) == []
    assert here.send(refusal(BadFrame("why")))
    assert here.state is ConnectionState.CLOSED


def test_an_end_in_mid_frame_is_seen() -> None:
    here = ServerConnection()
    assert list(here.receive_data(encode(Ping())[:-1])) == []
    assert here.in_frame


def test_a_refusal_names_the_field_and_the_message() -> None:
    error = refusal(BadMessage("wrong", path="$.seat", frame_id=7))
    assert (error.code, error.error_class) == (ErrorCode.BAD_MESSAGE, ErrorClass.REJECT)
    assert (error.message, error.re, error.data) == ("wrong", 7, {"path": "$.seat"})
    fatal = refusal(FrameTooBig("too big"))
    assert (fatal.code, fatal.error_class, fatal.re) == (ErrorCode.FRAME_TOO_BIG, ErrorClass.FATAL, UNSET)


@given(st.lists(st.binary(max_size=60) | st.sampled_from([encode(m) for m in ONE_OF_EACH.values()]), max_size=8))
def test_whatever_comes_is_a_message_or_a_protocol_error(portions: list[bytes]) -> None:
    here = ServerConnection()
    for portion in portions:
        for item in here.receive_data(portion):
            if isinstance(item, ProtocolError):
                assert here.send(refusal(item))
            elif isinstance(item, Hello):
                here.send(WELCOME)
                here.send(READY)


@given(st.data())
def test_the_portions_of_a_stream_make_no_difference(data: st.DataObject) -> None:
    frames = [encode(m) for m in ONE_OF_EACH.values()] + [b"\xff", frame(b"\xc1"), frame(b"\x80")]
    stream = b"".join(data.draw(st.lists(st.sampled_from(frames), max_size=6)))
    whole = list(map(repr, connection(ConnectionState.READY).receive_data(stream)))
    here, got = connection(ConnectionState.READY), list[str]()
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        got += map(repr, here.receive_data(stream[:size]))
        stream = stream[size:]
    assert got == whole
