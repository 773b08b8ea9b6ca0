"""The server: clients connect, sign in, meet in a lobby and play matches at tables, over TLS or plain TCP.

Bytes come in through `transport`, which accepts sockets, does TLS, bounds what each address may take and queues what
goes out. `connections` feeds them to the protocol's state machine (`coinche.protocol.connection`), signs clients in and
admits them; a client with a name is a session (`sessions`), which outlives its connection. `lobby` routes each message:
to a table, to the archive, or to the list of tables. A `table` plays one match after another with the pure engine; it
knows who sits there and what each of them may see (`seating`), and each decision that it waits for is a turn (`turns`).
All that happens at a table is an entry (`match`), and the state of the table follows from its entries alone.

Nothing is heard that is not kept: an entry goes to the journal (`storage`), and everything sent because of it waits
until the disk has it. A server that is killed comes back with every table where the clients last saw it. One commit
keeps the entries of all tables that act at the same time. Matches that are over are signed and kept in the `archive`.
A failure ends the table, connection or order that it was made in, with a traceback in the log, and nothing else.

A new message gets a price in `rate_limit`, a case in `lobby.router`, and a method of the table, lobby or archive. A new
order of the operator is a row in a module of `admin`. A new bound is a line in `limits`, with the reason for its size.
`app` puts the parts together, `service` runs them as a process, `cli` is the command. The server knows no screens and
no strategy: bots are clients in a process of their own.

The packages, each importing only those before it (import-linter has the same list):

    act_meter addresses bot_process discovery limits log rate_limit time_and_entropy
    match          options of a table, packs, entries, and the replay from entries to events
    storage        data directory, SQLite file, journal, damaged rows
    ladder         the ladder of programs: who plays whom, results, ratings
    transport      sockets, TLS, limits of connections, what waits to be sent, latency
    sessions       sessions, owners of names, bans
    archive        matches that are over: records, statistics, questions about them
    seating        seats, members, hosts, bots and bidding systems of a table; the feed of each client
    turns          one decision: request, clock, answers, strikes
    table          the table: joining, agreements, shares of a shuffle, the course of a match
    lobby          all tables, the router of messages, private tables, the list of tables
    connections    the loop of each connection, and the sign-in
    admin          orders and commands of the operator
    app, service, cli
"""
