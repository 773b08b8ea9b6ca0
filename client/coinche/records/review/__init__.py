"""The review of a recorded deal: what its cards and calls cost, with all cards open and from the player's own view.

`cards` and `auction` compare what was done with the best there was; `review` puts a deal together, `page` prints it for
people, `data` for programs.
"""
