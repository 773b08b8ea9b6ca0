"""The update: how messages and intents turn the model into the next one. Pure.

`update` takes the messages; `server_messages` and `table_events` take those of a server. The other modules have the
intents, by subject: home, lobby, room, bidding, card_play and so on. `navigation` has the result type `Done` and the
intents that change the screen.
"""
