"""The archive of finished matches: their records, who may read them, and statistics of players.

While a match is played, the store of the server collects its entries, and hands them over when the match is over. The
one task of `ArchiveService` does in a thread whatever takes a while: `record` replays the entries, makes the text that
is kept and signs it with the key of the server; `tally` counts what each player did, alone and with each other one;
`archive` makes rows of that, which the writer of the data file inserts; `statistics` sums them up. Only then does the
store remove the entries of a closed table. So a match that waits when the server ends is archived after the restart,
and one that comes a second time is known by its id.

A record leaves out the events, since they follow from packs and actions, but has everything that proves the shuffles.
Questions about past matches wait in the same queue as matches to be archived: an answer includes every match that was
over when the question was asked. Private matches are shown only to those who sat there. When there is no room, matches
that only programs played are removed first. `positions` plays a match again where somebody asks what cards were worth,
and keeps the last replay. While the task has nothing else to do, it counts matches of an earlier version of the data
file anew from their records, one at a time. This package must not know tables in play.
"""
