"""Matches that are looked at again: the tape, where it comes from, the archive of a server."""
