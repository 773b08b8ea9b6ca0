"""`steady`: a sound player by rules of thumb, without a solver.

It counts trumps and master cards, remembers who is void, supports its partner and draws trumps.
"""
