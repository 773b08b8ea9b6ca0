"""TLS 1.3 without I/O: what has come in as ciphertext and plain bytes out, and the other way round.

Knows OpenSSL and when its handshake is over. Refuses to know sockets, and where a certificate comes from.
"""

from __future__ import annotations

import ssl
from contextlib import suppress

RECORD = 16 * 1024
"""The plain bytes of one record at most: what one reading gives leaves nothing of its record behind."""
PIECE = 4 * 1024
"""What is encrypted at once: OpenSSL keeps, for as long as the connection lasts, room for the longest that ever was."""


class TlsFailed(Exception):
    """The other side speaks no TLS 1.3, or not this connection's."""


HEADER = 5
"""The bytes before each record: its kind, a version, and its length in two."""


class RecordCounter:
    """Counts the records that begin in ciphertext, however it is cut; it need not be readable."""

    def __init__(self) -> None:
        self._left = 0
        """Bytes that are still to come of the record that has begun."""
        self._header = b""
        """The part of a header that has come."""

    def count(self, data: bytes) -> int:
        """How many headers are whole now that were not before."""
        records, at = 0, 0
        while at < len(data):
            wanted = self._left or HEADER - len(self._header)
            part = data[at : at + wanted]
            at += len(part)
            if self._left:
                self._left -= len(part)
                continue
            self._header += part
            if len(self._header) == HEADER:
                self._left, self._header, records = int.from_bytes(self._header[3:], "big"), b"", records + 1
        return records


class ServerTls:
    """The server's end of one TLS connection.

    plain = tls.received(data)
    if tls.has_to_speak: write(tls.encrypted(b""))
    write(tls.encrypted(frames))
    """

    def __init__(self, context: ssl.SSLContext) -> None:
        self._in = ssl.MemoryBIO()
        self._out = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out, server_side=True)
        self._established = False
        self.records = RecordCounter()
        """Counts what comes, before it is `received`."""
        self.ended = False
        """The client has said that nothing more comes, and is not heard any more."""

    @property
    def established(self) -> bool:
        """Whether the handshake is over."""
        return self._established

    @property
    def has_to_speak(self) -> bool:
        """Whether TLS itself has something to say: its part of a handshake, a new key, an alert."""
        return bool(self._out.pending)

    def received(self, data: bytes) -> bytes:
        """What the ciphertext says, nothing during the handshake; TlsFailed where it cannot be read."""
        if self.ended:
            return b""
        self._in.write(data)
        try:
            if not self._established:
                self._tls.do_handshake()
                self._established = True
            return self._read()
        except ssl.SSLWantReadError:
            return b""
        except ssl.SSLError as error:
            self._established = False
            raise TlsFailed(f"TLS: {_reason(error)}") from None

    def _read(self) -> bytes:
        records = []
        while self._in.pending and not self.ended:
            with suppress(ssl.SSLWantReadError):
                records.append(self._tls.read(RECORD))
                self.ended = not records[-1]
        return records[0] if len(records) == 1 else b"".join(records)

    def encrypted(self, plain: bytes) -> bytes:
        """The ciphertext of these bytes after what TLS itself has to say; TlsFailed where it cannot be made.

        Before a handshake is over, and after it has failed, nobody is there to whom anything can be said.
        """
        if not (plain and self._established):
            return self._out.read()
        try:
            if len(plain) <= PIECE:
                self._tls.write(plain)
                return self._out.read()
            view = memoryview(plain)
            return b"".join(self._piece(view[at : at + PIECE]) for at in range(0, len(plain), PIECE))
        except ssl.SSLError as error:
            raise TlsFailed(f"TLS: {_reason(error)}") from None

    def _piece(self, plain: memoryview) -> bytes:
        self._tls.write(plain)
        return self._out.read()

    def closing(self) -> bytes:
        """What says that nothing more comes."""
        if self._established:
            with suppress(ssl.SSLError):  # the client's own end is not waited for
                self._tls.unwrap()
        return self._out.read()


def _reason(error: ssl.SSLError) -> str:
    return (error.reason or "unreadable").lower().replace("_", " ")
