"""The people and programs at a table, and what each is sent: seats, members, the host, bots and systems, the feed.

`seats` says for each of the four seats who owns it and who acts for it, `host` who is host; `members` is the one place
where that changes, so that each change is told to the table, kept as an entry and shown in the lobby. A seat whose
player has changed is noted, and the table asks its new player for what is due. `reservations` keeps hands secret when
seats change: nobody sees two hands of a match, nor one dealt to another player, so a newcomer waits for the next deal.

`feed` numbers events, sends each to every follower as that follower may see it, encoded once for all who may see the
same, and keeps them for those who come later; spectators may be behind the players. All parts of a table are made with
a `TableContext`. This package must not know the course of a match, requests or clocks (`turns`, `table`).
"""
