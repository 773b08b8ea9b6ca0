"""Servers that are ours but for one function, each with one thing wrong."""
