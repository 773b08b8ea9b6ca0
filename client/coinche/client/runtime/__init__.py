"""The runtime: the store that holds the model, and the tasks that run effects.

The `store` applies intents and messages and notifies its watchers. `effects` searches, connects, reads and writes files
and asks for hints; `settings_file`, `house_rules_files` and `record_files` are what it reads and writes. `sign_in`
and `connections` connect the client and keep it connected; `private_server` starts a server for one person; `lesson` is
the learner's table; `exit_and_crash_report` ends the program.
"""
