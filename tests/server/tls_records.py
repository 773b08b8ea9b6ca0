"""The client's end of TLS 1.3 with records written one by one: as short as wanted, and with new keys at any time.

OpenSSL does the handshake and reads; the records sent are made here, since OpenSSL offers no way to do so.
"""

from __future__ import annotations

import hmac
import ssl
import tempfile
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

HANDSHAKE = 22
APPLICATION = 23
TAG = 16


class RecordWriter:
    """Writes the records of one connection with AES-GCM, from its first traffic secret on."""

    def __init__(self, secret: bytes, cipher: str) -> None:
        self._hash = cipher.rpartition("_")[2].lower()
        self._key_size = 32 if "256_GCM" in cipher else 16
        self._use(secret)

    def record(self, plain: bytes, kind: int = APPLICATION) -> bytes:
        """The plain bytes as one record."""
        header = b"\x17\x03\x03" + (len(plain) + 1 + TAG).to_bytes(2, "big")
        nonce = (self._iv ^ self._number).to_bytes(12, "big")
        self._number += 1
        return header + self._cipher.encrypt(nonce, plain + bytes([kind]), header)

    def key_update(self, *, wanted: bool = True) -> bytes:
        """A record that says that a new key follows, and whether the other side should take one too."""
        said = self.record(bytes([24, 0, 0, 1, wanted]), HANDSHAKE)
        self._use(self._expanded("traffic upd", len(self._secret)))
        return said

    def _use(self, secret: bytes) -> None:
        self._secret = secret
        self._number = 0
        self._cipher = AESGCM(self._expanded("key", self._key_size))
        self._iv = int.from_bytes(self._expanded("iv", 12), "big")

    def _expanded(self, label: str, size: int) -> bytes:
        """HKDF-Expand-Label (RFC 8446, 7.1) for what one block of the hash is enough for."""
        name = b"tls13 " + label.encode()
        info = size.to_bytes(2, "big") + bytes([len(name)]) + name + b"\0\1"
        return hmac.digest(self._secret, info, self._hash)[:size]


class TlsClient:
    """One connection without I/O. Until it is `established`, `handshake` takes what came and gives what to send."""

    def __init__(self) -> None:
        self._keys = tempfile.TemporaryDirectory()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.keylog_filename = str(Path(self._keys.name, "keys"))
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out)
        self.established = False

    def handshake(self, data: bytes = b"") -> bytes:
        """Take what came, give what is to be sent."""
        self._in.write(data)
        try:
            self._tls.do_handshake()
            self.established = True
        except ssl.SSLWantReadError:
            pass
        return self._out.read()

    def writer(self) -> RecordWriter:
        """The writer of all records from now on."""
        lines = Path(self._keys.name, "keys").read_text().splitlines()
        self._keys.cleanup()
        secret = next(line.split()[2] for line in lines if line.startswith("CLIENT_TRAFFIC_SECRET_0"))
        cipher = self._tls.cipher()
        assert cipher is not None
        return RecordWriter(bytes.fromhex(secret), cipher[0])

    def received(self, data: bytes) -> bytes:
        """The server's data in those records."""
        self._in.write(data)
        said = b""
        while True:
            try:
                part = self._tls.read(65536)
            except ssl.SSLWantReadError:
                return said
            if not part:
                return said
            said += part
