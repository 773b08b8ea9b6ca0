"""The checks of bots."""
