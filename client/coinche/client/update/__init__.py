"""The update: how messages and intents turn the model into the next one. Pure.

`update` takes what comes in: `server_messages` and, for events of a table, `table_events`. The other files are intents,
by what a person does: home, tables, room, bidding, card_play and so on; `navigation` has the result type `Done` and
the ways from screen to screen.
"""
