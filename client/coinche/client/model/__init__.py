"""The model: everything the client knows and shows, as one frozen value (`state.ClientState`), and what may change it.

`messages` come in and `effects` go out; `table` is the table that one sits at, folded from its events; `ui` is what
concerns the keys and the cursor alone. Nothing here does anything.
"""
