"""Where the server's certificate and its register of names are kept. Refuses to know what is in them."""

from __future__ import annotations

from pathlib import Path

import platformdirs

HELP = "where the certificate and the names are kept (default: %(default)s)"


def usual() -> Path:
    """The directory for it in the home of whoever runs the server."""
    return platformdirs.user_data_path("coinche-server", appauthor=False)
