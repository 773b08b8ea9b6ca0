"""The standing ladder: programs that sign in under names of their own are paired, play boards, and are rated.

`pairing` says who plays whom next, `results` keeps what was played and says who is how good, `least_squares` fits the
ratings. All three are without time, sockets and tasks; `lobby.ladder` opens the tables and seats the programs.

No deal of the ladder is ever dealt twice. A program on the ladder runs where nobody sees it: it may remember every deal
and tell other programs of it, its own partner's included. In a duplicate the second table would be played by programs
that know the deal from the first, and a reference bot, with which every deal could be played once, would be a strategy
inside the server, which has none. So each pair sits down at a single table with fresh shuffles, sides and dealers are
drawn or exchanged, and nothing is to be remembered. That costs boards: to tell apart two entrants that are 20 points a
deal apart takes some 800. A ladder has the time for that; contests in an hour are the arena's (`coinche.arena`).

Two programs of one side can still talk to each other outside the server: a rating is that of a pair with its owner.
"""
