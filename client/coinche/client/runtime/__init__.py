"""The runtime: the store that holds the model, and the tasks that carry out effects.

The `store` applies intents and messages and tells those who watch. `effects` searches, connects, reads and writes files
and asks for hints; `connections` keeps the person connected; `autoplay` plays what was prepared; `private_server`
starts a server for one person; `lesson` is the table at which a learner sits.
"""
