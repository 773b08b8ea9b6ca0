"""`coinche-record`: checks rule vectors, and replays, verifies, solves and reviews recorded matches.

Records are the engine's text format (`coinche.engine.record`). `transcript` prints a match in the reader's notation,
`verify` checks that a record proves itself, `solve` gives the value of each card in a position, and `review` the costs
of the cards and calls of a deal. `vectors` reads rule vectors, and `vector_check` plays them on the engine,
at a `vector_table`.
`contest_file` is the format of a contest's results, `contest_boards` deals its boards, and `contest_verification` plays
its tables again.
"""
