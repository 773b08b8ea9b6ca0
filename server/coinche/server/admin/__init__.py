"""The operator's side of a server: orders while it runs, and commands on the data that it keeps.

An order is a row of a table, in a property `orders` of the class that carries it out: in `table_orders` (list, close),
`people_orders` (list, kick, ban, say), `name_orders` (tokens, free, forget), `status` and `shutdown` (drain, stop).
`orders` finds the row; orders come through the `control_socket` and from the terminal (`orders.Console`). Answers are
lines for people and the same as JSON. So a new order is a row and a method in one of these modules; `help`, both
channels and the log have it at once.

A command is another process. `commands` has their command lines: `ctl` only passes an order on, and `token`, `free` and
`forget` are orders that are also carried out on the data file when no server runs. `backup`, `doctor`, `tables`
(`kept_tables`), and export and forgetting (`personal_data`) work on the files themselves.

No order shows a card: operators see names, addresses and phases of tables. Cards stand in exported records alone, and
those are of matches that are over.
"""
