"""How the solving bots bid: they estimate hands, play the auction on in many worlds, and choose the best call.

`search` compares calls by `rollout`, in which the others bid by the quick `auction_policy`; `hand_strength` estimates
what a hand takes with each suit as trumps.
"""
