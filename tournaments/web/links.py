"""Write links that are opened on other devices: on a phone in the hall, or by a person with an invitation."""

from __future__ import annotations

from io import BytesIO

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString

#: The names by which a computer refers to itself.
ITSELF = frozenset({"127.0.0.1", "localhost", "[::1]"})


def link(request: HttpRequest, path: str) -> str:
    """Return the URL of a page for use on another computer.

    At the server's own computer the host name of a request works nowhere else. Then the URL has the computer's address
    in the hall's network, if the server listens there.
    """
    name, port = _parts(request)
    hall = settings.LAN_ADDRESSES()
    if name not in ITSELF or not hall:
        return request.build_absolute_uri(path)
    return f"{request.scheme}://{hall[0]}{port}{path}"


def is_only_here(request: HttpRequest) -> bool:
    """Return whether such a link works only on this computer."""
    return _parts(request)[0] in ITSELF and not settings.LAN_ADDRESSES()


def _parts(request: HttpRequest) -> tuple[str, str]:
    """Return the host name in the request, and the port with its colon."""
    host = request.get_host()
    name = host[: host.index("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return name, host[len(name) :]


def svg(text: str) -> SafeString:
    """Return a text as a QR code for a page: dark on light in every colour scheme, as scanners need it."""
    code = segno.make(text, error="m", micro=False)
    return SafeString(code.svg_inline(omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None))


def svg_file(text: str) -> bytes:
    """Return a text as a QR code in an SVG file, for a page that is cached for all host names of the server."""
    file = BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(file, kind="svg", xmldecl=False, omitsize=True, dark="#000", light="#fff", border=2)
    return file.getvalue()
