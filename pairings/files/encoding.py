"""Text files in any of the usual encodings: one reader for report files and lists."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: The byte order mark before a text, by encoding.
MARKS = {"utf-8": b"\xef\xbb\xbf", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
#: Letters of DOS (code page 850) between two letters, where Windows-1252 has quotes, signs or nothing.
_DOS = re.compile(rb"[A-Za-z][\x81\x82\x84\x85\x87\x88\x89\x8b\x8d\x8f\x90\x93\x94\x95\x98\x99\x9b\x9d][A-Za-z]")
_NAMES = {"cp1252": "Windows-1252", "latin-1": "Latin-1", "cp850": "DOS (850)"}


@dataclass(frozen=True, slots=True)
class Letters:
    """A text with its encoding and byte order mark; `guessed` names the encoding if the file does not declare it."""

    text: str
    encoding: str
    mark: bytes = b""
    guessed: str = ""

    @property
    def example(self) -> str:
        """The first word that depends on the guess."""
        return next((word for word in re.split(r"[\s;,|]+", self.text) if not word.isascii()), "")


def letters_of(content: bytes) -> Letters:
    """Return text decoded as UTF-8 or UTF-16 by its mark or content, else by a guess. Raises UnicodeDecodeError."""
    for encoding, mark in MARKS.items():
        if content.startswith(mark) and (encoding != "utf-8" or _is_utf_8(content)):
            return Letters(content[len(mark) :].decode(encoding), encoding, mark)
    if 3 * content.count(0) > len(content):
        encoding = "utf-16-le" if content[1:2] == b"\0" else "utf-16-be"
        return Letters(content.decode(encoding), encoding)
    if _is_utf_8(content):
        return Letters(content.decode("utf-8"), "utf-8")
    for encoding in (("cp850",) if _DOS.search(content) else ()) + ("cp1252", "latin-1"):
        try:
            return Letters(content.decode(encoding), encoding, guessed=_NAMES[encoding])
        except UnicodeDecodeError:
            continue
    raise AssertionError("Latin-1 has a letter for every byte")


def _is_utf_8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
