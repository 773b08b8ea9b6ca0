"""Beliefs about the hidden hands: which hands the others may hold, and how likely they are.

`beliefs` puts everything together in the form in which the solver draws worlds: `coinche.bots.constraints`, which are
certain, and likelihoods. Those are statistics of how our own bots bid and play (`auction_likelihood`,
`play_likelihood`), or facts of a declared bidding system (`conventions`).
"""
