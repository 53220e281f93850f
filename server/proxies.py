"""The client of a request that came through proxies.

A proxy writes the address it was asked from at the right end of X-Forwarded-For; anything further left is unproven and
may come from any client. So the list is read from the right, and only as long as proxies of the setting wrote it. Code
after this does not see what others write there.
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
    """The addresses and networks of a setting. Raises ImproperlyConfigured."""
    try:
        return tuple(ip_network(text.strip(), strict=False) for text in listed)
    except ValueError as error:
        raise ImproperlyConfigured(f"{of} lists addresses and networks, 10.0.0.0/8 say: {error}") from error


def visitor(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """The address of the visitor: the rightmost one that no trusted proxy has, or the last that can be read."""
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
    """Return whether an address is trusted in what it says about other addresses."""
    return _is_in(peer, trusted)


def _address(entry: str) -> str | None:
    """An address without the port that some proxies add, and IPv4 in its plain form; None if it is none."""
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
    """Middleware, the first: REMOTE_ADDR becomes the visitor's; forwarded headers of others than ours are dropped."""

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
