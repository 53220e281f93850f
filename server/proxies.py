"""The client of a request that came through proxies.

A proxy adds the address of its client at the right end of X-Forwarded-For; anything further left is unproven and may
come from any client. So the list is read from the right, as far as trusted proxies wrote it. Later code does not see
the entries of others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse

Network = IPv4Network | IPv6Network


def networks(listed: Iterable[str], *, of: str = "TRUSTED_PROXIES") -> tuple[Network, ...]:
    """Return the addresses and networks of a setting. Raises ImproperlyConfigured."""
    try:
        return tuple(ip_network(text.strip(), strict=False) for text in listed)
    except ValueError as error:
        raise ImproperlyConfigured(f"{of} lists addresses and networks, 10.0.0.0/8 say: {error}") from error


def visitor(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """Return the visitor's address: the rightmost one that is not a trusted proxy's, or the last readable one."""
    address = peer
    for entry in reversed(forwarded.split(",")):
        if not _is_in(address, trusted):
            break
        if (before := _address(entry)) is None:
            break
        address = before
    return address


@lru_cache(maxsize=1024)
def is_proxy(peer: str, trusted: tuple[Network, ...]) -> bool:
    """Return whether an address is trusted to report other addresses."""
    return _is_in(peer, trusted)


def _address(entry: str) -> str | None:
    """Return an address without the port that some proxies add, and IPv4 in its plain form; None if it is invalid."""
    text = entry.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return str(found.ipv4_mapped or found) if isinstance(found, IPv6Address) else str(found)


def _is_in(address: str, trusted: Sequence[Network]) -> bool:
    plain = _address(address)
    return plain is not None and any(ip_address(plain) in network for network in trusted)


class ThroughProxies:
    """The first middleware: REMOTE_ADDR becomes the visitor's; forwarded headers from untrusted clients are dropped."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        peer = request.META.get("REMOTE_ADDR", "")
        forwarded = request.META.pop("HTTP_X_FORWARDED_FOR", "")
        if _is_in(peer, settings.TRUSTED_PROXIES):
            request.META["REMOTE_ADDR"] = visitor(peer, forwarded, settings.TRUSTED_PROXIES)
        else:
            request.META.pop("HTTP_X_FORWARDED_PROTO", None)
        return self.get_response(request)
