"""The client line by line, for pipes and screen readers: it appends lines, has one prompt, and takes typed commands.

`loop` reads lines and prints the news, `narrate` has the sentences about a table; `commands` turns a typed line into
an intent or an answer. Its words come from the keymap, so that typed commands and keys always agree. `match_report`
reports a match of bots.
"""
