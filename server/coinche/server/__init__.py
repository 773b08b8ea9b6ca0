"""The server: connections, sessions, tables as tasks. Knows no screens and no strategy."""
