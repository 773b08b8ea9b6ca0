"""Run `coinche-server` by `python -m coinche.server`."""

from coinche.start import server

if __name__ == "__main__":
    server()
