"""coinche/1 without I/O: frames, messages, errors. Knows no sockets, no tables and no clocks."""

DEFAULT_PORT = 24567
"""Where a server listens, and where a client looks for it, unless told otherwise."""
