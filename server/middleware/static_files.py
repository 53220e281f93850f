"""Serve static files compressed if the client accepts it; our own are minified. Each is prepared once per process.

Our own style sheets and scripts are sent without comments and indentation, a sixth smaller when compressed. Only files
laid out by a formatter are minified: a comment is on its own line, or after a blank at the end of a line; no string
spans several lines. `tests/server/test_static_files.py` checks this for every file of ours.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import BinaryIO, cast

import brotli  # type: ignore[import-untyped] # it brings no types
from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from tournaments.web.statics import whole

Respond = Callable[[HttpRequest], HttpResponseBase]

#: File types that compression makes smaller; pictures and fonts are already compressed.
_KINDS = ("text/", "application/json", "image/svg+xml")

#: Functions by encoding, the most compact one first.
_PACKERS: Mapping[str, Callable[[bytes], bytes]] = MappingProxyType(
    {"br": brotli.compress, "gzip": lambda content: gzip.compress(content, 6, mtime=0)}
)

_BLOCK_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_LINE_COMMENT = re.compile(rb"(?m)(^|\s)//\s.*$")
_TEXT_OR_SIGN = re.compile(rb"""("[^"]*"|'[^']*')|\s*([{};,])\s*""")


def style(content: bytes) -> bytes:
    """Return a minified style sheet. Blanks around the signs between rules have no meaning."""
    close = _TEXT_OR_SIGN.sub(lambda found: found[1] or found[2], _BLOCK_COMMENT.sub(b"", content))
    return b"\n".join(_lines(close.replace(b";}", b"}")))


def script(content: bytes) -> bytes:
    """Return a minified script. Line ends stay: some of them end a statement."""
    return b"\n".join(_lines(_LINE_COMMENT.sub(b"", _BLOCK_COMMENT.sub(b"", content))))


def _lines(content: bytes) -> list[bytes]:
    return [line for each in content.split(b"\n") if (line := each.strip())]


#: Only our own files, whose layout is known.
_SHORTENERS: Mapping[str, Callable[[bytes], bytes]] = MappingProxyType({"text/css": style, "text/javascript": script})


def serve_packed(respond: Respond) -> Respond:
    """Return middleware around WhiteNoise. A partial file, and an answer without a file, is sent unchanged."""
    cache: dict[tuple[str, str], bytes] = {}

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        if not isinstance(response, FileResponse) or not request.path_info.startswith(settings.STATIC_URL):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        accepted = request.headers.get("Accept-Encoding", "")
        takes = next((name for name in _PACKERS if name in accepted), None)
        whole = response.status_code == HTTPStatus.OK and request.method == "GET"
        if takes is None or not whole or not response["Content-Type"].startswith(_KINDS):
            return response
        if (request.path_info, takes) not in cache:
            cache[request.path_info, takes] = _PACKERS[takes](_short(request.path_info, response))
        cast(BinaryIO, response.file_to_stream).close()  # do not close the response: its content is sent in another one
        content = cache[request.path_info, takes]
        headers = {**response.headers, "Content-Encoding": takes, "Content-Length": str(len(content))}
        return HttpResponse(content, headers=headers)

    return answer


def _short(path: str, response: FileResponse) -> bytes:
    content = b"".join(response)
    shorten = _SHORTENERS.get(response["Content-Type"].partition(";")[0])
    own = settings.BASE_DIR / "static" / path.removeprefix(settings.STATIC_URL)
    return shorten(whole(own)) if own.is_file() and shorten is not None else content
