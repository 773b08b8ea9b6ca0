"""The parts of a table: its options, packs of cards, the entries that record what was done, and their replay.

A table is a list of entries. Each records one thing that was done: the table was opened, a match began, a pack was
laid, an action was taken, somebody sat down. Entries hold decisions and chance, not consequences: what follows from
them is calculated by `replay.MatchReplay`, which feeds them to the engine and returns the events to tell the table.

A table in play, a table that comes back after a restart and the record of a finished match all go through this one
replay, so they cannot disagree. Whatever is random or secret (packs, shares of a shuffle, the server's secret) is
an entry of its own, so a replay never draws a number.

This package knows the engine and the events of tables. It must not know who is connected, clocks, or where entries are
stored; their bytes are the concern of `storage.serialization`, which uses the class names below.
"""
