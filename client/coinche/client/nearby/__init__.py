"""Servers that are found on the local network, and whoever searches for them."""
