"""A phone that receives push messages: it decrypts them as RFC 8291 requires of browsers."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from tests.webhook_receiver import Receiver


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def read(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Telephone:
    address: str
    own: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = b"sixteen letters!"

    @property
    def key(self) -> bytes:
        return self.own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def fields(self) -> dict[str, str]:
        """Return the fields that the phone's browser sends to the server."""
        return {"address": self.address, "key": encode(self.key), "secret": encode(self.secret)}

    def decrypt(self, body: bytes) -> bytes:
        """Decrypt by RFC 8188, section 2: salt, record size, the sender's key, and one record with its delimiter."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert (size, length) == (4096, 65)
        shared = self.own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        whole = HKDF(SHA256(), 32, self.secret, b"WebPush: info\0" + self.key + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(whole)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(whole)
        plain = AESGCM(key).decrypt(nonce, record, None)
        assert plain.endswith(b"\x02")
        return plain[:-1]

    def shows(self, receiver: Receiver) -> list[dict[str, str]]:
        """Return the decrypted messages of the phone's push service, in order of arrival."""
        return [json.loads(self.decrypt(body.encode(errors="surrogateescape"))) for _headers, body in receiver.got]


def claims(authorization: str) -> dict[str, object]:
    """Return the claims that a push service reads from a valid signature (RFC 8292)."""
    kind, _space, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read(parts["k"]))
    assert kind == "vapid"
    return dict(jwt.decode(parts["t"], ECKey.import_key(public), algorithms=["ES256"]).claims)
