"""The browser client: a page of plain JavaScript modules, without a build step or a framework.

The page is a client like the terminal's: it speaks the protocol, folds the events of its table into a view, and has no
rules of its own but those that the fold needs. `cards` has cards, seats and the strength of cards; `fold` has the view
after each event. The files are data of the package: Python reads none of them, and imports nothing from here.
"""
