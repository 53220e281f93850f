"""Styles and scripts of our own without comments and indentation, a sixth smaller when packed.

Only files that a formatter has laid out are shortened: a comment has its own line, or is behind a blank at the end
of one; no text runs over several lines. `tests/server/test_static_files.py` holds this for every file of ours.
"""

from __future__ import annotations

import re

_BLOCK_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_LINE_COMMENT = re.compile(rb"(?m)(^|\s)//\s.*$")
_TEXT_OR_SIGN = re.compile(rb"""("[^"]*"|'[^']*')|\s*([{};,])\s*""")


def style(content: bytes) -> bytes:
    """A style sheet. Blanks around the signs between rules mean nothing."""
    close = _TEXT_OR_SIGN.sub(lambda found: found[1] or found[2], _BLOCK_COMMENT.sub(b"", content))
    return b"\n".join(_lines(close.replace(b";}", b"}")))


def script(content: bytes) -> bytes:
    """A script. The ends of lines stay: some of them end a statement."""
    return b"\n".join(_lines(_LINE_COMMENT.sub(b"", _BLOCK_COMMENT.sub(b"", content))))


def _lines(content: bytes) -> list[bytes]:
    return [line for each in content.split(b"\n") if (line := each.strip())]
