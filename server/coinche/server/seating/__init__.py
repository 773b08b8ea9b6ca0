"""The people and programs at a table, and what each is sent: seats, members, the host, bots and systems, the feed.

`seats` says for each of the four seats who owns it and who acts for it; `members` is the one place where that changes,
so that each change is told to the table, kept as an entry and shown in the lobby. A seat whose player has changed is
noted, and the table asks its new player for what is due. `reservations` keeps hands secret when seats change: nobody
sees two hands of a match, nor one that was dealt to another player, so a newcomer waits for the next deal.

`feed` numbers events and sends each to every follower as that follower may see it, encoded once for all who may see
the same; `event_log` keeps the encoded events for those who come later, and spectators may be behind the players. This
package must not know the course of a match, requests or clocks (`turns`, `table`).
"""
