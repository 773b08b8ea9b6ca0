"""The model: everything the client knows and shows, as one frozen value (`state.ClientState`).

`messages` come in and `effects` go out. `table` is the table at which the person sits or watches, folded from its
events; `ui` has the cursor, the settings and unfinished entries. All values are frozen; nothing here does I/O.
"""
