"""The review of a recorded deal: the costs of cards and calls, with all cards open and from the player's own view.

`cards` and `auction` compare each decision with the best one; `review` puts a deal together, as a value and as a map
for programs; `page` formats it for people, and `printing` prints the deals one after the other.
"""
