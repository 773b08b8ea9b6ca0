"""The checks of servers."""
