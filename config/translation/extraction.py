"""Finds every message for people, in programs and templates, with the comments for translators."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from babel.messages.extract import extract
from django.utils.translation.template import templatize

from config.translation.areas import AREAS, ROOT, area_of
from config.translation.contexts import CONTEXTS

#: The functions that mark messages in the source, and which of their arguments is the message; `c` is a context. The
#: pure packages have three of the same names, in `pairings.wording.mark`.
MARKS: Mapping[str, tuple[Any, ...] | None] = MappingProxyType(
    {
        **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
        **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
        **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
        **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
    }
)
#: Folders with messages for people.
FOLDERS = ("config", "server", "paper", "pictures", "pairings", "standings", "tournaments", "templates")
#: The beginning of a comment for translators.
FOR_TRANSLATORS = "Translators:"

#: A message: its text, or its singular and plural forms; and its context.
Message = tuple[str | tuple[str, ...], str | None]


class MessageUse(NamedTuple):
    """The use of a message: its places, and the comments for its translators."""

    sources: list[str]
    comments: list[str]

    @property
    def area(self) -> str:
        places = {area_of(source) for source in self.sources}
        return next(area for area in AREAS if area in places)


def find_messages() -> dict[Message, MessageUse]:
    """Return every message of the program, in the order of sources and lines."""
    messages: dict[Message, MessageUse] = {}
    for source in _sources():
        for message, comments in _messages_of(source):
            found = messages.setdefault(message, MessageUse([], _of_context(message[1])))
            found.sources.extend({source}.difference(found.sources))
            found.comments.extend(comment for comment in comments if comment not in found.comments)
    return messages


def _of_context(context: str | None) -> list[str]:
    return [CONTEXTS[context]] if context and context in CONTEXTS else []


def _sources() -> Iterator[str]:
    for folder in FOLDERS:
        for path in sorted(path for kind in ("*.py", "*.html", "*.txt") for path in (ROOT / folder).rglob(kind)):
            yield path.relative_to(ROOT).as_posix()


def _messages_of(source: str) -> Iterator[tuple[Message, list[str]]]:
    content = (ROOT / source).read_text()
    if source.endswith(".py"):
        if "gettext" not in content:
            return
    else:
        code = templatize(content, origin=source)
        content = re.sub(r"^\s+", "", code, flags=re.MULTILINE)  # indentation is significant in Python
    file = io.BytesIO(content.encode())
    found = extract("python", file, keywords=MARKS, comment_tags=[FOR_TRANSLATORS], strip_comment_tags=True)
    for _line, text, comments, context in found:
        yield (text, context), comments
