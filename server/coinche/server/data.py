"""Where everything is kept that outlives the server. Refuses to know what that is."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from .certificate import FILE as CERTIFICATE

HELP = "where keys, names, tables and matches are kept (default: %(default)s)"


def usual() -> Path:
    """The directory for it in the home of whoever runs the server."""
    return platformdirs.user_data_path("coinche-server", appauthor=False)


def is_a_servers(directory: Path) -> bool:
    """Whether a server has been started with that directory: its certificate is the first thing that it keeps."""
    return (directory / CERTIFICATE).exists()
