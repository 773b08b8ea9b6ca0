"""Checks of a bot: it is started anew for each check, against a server that follows a script.

`messages` has the messages of both sides, `match_course` true matches with true requests, `seat` plays one seat of them
with the bot, and `harness` is the bench that starts the bot and takes it to its seat. The checks are in `sign_in`,
`playing`, `reading` and `ending`.
"""
