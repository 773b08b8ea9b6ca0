"""`steady`: a sound player by rules, without a solver.

It bids by hand strength (`bidding`), estimates who holds which card (`card_tracking`), and chooses cards by rules and
weights (`card_play`). Other bots fall back on it, and rollouts bid as it does.
"""
