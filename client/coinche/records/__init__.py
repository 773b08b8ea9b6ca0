"""`coinche-record`: checks rule vectors, and replays, verifies, solves and reviews recorded matches.

Records are the engine's text format (`coinche.engine.record`). `transcript` tells a match in the notation of the
record, `verify` says whether a record proves itself, `solve` gives the value of each card in a position, and `review`
what the cards and calls of a deal cost. `vectors` reads rule vectors, and `vector_check` plays them on the engine.
"""
