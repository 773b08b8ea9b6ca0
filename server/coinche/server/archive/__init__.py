"""The archive of finished matches: their records, who may read them, and statistics of players.

While a match is played, the archiving store of `service` collects its entries on their way to the store of the server.
When the match is over, the one task of `service` does in a thread whatever takes a while: `record` replays the entries,
adds up what each player did, and makes the text that is kept and signs it with the key of the server; `archive` makes
rows of that, which the writer of the data file inserts. Only then are the entries of a closed table removed from the
store; so a match may be archived again after a crash, and is recognized by its id.

A record leaves out the events, since they follow from packs and actions, but has everything that proves the shuffles.
Questions about past matches wait in the same queue as matches to be archived: an answer includes every match that was
over when the question was asked. Private matches are shown only to those who sat there; when there is no room, matches
that only programs played are removed first. This package must not know tables in play.
"""
