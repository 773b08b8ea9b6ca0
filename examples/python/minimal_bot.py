"""A complete legal bot without any library of ours: minimal_bot.py --host 127.0.0.1 --port 24567 --table t1"""

import socket
import sys

import msgpack

me = {"--name": "minimal", "--seat": "S"} | dict(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
wire = socket.create_connection((me["--host"], int(me["--port"])))
incoming = wire.makefile("rb")
hello = {"type": "hello", "versions": [1, 1], "name": me["--name"], "program": True}
answers, over = [hello, {"type": "join", "table": me["--table"], "seat": me["--seat"]}], False
while not over:
    for answer in map(msgpack.packb, answers):
        wire.sendall(len(answer).to_bytes(4, "big") + answer)
    message = msgpack.unpackb(incoming.read(int.from_bytes(incoming.read(4), "big")))
    kind, play = message["type"], {"request": message.get("request"), "action": message.get("default")}
    act, pong = {"type": "act", "table": me["--table"]} | play, {"type": "pong", "data": message.get("data")}
    answers = [act] * (kind == "request") + [pong] * (kind == "ping")
    over = kind == "left" or (kind == "error" and "request" not in message)  # to be late with an act is no end
sys.exit(kind == "error")
