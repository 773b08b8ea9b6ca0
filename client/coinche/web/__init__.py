"""The browser client: a page of plain JavaScript modules, without a build step or a framework.

The page is a client like the terminal's: it speaks the protocol and folds the events of its table into a view. `cards`
has cards, seats and the strength of cards; `fold` has the view after each event. The server says what is legal; a few
rules of play are copies of the engine's all the same, because a page has no engine: `mayClaim` in `claim`,
`brokenRule` in `play`, `outOfTurn` in `bid_pad`, and what follows from the packs and actions of a record in `record`.
Tests compare claims, broken rules and records with the engine (`tests/client/web/`: `test_page_and_engine.py`,
`test_past_matches.py`); `outOfTurn` is only played, in `test_page.py`. The files are data of the package: Python reads
none of them, and imports nothing from here.
"""
