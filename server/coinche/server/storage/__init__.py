"""Everything that outlives a table's memory: entries, sessions, owners of names and records, in one SQLite file.

No table waits for a disk. The store gives each item that is handed over a position. Each message carries the step in
which it was said, which is all that one task does between two awaits: `transport` writes it once the store is `durable`
up to the end of that step. So no client learns anything that is not kept, and none knows more than the server after a
crash.

`store` has the base class, which counts the entries of tables and collects matches for the archive, and the store of a
server that keeps nothing; `serialization` has the bytes of what is stored; `journal` writes in groups. If the disk
fails, tables stop before their next decision, and play continues when it recovers.

One connection writes the data file (`database`): the journal's, in a thread of its own. All others hand it jobs, and
read through connections of their own. `data_dir` has the lock by which one server uses one directory, `schema` the
versions of the file and their migration. Rows that cannot be used are moved to a file of their own (`damaged_rows`); a
file whose pages are damaged is written anew (`damaged_file`). All items of a step are in one group, so a step of a
match is kept whole or not at all.

`budget` bounds the memory and disk that tables take. This package must not know sockets, clients, or rules of games.
"""
