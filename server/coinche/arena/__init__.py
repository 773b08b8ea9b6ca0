"""Contests between bots over duplicate deals.

A duel plays every deal twice on a private server over loopback: at two tables, with the teams swapped, so that the luck
of the cards cancels out. Each seat is a process of its own that signs in with a token and gets its own seat only;
nobody can watch, and a board begins once the last one is over at both tables (`duel`, `entrants`, `recording`). The
unit of the statistics is the pair: A's gain over the two tables. Pairs are independent, so `results` can give the mean
with its 95 % interval (`statistics`). The same seed gives the same deals (`boards`).
"""
