"""Tests of one port for frames, JSON lines and other openings."""

from __future__ import annotations

import json

import pytest

from coinche.protocol.codec import decode_server, encode
from coinche.protocol.connection import ConnectionState, ServerConnection, refusal
from coinche.protocol.errors import BadFrame, BadMessage, ErrorCode, FrameTooBig, ProtocolError
from coinche.protocol.frames import frame
from coinche.protocol.limits import AFTER_SIGN_IN, BEFORE_SIGN_IN
from coinche.protocol.messages import Error, FromClient, Hello, Limits, Ok, Ping, Ready, Welcome

HELLO = b'{"type":"hello","versions":[1,1],"name":"Ada"}\n'
WELCOME = Welcome(version=1, server="test", nonce="0" * 64, capabilities={}, limits=Limits(), time=0)
READY = Ready(session="s1", name="Ada", secret="1" * 64)


def heard(connection: ServerConnection, data: bytes) -> list[FromClient | ProtocolError]:
    return list(connection.receive_data(data))


def test_who_opens_with_a_brace_speaks_and_is_answered_in_json_lines() -> None:
    connection = ServerConnection()
    assert heard(connection, HELLO) == [Hello(versions=(1, 1), name="Ada")]
    assert connection.speaks_json
    said = connection.send(WELCOME) + connection.send(READY)
    assert [json.loads(line)["type"] for line in said.splitlines()] == ["welcome", "ready"]
    assert heard(connection, b'{"type":"ping","data":"\xc3\xa9"}\n') == [Ping(data="é")]


def test_what_was_made_as_frames_is_translated_line_by_line() -> None:
    connection = ServerConnection()
    heard(connection, HELLO)
    frames = encode(READY) + encode(Ok(request=3))
    assert [json.loads(line) for line in connection.translated(frames).splitlines()] == [
        {"type": "ready", "session": "s1", "name": "Ada", "secret": "1" * 64, "capabilities": []},
        {"type": "ok", "request": 3},
    ]


def test_frames_are_left_as_they_are() -> None:
    connection = ServerConnection()
    assert not connection.speaks_json
    assert connection.translated(encode(READY)) == encode(READY)


@pytest.mark.parametrize("portion", [1, 2, 7])
def test_the_first_byte_decides_however_the_bytes_come(portion: int) -> None:
    connection = ServerConnection()
    got = [item for at in range(0, len(HELLO), portion) for item in heard(connection, HELLO[at : at + portion])]
    assert got == [Hello(versions=(1, 1), name="Ada")]


def test_lines_have_the_limits_of_frames() -> None:
    connection = ServerConnection()
    heard(connection, HELLO)
    connection.send(WELCOME)
    connection.send(READY)
    long = b'{"type":"ping","data":"' + b"x" * (BEFORE_SIGN_IN) + b'"}\n'
    assert isinstance(heard(connection, long)[0], BadMessage)
    assert isinstance(heard(connection, b"{" * (AFTER_SIGN_IN + 1))[0], FrameTooBig)
    assert isinstance(heard(ServerConnection(), long)[0], FrameTooBig)


def test_a_line_that_is_no_json_is_the_last_thing_heard() -> None:
    connection = ServerConnection()
    refused = heard(connection, HELLO + b"oops\n" + HELLO)[1:]
    assert [type(item) for item in refused] == [BadFrame]
    assert isinstance(refused[0], ProtocolError)
    answer = json.loads(connection.send(refusal(refused[0])))
    assert (answer["code"], answer["class"]) == ("BAD_FRAME", "fatal")
    assert connection.state is ConnectionState.CLOSED


@pytest.mark.parametrize("opening", [b"hello\r\n", b"\n", b"USER ada\r\n", b"[1]\n", b" {}\n"])
def test_text_gets_a_line_that_says_what_this_is(opening: bytes) -> None:
    connection = ServerConnection()
    (refused,) = heard(connection, opening)
    assert isinstance(refused, BadFrame)
    answer = connection.send(refusal(refused)).decode()
    assert answer.endswith("\r\n")
    assert "coinche-client" in answer
    assert answer.count("\n") == 1


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "OPTIONS"])
def test_a_browser_gets_an_answer_that_it_shows(method: str) -> None:
    connection = ServerConnection()
    (refused,) = heard(connection, f"{method} / HTTP/1.1\r\nHost: here\r\n\r\n".encode())
    assert isinstance(refused, BadFrame)
    head, _, body = connection.send(refusal(refused)).decode().partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 400 ")
    assert "coinche-client" in body


@pytest.mark.parametrize("opening", [b"\x16\x03\x01\x02\x00", b"\x01", b"\x80", b"\xff\xff"])
def test_anything_else_gets_a_frame_that_says_what_one_is(opening: bytes) -> None:
    connection = ServerConnection()
    (refused,) = heard(connection, opening)
    assert isinstance(refused, BadFrame)
    answer = decode_server(connection.send(refusal(refused))[4:])
    assert isinstance(answer, Error)
    assert answer.code is ErrorCode.BAD_FRAME


def test_who_has_said_nothing_yet_is_answered_in_frames() -> None:
    error = Error(code=ErrorCode.AUTH_TIMEOUT, error_class=ErrorCode.AUTH_TIMEOUT.error_class, message="too slow")
    assert ServerConnection().send(error) == encode(error)


def test_json_within_frames_is_no_message() -> None:
    (refused,) = heard(ServerConnection(), frame(HELLO))
    assert isinstance(refused, BadFrame)
