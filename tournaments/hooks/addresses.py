"""Where webhooks may go: to public addresses, and to what the server's owner allows beside them.

A name says nothing about where it leads, and may lead elsewhere a moment later. So an address is looked at twice: as it
is written, when somebody sets it, and as what its name stands for at the moment in which a connection is opened, which
then goes to that very number (`tournaments.hooks.posting`).
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

LONGEST = 500
#: Networks of IPv6 in whose addresses one of IPv4 stands, at the end: RFC 6052, and RFC 4291 of old.
_WITH_IPV4 = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"))
#: What Python takes for public and is not: local translation (RFC 8215), and sites of old (RFC 3879).
_NEVER = (IPv6Network("64:ff9b:1::/48"), IPv6Network("fec0::/10"))


class NotAnAddress(ValueError):
    """The text is no address of a webhook; it says why."""


def check(text: str, *, longest: int = LONGEST) -> str:
    """The address of a webhook, or of a telephone, as somebody wrote it. Raises NotAnAddress."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise NotAnAddress(_("This is no address. Write one like https://example.org/kierros.")) from error
    schemes = ("https", "http") if settings.WEBHOOK_HTTP else ("https",)
    if parts.scheme not in schemes or not parts.hostname or port == 0 or not _is_plain(text):
        raise NotAnAddress(
            _("Write an address that begins with https:// and has no spaces: https://example.org/kierros.")
        )
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise NotAnAddress(_("Write the address without a name, a password or a # in it."))
    if len(text) > longest:
        raise NotAnAddress(_("No address is longer than {most} characters.").format(most=longest))
    number = as_number(parts.hostname)
    if number is not None and not is_allowed(number):
        raise NotAnAddress(
            _("This address is in a network that is not public. Its server must be reached by everybody.")
        )
    return text


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable() and not set(text) & set(' "<>\\^`{|}')


def as_number(host: str) -> IPv4Address | IPv6Address | None:
    """A host that is written as a number; None for a name, and for numbers that only some programs take for one."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_allowed(number: IPv4Address | IPv6Address) -> bool:
    """Whether a webhook may go there."""
    found = _meant(number)
    return _is_public(found) or any(found in network for network in settings.WEBHOOK_NETWORKS)


def _is_public(number: IPv4Address | IPv6Address) -> bool:
    never = any(number in network for network in _NEVER)
    return number.is_global and not number.is_multicast and not number.is_reserved and not never


def _meant(number: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The address of IPv4 for one of IPv6 that stands for it."""
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
