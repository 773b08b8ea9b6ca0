"""The hash of a certificate's public key, which stays when the certificate is renewed.

Knows certificates as far as their key. Refuses to know where one comes from, and whether it is trusted.
"""

from __future__ import annotations

import hashlib

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def spki_hash(certificate: bytes) -> bytes:
    """SHA-256 of the SubjectPublicKeyInfo of a certificate in DER."""
    key = x509.load_der_x509_certificate(certificate).public_key()
    return hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
