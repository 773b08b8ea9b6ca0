"""All tables and sessions of a server: routing, supervision of tables, the list of tables.

The `router` hands each message of a signed-in client to the table or the archive that it is for, in the task that has
read it, and says who may open a table, and with which options; `passphrases` guards private tables. `tables` supervises
tables: it wakes each at its deadline, ends one that fails alone, and brings back those from before a restart when they
are wanted, or in their turn. `session_lifecycle` signs sessions in, takes them back and notes that they have gone;
`lobby` lets go of those that are away for too long; `listing` broadcasts the list of tables to everybody at none,
`people` the list of people to those who have asked for it, both by `broadcast`; `lobby_talk` passes on the chat in the
lobby and calls for players; `ladder` seats the programs that are on the ladder. This package must not know bytes.
"""
