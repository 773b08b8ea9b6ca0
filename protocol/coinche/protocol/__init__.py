"""coinche/1 without I/O: frames, messages, errors. Knows no sockets, no tables and no clocks."""
