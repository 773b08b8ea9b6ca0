"""Programs for contests: a player over JSON lines that does as it is told, and bots that fail in some way."""

from __future__ import annotations

import shlex
from pathlib import Path

_PLAYER = '''
"""Plays the action that it is told to, or the default. With its first seat it may do something else before.

The other seats wait meanwhile, or their table would be over and gone.
"""
import argparse, contextlib, hashlib, hmac, json, os, socket, sys, threading, time

parser = argparse.ArgumentParser()
for option in ("--host", "--table", "--seat", "--name"):
    parser.add_argument(option)
me = parser.parse_args()
token = os.environ.get("COINCHE_TOKEN")

class Wire:
    def __init__(self, name, token=None):
        self.socket = socket.create_connection(("127.0.0.1", int(me.host.rsplit(":", 1)[1])))
        self.file = self.socket.makefile("rb")
        self.say(type="hello", versions=[1, 1], name=name, program=True, auth="token" if token else "guest")
        if token:
            nonce, key = self.hear("welcome")["nonce"], hashlib.sha256(bytes.fromhex(token)).digest()
            proof = hmac.new(key, bytes.fromhex(nonce) + b"0", "sha256").hexdigest()
            self.say(type="prove", proof=proof)

    def say(self, **message):
        self.socket.sendall(json.dumps(message).encode() + b"\\n")

    def hear(self, *types):
        for line in self.file:
            message = json.loads(line)
            if message["type"] == "ping":
                self.say(type="pong", data=message["data"])
            elif message["type"] in types:
                return message
        raise SystemExit("the server has hung up")

def play(answer, wire=None):
    wire = wire or Wire(me.name, token)
    wire.say(type="join", table=me.table, seat=me.seat)
    while (message := wire.hear("request", "left"))["type"] == "request":
        said = answer(message)
        if said is not None:
            wire.say(type="act", table=me.table, request=message["request"], action=said)

'''


def program(folder: Path, name: str, body: str, python: tuple[str, ...]) -> str:
    """Write a program with that body behind the player; return the option that enters it under that name."""
    path = folder / f"{name}.py"
    path.write_text(_PLAYER + body, encoding="utf-8")
    return f"{name}={shlex.join((*python, path.as_posix()))}"


DEFAULTS = 'play(lambda request: request["default"])\n'
"""A player of defaults."""
ILLEGAL = 'play(lambda request: "capot de pique")\n'
"""A player of what is no action."""
STALLS = "play(lambda request: None)\n"
"""A player that sits down and never answers."""
CRASHES = """
def answer(request):
    if request["kind"] == "play":
        raise RuntimeError("out of ideas")
    return request["default"]

play(answer)
"""
"""A player that fails at its first card."""
LEAVES = """
wire = Wire(me.name, token)
wire.say(type="join", table=me.table, seat=me.seat)
wire.hear("joined")
raise RuntimeError("no such rules")
"""
"""A program that sits down and fails before the play begins."""
SLEEPS = "import threading\nthreading.Event().wait()\n"
"""A program that never comes to its seat."""
GETS_UP = """
gone = f"{sys.argv[0]}.{me.table}"
with contextlib.suppress(FileExistsError):
    os.mkfifo(gone)
if me.seat in "NE":
    wire = Wire(me.name, token)
    wire.say(type="join", table=me.table, seat=me.seat)
    wire.hear("joined")
    wire.say(type="leave", table=me.table)
    wire.hear("left")
    open(gone, "wb")
    threading.Event().wait()
open(gone, "rb")
play(lambda request: request["default"])
"""
"""Two programs: one sits down, gets up before the play begins, and goes on running; its partner comes only then."""
GETS_UP_LATER = """
wire = Wire(me.name, token)
wire.say(type="join", table=me.table, seat=me.seat)
wire.hear("request")
wire.say(type="leave", table=me.table)
wire.hear("left")
threading.Event().wait()
"""
"""A program that gets up at its first request, and goes on running."""
HOARDS = """
import select
wire = Wire(me.name, token)
held = [socket.create_connection(wire.socket.getpeername()) for _ in range(10)]
while len(held) > 3:
    for closed in select.select(held, [], [])[0]:
        held.remove(closed)
play(lambda request: request["default"], wire)
"""
"""A program that opens ten more connections, and plays once the server has closed all but three of them."""
