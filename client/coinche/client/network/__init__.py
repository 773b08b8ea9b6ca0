"""The way to a server: its address, the wire, a session over it, and a link that is mended."""
