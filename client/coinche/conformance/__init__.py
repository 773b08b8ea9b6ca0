"""`coinche-conform`: checks of servers and bots against PROTOCOL.md.

A check is a method of a bench: the bench is the peer of the program under check, `server` for servers and `bot` for
bots, and speaks the wire on its own, without the code of the client or the server. `plan` lists all checks and decides
which are run, `checks` runs each with a bench of its own, `report` tells what came of them.
"""
