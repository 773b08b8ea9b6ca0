"""The protocol coinche/1 without I/O: bytes to messages and back.

A message is one frozen class (`messages`), and the same class in client and server. Its way out: `codec` makes a
msgpack map of it, `frames` puts the length in front; for a client that speaks JSON lines `encodings` translates the
finished frame, so that a message to many is encoded once. Its way in: a reader cuts bytes into frames or lines, `codec`
refuses whatever a sane client never sends (floats, extensions, keys that come twice, deep nesting) and converts the map
into the class, which checks its own bounds. After that nothing is parsed again.

`connection` is the server's end of one connection as a state machine: bytes in, messages or errors out, the order of
the sign-in enforced. `errors` has the closed list of codes and decides which of them close the connection.
`limits` has the bounds of frames and messages.

The messages are the one source for the documents: `schema` derives `schema.json` from them, and `make docs` the tables
of `docs/protocol`. The rest serves both sides: proofs of identity (`auth`), certificate fingerprints, names, house
rules as TOML, discovery datagrams, the signature under a record, and the request to a seat (`requests`).

The package must know no socket, no clock and no table.
"""

DEFAULT_PORT = 24567
"""The port of a server, unless told otherwise."""
