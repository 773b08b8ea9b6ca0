"""One table: the machine that takes a message or a moment and does all that follows from it.

What a table waits for is a value (`Waiting`): players, shares of a shuffle, a decision, a trick or a recap to be looked
at, a pause, the disk. `Table.receive` and `Table.wake` handle what has come, then leave each state that is over and
enter the next, until something has to be waited for again; `Table.deadline` says how long. So an act, its events for
the other seats and the next request are one call, and a test needs neither sockets nor tasks.

What is next follows from where the match stands (`match_flow`, with the shares that players add to a shuffle), which
follows from the entries (`match_log`): a table that comes back after a restart goes on like any other. All messages
but acts go through `dispatch`: `joining` decides who may come, `host_orders` what the host may change, `agreements` has
what people agree on beside the game, `chat` what they say.
"""
