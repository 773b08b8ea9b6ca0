"""`coinche-conform`: does a server, or a bot, do what PROTOCOL.md says? Knows the wire, not who is at its other end."""
