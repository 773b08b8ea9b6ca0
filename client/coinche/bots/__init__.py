"""The built-in bots, and the provider that lends them to a server.

`agents` names them. `random` and `greedy` need no thought; `steady` bids and plays by rules of thumb (`steady`); the
others solve: they draw hands that the others may have (determinization), have the double-dummy solver value each card
in each of them, and play the card with the best expected utility (`pimc`, `utility`). `levels` says how many worlds a
bot draws and what it believes: `beliefs` weighs each world by the auction and the cards played. `bidding` estimates
hands, plays auctions on in many worlds (rollout) and corrects double-dummy values by what real play takes.

`docs/bots-internals.md` works through one decision. Bots know only what a seat is told; they must not know connections,
but `pool` and `cli`, which put them on one.
"""
