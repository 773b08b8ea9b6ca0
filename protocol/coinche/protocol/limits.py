"""The limits of the protocol: sizes of frames, depth of maps, lengths of names and texts, numbers."""

from __future__ import annotations

BEFORE_SIGN_IN = 4096
"""Bytes of the longest frame that a server takes from a client that has not signed in."""
AFTER_SIGN_IN = 16_384
"""Bytes of the longest frame that a server takes from a client that has."""
FROM_SERVER = 262_144
"""Bytes of the longest frame that a client takes."""

MAX_DEPTH = 8
"""Maps and lists within one another."""
MAX_NUMBER = 2**31
MAX_MALFORMED = 3
"""Malformed messages in a row that end the connection."""

MAX_NAME = 24
"""Characters of the name of a person or a table."""
MAX_CHAT = 200
"""Characters of what is said at a table."""
SHORTEST_CLOCK = 100
"""Milliseconds that a table's own clock has at least."""

MAX_NOTATION = 96
"""Characters of an action in notation."""
MAX_HINT = 1000
"""Characters of an advised action and the reason for it."""
MAX_CARD_VALUE = 500
"""More points than all tricks of a deal come to."""
MAX_POSITION = 256
"""Actions that may lead to a position. No deal has 256, and a frame has room for them."""

MAX_SYSTEM_NAME = 32
MAX_CONVENTIONS = 24
MAX_SHOWS = 120
MAX_SYSTEM = 4096
"""Bytes of a whole bidding system, as msgpack; as JSON, all but ASCII escaped, it still fits into a frame."""
MAX_EXPECTED = 500
"""More points than a side can expect, belote and declarations included."""
