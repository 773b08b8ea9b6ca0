"""Clients on their way in: each connection from its first byte to its last, and the sign-in.

`Connections` runs a read loop and a write loop for every connection. What is read is charged to the budget of the
connection, decrypted, parsed by the protocol's state machine, charged again by what each message costs, and acted on at
once, in the task that has read it: the sign-in by `SigningIn`, the rest by the lobby, which runs the tables. No message
waits in an inbox, so an act and all that follows from it are one step of the program; a loop gives way to the others
after `limits.AT_ONCE` messages or `limits.PARSE` bytes.

`Admission` says who comes in, and how names come to keys, tokens and invited clients; `approval` has those who wait
until somebody lets them in.

A connection ends when its client does, when it breaks the protocol or a limit, when it is silent for too long
(`heartbeat`), or with the server. It is told why, as far as it still reads, but not after a failed handshake. A fault
of the server on one connection is logged and ends that connection silently, and no other.

Nothing here may know the game or what happens at a table.
"""
