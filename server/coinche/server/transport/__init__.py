"""Bytes to and from clients: sockets, TLS, what waits for whom, and how much of anything one connection may take.

A connection is a `Peer` over a `ReadyStream`. What the server says to it is queued in a state machine (`outgoing`) and
written by the one task that delivers for everybody (`Delivery`), after each step of the program and never before the
store is durable up to where it was when the message was said. So no table waits for a client or a disk, nothing is
heard that is not kept, and whatever a step says to a client goes out in one write. Only a connection whose socket is
full has a task of its own that writes, until the client has caught up or its time is over.

A client can make the server work by connecting, by handshakes, by bytes that are no messages and by not reading.
`connection_limits` and the bounds in `outgoing` and `peer` see to it that each of these costs its own
connection first, its address next, and the others nothing they would notice. `latency` measures how far away a client
is, so that the clocks need not charge it for the way, and believes no client that pretends.

Nothing here may know sessions, tables or the game.
"""
