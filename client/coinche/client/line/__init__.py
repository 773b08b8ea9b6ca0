"""The client line by line, for pipes and screen readers: lines appended, one prompt, every action by typing.

`loop` reads lines and prints what happened (`narrate`); `commands` turns a line into an intent or an answer, with the
words of the key table, so that what can be typed and what keys do cannot disagree. `follow` tells a match of bots.
"""
