"""Links that are opened elsewhere: by a telephone in the hall, by somebody with an invitation."""

from __future__ import annotations

from io import BytesIO

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString

#: Names of a computer for itself.
ITSELF = frozenset({"127.0.0.1", "localhost", "[::1]"})


def link(request: HttpRequest, path: str) -> str:
    """The address of a page of ours for somebody at another computer.

    A person at the server's own computer calls it by a name that leads others nowhere: then it is the one that it
    has in the hall's network, if that is served.
    """
    name, port = _parts(request)
    hall = settings.LAN_ADDRESSES()
    if name not in ITSELF or not hall:
        return request.build_absolute_uri(path)
    return f"{request.scheme}://{hall[0]}{port}{path}"


def is_only_here(request: HttpRequest) -> bool:
    """Return whether that address works only on this computer."""
    return _parts(request)[0] in ITSELF and not settings.LAN_ADDRESSES()


def _parts(request: HttpRequest) -> tuple[str, str]:
    """The name by which the request calls this computer, and the port with its colon."""
    host = request.get_host()
    name = host[: host.index("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return name, host[len(name) :]


def svg(text: str) -> SafeString:
    """A text as a QR code for a page: dark on light in every colour scheme, as readers of it want it."""
    code = segno.make(text, error="m", micro=False)
    return SafeString(code.svg_inline(omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None))


def svg_file(text: str) -> bytes:
    """The same as a file of its own, for a page that is kept for every name by which its server is called."""
    file = BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(file, kind="svg", xmldecl=False, omitsize=True, dark="#000", light="#fff", border=2)
    return file.getvalue()
