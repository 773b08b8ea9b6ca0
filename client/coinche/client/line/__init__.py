"""The client line by line, for pipes and screen readers: it appends lines, has one prompt, and takes typed commands.

`loop` reads lines; `news` and `narrate` print events; `commands` turns a typed line into an intent or an answer. Its
words come from the keymap, so that typed commands and keys always agree. `match_report` reports a match of bots.
"""
