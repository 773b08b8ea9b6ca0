"""Checks of a server: a bench opens connections, signs clients in and seats four of them at a table.

`clients` has one client and four at a table, `harness` the bench. The other modules have the checks, each those of one
subject; the match by the rules is in `reference_match`.
"""
