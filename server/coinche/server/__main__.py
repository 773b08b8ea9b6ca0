"""`python -m coinche.server` is `coinche-server`."""

from coinche.start import server

if __name__ == "__main__":
    server()
