"""`python -m coinche.client` is `coinche-client`."""

from .cli import main

main()
