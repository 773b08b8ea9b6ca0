"""Hints: the card or call that the best bot would choose, and why, in one sentence.

`service` asks the bots' evaluation and looks for the first reason in a table that holds for what the player can see:
`lead_reasons`, `follow_reasons`, `bid_reasons`. A reason is a value; `render` defines it and writes it in the person's
language with the sentences of `texts`. A hint uses nothing that its player does not know.

`provider` is the program that a server starts: it lends bots, and answers the questions of clients that have no engine.
`worker` computes the answers in a process of its own, hints as above and the values of cards by `open_hands`.
"""
