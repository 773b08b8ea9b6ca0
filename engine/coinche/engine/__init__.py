"""The rules of coinche, pure: deals, scores, views and records. Knows no clocks, sockets or chance."""
