"""The codes of problem documents (RFC 9457), which programs go by, and where each is explained."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

CONTENT_TYPE = "application/problem+json"
#: The same with what a program has to be told to read the text of it right.
IN_UTF_8 = f"{CONTENT_TYPE}; charset=utf-8"
#: The page that explains the codes, an anchor each.
GUIDE = "/api/v1/guide"


def document(status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    """A problem document; `detail` is a sentence for people."""
    return {
        "type": f"{GUIDE}#{code}",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "code": code,
        "detail": detail,
        **more,
    }
