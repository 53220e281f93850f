"""Posts a message: one POST to a checked IP address, within limits of time and size, and nowhere else.

The host name is resolved when a connection is opened. All of its IP addresses must be allowed, and the connection goes
to one of them. An open connection stays where it is. Redirects count as answers and are not followed.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from django.conf import settings
from django.utils.translation import gettext as _

from tournaments.models import Delivery
from tournaments.webhooks.attempts import SECONDS, AttemptResult

LONGEST = 500
#: IPv6 networks whose addresses end with an IPv4 address: RFC 6052, and formerly RFC 4291.
_WITH_IPV4 = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"))
#: Networks that Python wrongly treats as public: local translation (RFC 8215), and former site-local ones (RFC 3879).
_NEVER = (IPv6Network("64:ff9b:1::/48"), IPv6Network("fec0::/10"))


_LOOPBACK = IPv4Address("127.0.0.1")


class NotAnAddress(ValueError):
    """An invalid address of a webhook; the text says why."""


def check(text: str, *, longest: int = LONGEST) -> str:
    """Return the address of a webhook, or of a phone, if it is valid. Raises NotAnAddress."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise NotAnAddress(_("Not a valid address. Enter one such as https://example.org/kierros.")) from error
    schemes = ("https", "http") if settings.WEBHOOK_HTTP else ("https",)
    if parts.scheme not in schemes or not parts.hostname or port == 0 or not _is_plain(text):
        raise NotAnAddress(_("Enter an address that starts with https:// and has no spaces"))
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise NotAnAddress(_("Enter the address without a name, a password or a #."))
    if len(text) > longest:
        raise NotAnAddress(_("The address is too long. The limit is {most} characters.").format(most=longest))
    number = _LOOPBACK if _is_localhost(parts.hostname) else as_number(parts.hostname)
    if number is not None and not is_allowed(number):
        raise NotAnAddress(_("This address is in a private network. Enter a public address."))
    return text


def _is_localhost(host: str) -> bool:
    """Return whether a name means the computer itself (RFC 6761, section 6.3)."""
    return f".{host}".rstrip(".").endswith(".localhost")


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable() and not set(text) & set(' "<>\\^`{|}')


def as_number(host: str) -> IPv4Address | IPv6Address | None:
    """Return a host that is written as a number; None for a name, and for numbers that only some programs accept."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_allowed(number: IPv4Address | IPv6Address) -> bool:
    """Return whether a webhook may go to an IP address."""
    found = _embedded_ipv4(number)
    return _is_public(found) or any(found in network for network in settings.WEBHOOK_NETWORKS)


def _is_public(number: IPv4Address | IPv6Address) -> bool:
    never = any(number in network for network in _NEVER)
    return number.is_global and not number.is_multicast and not number.is_reserved and not never


def _embedded_ipv4(number: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the IPv4 address that an IPv6 address stands for; otherwise the same address."""
    if isinstance(number, IPv4Address):
        return number
    if number.ipv4_mapped is not None:
        return number.ipv4_mapped
    if number.sixtofour is not None:
        return number.sixtofour
    if number.teredo is not None:
        return number.teredo[1]
    if any(number in network for network in _WITH_IPV4) and number not in (IPv6Address("::"), IPv6Address("::1")):
        return IPv4Address(int(number) & 0xFFFF_FFFF)
    return number


#: Seconds for an attempt until the part to read of the answer has arrived, and for its connection.
TIMEOUT, CONNECTING = float(SECONDS), 5.0
#: Bytes of an answer to read, and characters to store; headers have the limits of `aiohttp`.
MOST_BYTES, MOST_CHARACTERS = 4096, 300
#: The maximum number of messages sent at once.
AT_ONCE = 500
#: Seconds for which a connection waits for the next message.
KEEP_ALIVE = 20.0


class NotPublic(OSError):
    """The address leads to a network that no webhook may use."""


class Numbers(AbstractResolver):
    """Resolves a name to its IP addresses, if all of them are allowed."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, family=family, type=socket.SOCK_STREAM)
        numbers = list(dict.fromkeys(str(address[0]) for _family, _type, _proto, _name, address in found))
        if not numbers or not all(is_allowed(ip_address(number)) for number in numbers):
            raise NotPublic(host)
        return [
            {
                "hostname": host,
                "host": number,
                "port": port,
                "family": socket.AF_INET6 if ":" in number else socket.AF_INET,
                "proto": 0,
                "flags": socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            }
            for number in numbers
        ]

    async def close(self) -> None:
        """Do nothing: no resource is open."""


def _socket(found: Any) -> socket.socket:
    """Return the socket of a connection that is about to be opened. This is the last check of its address."""
    family, kind, protocol, _name, address = found
    if not is_allowed(ip_address(str(address[0]))):
        raise NotPublic(address[0])
    connection = socket.socket(family, kind, protocol)
    connection.setblocking(False)
    return connection


class Poster:
    """Posts messages, as many at once as there are connections; belongs to one event loop."""

    def __init__(self, *, timeout: float = TIMEOUT, connecting: float = CONNECTING) -> None:
        connector = aiohttp.TCPConnector(
            resolver=Numbers(),
            use_dns_cache=False,
            limit=AT_ONCE,
            keepalive_timeout=KEEP_ALIVE,
            socket_factory=_socket,
        )
        self._session = aiohttp.ClientSession(
            connector=connector,
            timeout=aiohttp.ClientTimeout(total=timeout, sock_connect=connecting),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
        )
        self._places = asyncio.Semaphore(AT_ONCE)

    async def post(self, address: str, headers: Mapping[str, str], body: bytes) -> AttemptResult:
        """Send a message once. Every outcome becomes an answer."""
        async with self._places:  # a place is waited for without its time running
            return await self._post(address, headers, body)

    async def _post(self, address: str, headers: Mapping[str, str], body: bytes) -> AttemptResult:
        began = time.monotonic()
        status, fault, text = None, "", ""
        try:
            async with self._session.post(address, data=body, headers=headers, allow_redirects=False) as answer:
                text = (await _beginning(answer)).decode(errors="replace").replace("\0", "")[:MOST_CHARACTERS]
                status = answer.status
        except NotPublic:
            fault = Delivery.Fault.NOT_PUBLIC
        except TimeoutError:
            fault = Delivery.Fault.TIMEOUT
        except (aiohttp.ClientSSLError, aiohttp.ClientConnectorCertificateError):
            fault = Delivery.Fault.CERTIFICATE
        except (aiohttp.ClientError, OSError, ValueError) as error:
            fault = Delivery.Fault.NOT_PUBLIC if _is_not_public(error) else Delivery.Fault.UNREACHABLE
        return AttemptResult(status, str(fault), text, round((time.monotonic() - began) * 1000))

    async def close(self) -> None:
        await self._session.close()


async def _beginning(answer: aiohttp.ClientResponse) -> bytes:
    """Return the first bytes of an answer; the rest of a longer one is not read, and its connection is not reused."""
    found = b""
    while len(found) < MOST_BYTES:
        piece = await answer.content.read(MOST_BYTES - len(found))
        if not piece:
            return found
        found += piece
    answer.close()
    return found


def _is_not_public(error: BaseException) -> bool:
    """Return whether NotPublic is the cause of an error of the client."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, NotPublic) or isinstance(getattr(cause, "os_error", None), NotPublic):
            return True
        cause = cause.__cause__
    return False
