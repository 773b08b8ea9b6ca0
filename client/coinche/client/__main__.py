"""`python -m coinche.client` is `coinche-client`."""

from coinche.start import client

client()
