"""One decision at a table: who is asked, how long, which act answers, and which answer is taken.

`Turns` begins a turn with a request to the seat on turn, and to those who may coinche out of turn. An act is judged
(`acts`): it becomes an answer that waits in the `decision`, or is refused at once, and at a strict table counted among
the strikes (`illegal_acts`). `Turns.take` takes the answer that goes first, keeps it as an entry and replies to all who
have answered. When the time of a seat is up (`decision_clock`), its default counts as its answer; an absent owner is
waited for, then a bot (`absence`).

Nothing here waits: `Turns.deadline` says when time alone changes something. This package must not know what comes of an
action, nor what else happens at the table (`table`).
"""
