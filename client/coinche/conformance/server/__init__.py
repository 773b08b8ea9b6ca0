"""Checks of a server: a bench opens connections, signs clients in and takes four of them to a table.

`clients` has one client and four at a table, `harness` the bench, `reference_match` the match as it has to be. The
other modules have the checks, each those of one subject.
"""
