"""The runtime: the store that holds the model, and the tasks that carry out effects.

The `store` applies intents and messages and tells its watchers. `effects` searches, connects, reads and writes files,
asks for hints and plays what the client plays by itself; `connections` keeps the person connected; `private_server`
starts a server for one person; `lesson` is the table at which a learner sits.
"""
