"""The key by which friends' ssh knows the gateway: `ssh_host_key` beside the client's own, made at first use."""

from __future__ import annotations

from pathlib import Path

import asyncssh
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from coinche.client.on_disk.identity import own_key
from coinche.client.on_disk.kept import data_path

FILE = "ssh_host_key"


def host_key_path() -> Path:
    """Where it is kept."""
    return data_path(FILE)


def host_key() -> asyncssh.SSHKey:
    """The key in its file; KeptError where it cannot be used."""
    key = own_key(host_key_path())
    return asyncssh.import_private_key(key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
