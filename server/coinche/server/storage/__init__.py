"""Everything that outlives a table's memory: entries, sessions, owners of names and records, in one SQLite file.

No table waits for a disk. What a table hands to its store takes a position, and whatever anybody is sent afterwards
carries the position of that moment: it leaves the server once the store is `durable` up to there (`transport` sees to
that). So there is one rule, in one place: nothing is heard that is not kept, and a client never knows more than the
server after a crash. `store` holds the interface, the store of a server that keeps nothing, and the bytes of what is
stored; `journal` writes in groups. If the disk fails, tables stop before their next decision, and play continues when
it recovers.

One connection writes the data file (`database`): the journal's, in a thread of its own. All others hand it jobs, and
read through connections of their own. `data_dir` has the lock by which one server uses one directory. `schema` knows
the versions of the file and how earlier ones are migrated. Rows that cannot be used are moved to a file of their own
(`quarantine`). All entries between two waits of a table are in one group, so a step of a match is kept whole or not at
all.

`budget` bounds what tables take of memory and disk. This package must not know sockets, clients, or the rules of games.
"""
