"""Which hands the others may hold, and how likely each is, by the auction, the declarations and the cards played.

`constraints` are certain: a player who did not follow suit has none. The likelihoods are statistics of how our own bots
and people of sound habits bid and play (`auction_likelihood`, `play_likelihood`), or facts of a declared bidding system
(`conventions`, `convention_evidence`). `beliefs` puts all of it together, in the form in which the solver draws worlds.
"""
