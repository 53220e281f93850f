"""Serve static files to browsers: a style sheet with its imported sheets inserted, and a hash of the content."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

#: The import of a sheet in the same folder.
_IMPORT = re.compile(rb'@import "([-\w]+\.css)";')


def whole(path: Path) -> bytes:
    """Return the content of a static file. A style sheet includes all its imports, so it takes one request."""
    content = path.read_bytes()
    if path.suffix != ".css":
        return content
    return _IMPORT.sub(lambda found: whole(path.with_name(found[1].decode())), content)


@lru_cache(maxsize=64)
def mark(path: Path) -> str:
    """Return a hash of the content of a static file, with its imports."""
    return blake2b(whole(path), digest_size=6).hexdigest()
