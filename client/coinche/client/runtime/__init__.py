"""The runtime: the store that holds the model, and the tasks that run effects.

The `store` applies intents and messages and notifies its watchers. `effects` searches, connects, reads and writes files
and asks for hints; `connections` keeps the client connected; `private_server` starts a server for one person; `lesson`
is the learner's table.
"""
