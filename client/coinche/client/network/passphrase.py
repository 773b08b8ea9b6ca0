"""What a passphrase does to what is said: it makes a table private, and opens those that it was made for.

Knows keys and proofs, which are all that leaves this machine. Refuses to know who is asked for the words.
"""

from __future__ import annotations

from msgspec.structs import replace

from coinche.protocol import auth
from coinche.protocol.messages import CreateTable, FromClient, Join, Watch


def with_passphrase(message: FromClient, passphrase: str | None, nonce: str) -> FromClient:
    """The message as it is sent over the connection of that nonce; without a passphrase as it is."""
    if passphrase is None:
        return message
    key = auth.table_key(passphrase)
    match message:
        case CreateTable():
            return replace(message, key=key)
        case Join() | Watch():
            return replace(message, proof=auth.table_proof(key, nonce, message.table))
        case _:
            return message
