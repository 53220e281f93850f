"""Ids that the world sees: short for what anybody may see, long and hashed for what grants something."""

import hashlib
import hmac
import secrets

#: Digits and letters without 0, 1, i, l, o and u, which people misread on paper.
ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
#: Letters of a secret that people can type: 30 ** 27 is more than 2 ** 132.
LETTERS_TYPED = 27


LENGTH = 8

#: Random bytes as letters of ALPHABET, each as often as any other: the few bytes that are too many are left out.
_LETTERS = bytes(ord(ALPHABET[byte % len(ALPHABET)]) for byte in range(256))
_TOO_MANY = bytes(range(256 - 256 % len(ALPHABET), 256))


def public_id() -> str:
    """Eight characters of ALPHABET: short enough for a slip, and unique by constraint."""
    return public_ids(1)[0]


def public_ids(count: int) -> list[str]:
    """So many of them by one draw."""
    drawn = b""
    while len(drawn) < count * LENGTH:
        drawn += secrets.token_bytes(count * LENGTH + LENGTH).translate(_LETTERS, _TOO_MANY)
    text = drawn.decode()
    return [text[start : start + LENGTH] for start in range(0, count * LENGTH, LENGTH)]


def seed() -> str:
    """From which lots are drawn: 64 bits in hexadecimal, stored with what they decide, so that all draw the same."""
    return secrets.token_hex(8)


def secret() -> str:
    """A secret of 256 bits for links and tokens; only its hash is stored."""
    return secrets.token_urlsafe(32)


def typed_secret(seed: str, *parts: str) -> str:
    """A secret of 132 bits in letters of ALPHABET that people can type, the same for the same secret `seed`."""
    left = int.from_bytes(hmac.digest(seed.encode(), " ".join(parts).encode(), "sha256"))
    found = ""
    for _ in range(LETTERS_TYPED):
        left, at = divmod(left, len(ALPHABET))
        found += ALPHABET[at]
    return found


def secret_hash(value: str) -> str:
    """SHA-256 in hexadecimal. A random secret of 256 bits needs no slow hash."""
    return hashlib.sha256(value.encode()).hexdigest()
