"""The operator's side of a server: orders while it runs, and commands on the data that it keeps.

An order is a row of a table (`orders`). The parts of a server that can be ordered something each have a property with
their rows: `people` (tables, people, kick, ban), `names` (tokens, free, forget), `server` (status, close, say) and
`shutdown` (drain, stop). Orders reach a running server through the control socket or the console, whose answers are
lines for people and the same as JSON. So a new order is a row and a method in one of these modules; `help`, the socket,
the console and the log have it at once.

A command is another process. `commands` has their command lines: `ctl` only passes an order on, and `token`, `free` and
`forget` are orders that are also carried out on the data file when no server runs. `backup` (in `data`), `doctor` with
`salvage`, and export and forgetting (`personal_data`) work on the files themselves. `data` opens everything that a
server keeps, in the one order in which nothing is touched that cannot be used.

No order shows a card: operators see names, addresses and phases of tables. Cards stand in exported records alone, and
those are of matches that are over.
"""
