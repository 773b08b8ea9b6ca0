"""Assaults on a server: one function for each bound that a client can reach and exceed, registered by name."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bench.echo import framed
from bench.hostile import Connection, Hostile
from coinche.protocol import auth

Assault = Callable[[Hostile], None]
ASSAULTS: dict[str, Assault] = {}
NONCE = "ab" * 32


def assault(name: str) -> Callable[[Assault], Assault]:
    """Register the function under a name."""

    def noted(function: Assault) -> Assault:
        ASSAULTS[name] = function
        return function

    return noted


def table_of(connection: Connection, **fields: Any) -> str:
    """Open a table on the connection and return its id; the connection sits at it."""
    connection.say({"type": "create_table", "name": "mine", **fields})
    return str(connection.until("joined", "error").get("table", "t0"))


# --- bytes -------------------------------------------------------------------------------------------


@assault("garbage")
def garbage(evil: Hostile) -> None:
    def once() -> None:
        connection = evil.connect()
        connection.write(b"\xff\xfe\x80" * 1000)
        connection.end()

    evil.repeat(once)


@assault("a frame too big, before sign-in and after")
def too_big(evil: Hostile) -> None:
    for connection, size in ((evil.connect(), 4097), (evil.guest(), 16385)):
        connection.write(size.to_bytes(4, "big") + b"x" * size)
        connection.end()


@assault("empty maps in the longest frame, again and again")
def amplified(evil: Hostile) -> None:
    def once() -> None:
        connection = evil.guest()
        connection.write((16384).to_bytes(4, "big") + b"\xdc\x3f\xfd" + b"\x80" * 16381)
        connection.end()

    evil.repeat(once)


@assault("three messages in a row that are none")
def malformed(evil: Hostile) -> None:
    connection = evil.guest()
    connection.say(*[{"type": "levitate"}] * 10)
    connection.end()


@assault("messages that are none, with good ones between them")
def half_malformed(evil: Hostile) -> None:
    connection = evil.guest()
    evil.flood(connection, lambda n: {"type": "ping" if n % 2 else "levitate"})


# --- time --------------------------------------------------------------------------------------------


@assault("60 connections that say nothing")
def silent(evil: Hostile) -> None:
    evil.tally([evil.connect() for _ in range(60)])


@assault("20 frames, a byte in a second")
def slow_frames(evil: Hostile) -> None:
    slow = [evil.guest() for _ in range(20)]
    frame = framed(type="ping", data="x" * 50)
    for at in range(12):
        for connection in slow:
            connection.write(frame[at : at + 1])
        time.sleep(1)
    evil.tally(slow)


@assault("50 who watch and read nothing")
def deaf(evil: Hostile) -> None:
    table = evil.guest().until("lobby")["tables"][0]["table"]
    watching = [evil.guest() for _ in range(50)]
    for connection in watching:
        connection.say({"type": "watch", "table": table})
    time.sleep(12)
    for connection in watching:
        connection.socket.close()
        evil.got["gone"] += 1


# --- messages ----------------------------------------------------------------------------------------


@assault("pings")
def pings(evil: Hostile) -> None:
    evil.flood(evil.guest(), lambda n: {"type": "ping", "data": "x" * 60})


@assault("2,000 pings in one write")
def pings_at_once(evil: Hostile) -> None:
    connection = evil.guest()
    connection.say(*({"type": "ping", "id": n} for n in range(2000)))
    connection.end()


@assault("pongs that answer nothing")
def pongs(evil: Hostile) -> None:
    connection = evil.guest()
    connection.say(*[{"type": "pong", "data": "x"}] * 2000)
    connection.end()


@assault("acts that nobody asked for")
def acts(evil: Hostile) -> None:
    connection = evil.guest()
    table = table_of(connection)
    evil.flood(connection, lambda n: {"type": "act", "table": table, "request": n + 1, "action": "pass"})


@assault("acts at others' tables")
def others_acts(evil: Hostile) -> None:
    evil.flood(evil.guest(), lambda n: {"type": "act", "table": "t1", "request": n + 1, "action": "pass"})


@assault("bots called without end, all at once")
def crowded(evil: Hostile) -> None:
    connection = evil.guest()
    table = table_of(connection)
    evil.flood(connection, lambda n: {"type": "add_bot", "table": table, "bot": "levitating"}, at_once=200)


@assault("tables opened and left")
def tables(evil: Hostile) -> None:
    connection = evil.guest()
    evil.flood(
        connection, lambda n: {"type": "leave", "table": "t"} if n % 2 else {"type": "create_table", "name": "x"}
    )


@assault("one table left and joined")
def comings(evil: Hostile) -> None:
    connection, maker = evil.guest(), evil.guest()
    table = table_of(maker)
    evil.flood(connection, lambda n: {"type": "leave" if n % 2 else "join", "table": table})


@assault("a table's log, read again and again")
def logs(evil: Hostile) -> None:
    connection = evil.guest()
    table = connection.until("lobby")["tables"][0]["table"]
    evil.flood(connection, lambda n: {"type": "watch", "table": table}, at_once=2)


@assault("chat")
def chat(evil: Hostile) -> None:
    connection = evil.guest()
    table = table_of(connection)
    evil.flood(connection, lambda n: {"type": "chat", "table": table, "text": "x" * 200})


@assault("a passphrase guessed")
def knocks(evil: Hostile) -> None:
    connection, maker = evil.guest(), evil.guest()
    table = table_of(maker, key=auth.table_key("belote et rebelote"))
    evil.flood(connection, lambda n: {"type": "join", "table": table, "proof": f"{n:064x}"})


@assault("statistics, records and lists")
def questions(evil: Hostile) -> None:
    asked = ({"type": "get_statistics"}, {"type": "list_matches"}, {"type": "get_record", "match": 1})
    evil.flood(evil.guest(), lambda n: dict(asked[n % 3]))


# --- connections -------------------------------------------------------------------------------------


@assault("1,200 connections of one address")
def connections(evil: Hostile) -> None:
    held = [evil.connect() for _ in range(1200)]
    for connection in held[1024:]:
        connection.say({"type": "ping"})
    evil.tally(held[1024:])


@assault("connections opened and closed")
def churn(evil: Hostile) -> None:
    evil.got["times"] = evil.repeat(lambda: evil.connect().socket.close())


@assault("connections opened and reset")
def resets(evil: Hostile) -> None:
    evil.got["times"] = evil.repeat(lambda: evil.connect().reset())


@assault("guests who come and go")
def guests(evil: Hostile) -> None:
    evil.got["times"] = evil.repeat(lambda: evil.guest().socket.close())


@assault("TLS handshakes")
def handshakes(evil: Hostile) -> None:
    evil.got["times"] = evil.repeat(lambda: evil.connect(tls=True).socket.close())


@assault("handshakes begun and not gone on with")
def stalled(evil: Hostile) -> None:
    held = [evil.connect() for _ in range(500)]
    for connection in held:
        connection.write(b"\x16\x03\x01")
    evil.got["times"] = evil.repeat(lambda: evil.connect(tls=True).socket.close())
    for connection in held:
        connection.reset()


@assault("handshakes reset")
def shaken(evil: Hostile) -> None:
    def once() -> None:
        connection = evil.connect()
        connection.write(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 300)
        connection.reset()

    evil.got["times"] = evil.repeat(once)


@assault("connections half closed")
def half_closed(evil: Hostile) -> None:
    def once() -> None:
        connection = evil.guest()
        connection.socket.shutdown(1)
        connection.end()

    evil.repeat(once)


def signed_in(evil: Hostile, key: Ed25519PrivateKey, name: str) -> Connection:
    """A connection that has tried to sign in with the key."""
    connection, public = evil.connect(), key.public_key().public_bytes_raw().hex()
    hello = {"type": "hello", "versions": (1, 1), "name": name, "auth": "ed25519", "key": public, "nonce": NONCE}
    connection.say({**hello, "program": True})
    answer = connection.until("welcome", "error")
    if answer["type"] == "welcome":
        signed = auth.signed_bytes(b"", answer["nonce"], NONCE, public, 1)
        connection.say({"type": "prove", "proof": auth.sign(key, signed)})
        answer = connection.until("ready", "error")
    evil.got[str(answer.get("code", answer["type"]))] += 1
    return connection


@assault("40 connections with one key")
def one_key(evil: Hostile) -> None:
    key = Ed25519PrivateKey.generate()
    held = [signed_in(evil, key, "evil") for _ in range(40)]
    for connection in held:
        connection.reset()


@assault("twelve names for one key")
def names(evil: Hostile) -> None:
    key = Ed25519PrivateKey.generate()
    for number in range(12):
        signed_in(evil, key, f"evil {chr(97 + number)}").reset()


@assault("signatures that are wrong")
def signatures(evil: Hostile) -> None:
    right, wrong = Ed25519PrivateKey.generate(), "00" * 64
    public = right.public_key().public_bytes_raw().hex()

    def once() -> None:
        connection = evil.connect()
        hello = {"type": "hello", "versions": (1, 1), "name": "evil z", "auth": "ed25519", "key": public}
        connection.say({**hello, "nonce": NONCE}, {"type": "prove", "proof": wrong})
        connection.end()

    evil.repeat(once)
