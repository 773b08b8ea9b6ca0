"""Contests between bots: duplicate deals, a private server, a process for each seat, a verdict with an error bar."""
