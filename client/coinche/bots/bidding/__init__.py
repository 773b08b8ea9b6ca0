"""The bidding of `expert`: a search over calls, with rollouts of the auction.

`call_search` compares candidate calls by `rollout`, which completes the auction in many worlds by the quick
`auction_policy`, and scores the contracts that result.
"""
