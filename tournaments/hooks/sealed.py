"""A message for one browser: sealed so that nobody on the way reads it, and signed by the server's own key.

What is sealed follows RFC 8291 and RFC 8188 (one record, `aes128gcm`), the signature RFC 8292 (VAPID). The server's key
is made of its secret key and stored nowhere: a copy of the database cannot send anything to anybody.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils.crypto import salted_hmac
from joserfc import jwt
from joserfc.jwk import ECKey

#: Bytes of a point of the curve P-256, and of the secret that a browser gives with it.
POINT, SECRET = 65, 16
#: How many keys the curve has (SEC 2, section 2.4.2).
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
#: The size of a record: what push services take at most (RFC 8291, section 4).
_RECORD = 4096
#: For how long a signature holds; a day is the most that push services take (RFC 8292, section 2).
_LASTING = timedelta(hours=12)
_MADE_FOR = "tournaments.hooks.sealed"


def is_point(key: bytes) -> bool:
    """Whether these bytes are a point of the curve, as browsers write theirs."""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key)
    except ValueError:
        return False
    return len(key) == POINT


def sealed(message: bytes, key: bytes, secret: bytes) -> bytes:
    """The message as a body that only the browser opens whose key and secret these are."""
    return _sealed(message, key, secret, generate_private_key(SECP256R1()), secrets.token_bytes(16))


def _sealed(message: bytes, key: bytes, secret: bytes, own: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    theirs = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key)
    public = _encoded(own)
    about = b"WebPush: info\0" + key + public
    shared = HKDF(SHA256(), 32, salt=secret, info=about).derive(own.exchange(ECDH(), theirs))
    content_key = HKDF(SHA256(), 16, salt=salt, info=b"Content-Encoding: aes128gcm\0").derive(shared)
    nonce = HKDF(SHA256(), 12, salt=salt, info=b"Content-Encoding: nonce\0").derive(shared)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([POINT]) + public
    return head + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)  # 2: the last record


def public_key() -> str:
    """The server's key as a browser asks for it when it subscribes."""
    return written(_encoded(_own()))


def signature(address: str, origin: str, now: datetime) -> str:
    """The header that tells a push service who sends: it holds for that service alone, and for half a day."""
    parts = urlsplit(address)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + _LASTING).timestamp()),
        "sub": origin,
    }
    token = jwt.encode({"alg": "ES256", "typ": "JWT"}, claims, ECKey.import_key(_own()), algorithms=["ES256"])
    return f"vapid t={token}, k={public_key()}"


def _own() -> EllipticCurvePrivateKey:
    made = int.from_bytes(salted_hmac(_MADE_FOR, "key", algorithm="sha512").digest(), "big")
    return derive_private_key(made % (_ORDER - 1) + 1, SECP256R1())


def _encoded(key: EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def written(data: bytes) -> str:
    """Bytes as browsers write them in addresses and headers."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def read(text: str) -> bytes:
    """Those bytes again. Raises ValueError."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
