"""The clients of a server: their sessions, the owners of names, invitations, and bans.

A session outlives its connection. A client that comes back proves with the session's secret that it is the same, and
takes over its seat; a session whose client stays away is kept for a bounded time, and bounded in number by origin.
Sessions of a server that keeps data outlive the server, too. Names belong to keys or tokens (`name_register`); some are
given by `invitations`, which know who has brought in whom; `bans` bar names, keys, addresses and networks. All three
are in memory, so admission waits for no disk. Tables and lobby share one `ServerContext`, by which they find the
sessions. This package must not know games, nor what happens at a table.
"""
