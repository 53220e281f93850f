"""The hall's own network: the addresses at which phones in it reach this computer.

If the hall is served, Kierros listens on every interface, so a change of network needs no restart. A request is
answered only under the computer's current addresses. So a foreign name that points here is refused.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from threading import Lock

import psutil  # type: ignore[import-untyped] # it brings no types
import segno
from cachetools import TTLCache, cached

#: The environment variable that enables serving the hall's network.
VARIABLE = "LAN"
ON, OFF = "on", "off"

#: Seconds for which found addresses stay valid.
FRESH = 2.0

#: An address for documentation (RFC 5737): routed like any other on the internet, and never written to.
OUTSIDE_ADDRESS = ("192.0.2.1", 9)


def addresses() -> list[str]:
    """Return the IPv4 addresses of this computer in networks, first the one most likely to be the hall's.

    Addresses of private networks come first, starting with the one that leads to the internet. Addresses that lead to
    no other computer are left out.
    """
    return list(_usable_addresses())


@cached(TTLCache(1, FRESH), lock=Lock())
def _usable_addresses() -> tuple[str, ...]:
    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    addresses = (
        each.address
        for name, of_interface in psutil.net_if_addrs().items()
        if name in up
        for each in of_interface
        if each.family == socket.AF_INET
    )
    found = sorted({ipaddress.IPv4Address(each) for each in addresses})
    outwards = _outgoing_address()
    usable = [each for each in found if not each.is_loopback and not each.is_link_local]
    return tuple(map(str, sorted(usable, key=lambda each: (not each.is_private, str(each) != outwards))))


def _outgoing_address() -> str:
    """Return the address by which this computer would reach the internet; "" if it cannot. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE_ADDRESS)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def phone_addresses(names: list[str]) -> Callable[[], list[str]]:
    """Return a function of the addresses for phones: the names if there are any, else the current addresses."""
    return (lambda: names) if names else addresses


class Hosts(list[str]):
    """ALLOWED_HOSTS: the names of the setting, then the computer's current addresses."""

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        yield from addresses()


def choose_network(option: bool | None, file: Path, ask: Callable[[], bool] | None) -> bool:
    """Return whether to serve the hall's network: by the command line or environment, the stored choice, or `ask` once.

    `file` stores the choice; the environment applies only to this start.
    """
    if option is None and (environment := os.environ.get(VARIABLE)):
        return environment == ON
    if option is None and file.exists():
        return file.read_text().strip() == ON
    if option is None and ask is None:
        return False
    answer = ask() if option is None and ask is not None else bool(option)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{ON if answer else OFF}\n")
    return answer


class Announcement:
    """Prints the address at which phones find the pages, and prints it again when it changes."""

    def __init__(
        self, say: Callable[[str], object], list_addresses: Callable[[], list[str]], port: int, scheme: str
    ) -> None:
        self._say = say
        self._where = list_addresses
        self._port = port
        self._scheme = scheme
        self._said: list[str] | None = None

    def look(self) -> None:
        """Print a changed address; nothing if it is unchanged."""
        before, now = self._said, self._where()
        if now == before:
            return
        self._said = now
        if not now:
            self._say("This computer is not connected to a network. When it is, the address for phones appears here.")
            return
        links = [f"{self._scheme}://{host}:{self._port}/" for host in now]
        others = f" (or {', '.join(links[1:])})" if links[1:] else ""
        message = f"In the hall's network: {links[0]}{others}"
        if not before:
            self._say(f"{message}\n{_terminal_qr_code(links[0])}")
        elif before[0] == now[0]:
            self._say(message)
        else:
            changed = "The network has changed. Posters with the old address no longer work."
            self._say(f"{changed} {message}\n{_terminal_qr_code(links[0])}")


def _terminal_qr_code(link: str) -> str:
    """Return the link as a QR code for the terminal."""
    drawn = StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
