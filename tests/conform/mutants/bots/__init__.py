"""Bots that are sound but for one thing each."""
