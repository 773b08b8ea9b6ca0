"""The built-in bots, and the provider that lends them to a server.

`built_in` names them. `random` and `greedy` need no model of the others; `steady` bids and plays by rules (`steady`);
the others use perfect-information Monte Carlo (`pimc`): they draw worlds, that is hands that the others may have
(determinization), have the double-dummy solver value each card in each world, and play the card of the highest expected
utility (`utility`). The levels in `pimc` say how many worlds a bot draws and what it believes: `beliefs` weighs worlds
by the auction and the cards played. `bidding` searches calls by rollouts, with `hand_strength` and
`double_dummy_correction` for the points that real play takes.

`docs/bots-internals.md` works through one decision. Bots know only what a seat is told; they must not know connections,
but `pool` and `cli`, which put them on one.
"""
