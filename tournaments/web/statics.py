"""Static files as browsers get them: a style sheet with the sheets that it imports in it, and a mark of the content."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

#: The import of a sheet that lies beside the one that imports it.
_IMPORT = re.compile(rb'@import "([-\w]+\.css)";')


def whole(path: Path) -> bytes:
    """The content of a static file. A style sheet takes one request, with all that it imports."""
    content = path.read_bytes()
    if path.suffix != ".css":
        return content
    return _IMPORT.sub(lambda found: whole(path.with_name(found[1].decode())), content)


@lru_cache(maxsize=64)
def mark(path: Path) -> str:
    """Letters that change with the content of a static file, and with that of what it imports."""
    return blake2b(whole(path), digest_size=6).hexdigest()
