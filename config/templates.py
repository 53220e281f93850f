"""Templates are written with one tag a line, for people; this white space is not sent to browsers.

A browser removes white space beside block-level tags and collapses any other to one space (CSS Text Module Level 3,
4.1.1: Phase I). The same is done here, once for each template, when it is loaded. Nothing within a line is removed.
"""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

_BLOCK_LEVEL = (
    "html|head|body|title|meta|link|script|style|div|p|section|article|header|footer|nav|main|aside|form|fieldset|legend|"
    "table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td|ul|ol|li|dl|dt|dd|details|summary|h[1-6]|option|optgroup|hr|"
    "figure"
)
_TAG = rf"</?(?:{_BLOCK_LEVEL})\b(?:{{%[^%]*%}}|{{{{[^}}]*}}}}|\"[^\"]*\"|'[^']*'|[^<>\"'{{])*>"
#: Template tags that print nothing themselves.
_SILENT = (
    r"{%\s*(?:(?:if|elif|else|endif|for|empty|endfor|with|endwith|partialdef|endpartialdef|block|endblock|csrf_token)\b[^%]*"
    r"|\w+\b[^%]*\sas\s+\w+\s*)%}"
)
#: Elements whose content is shown or run exactly as written.
_AS_WRITTEN = re.compile(r"(<(?:pre|textarea|script|style)\b.*?</(?:pre|textarea|script|style)>)", re.DOTALL)
_LINE_BREAK = re.compile(r"[ \t]*\n\s*")
_BESIDE_A_TAG = re.compile(rf"\n(?={_TAG})|(?<=[\w\"'}}])\n(?=>)|({_TAG})\n", re.DOTALL)
_BETWEEN_TAGS = re.compile(rf"({_TAG})((?:\n?{_SILENT})+)\n?(?={_TAG})", re.DOTALL)


def without_white_space(source: str) -> str:
    """Return a template's source without the line breaks and indentation that a browser would remove or collapse."""
    parts = _AS_WRITTEN.split(source)
    parts[::2] = [_trim(part) for part in parts[::2]]
    return "".join(parts)


def _trim(source: str) -> str:
    source = _LINE_BREAK.sub("\n", source)
    source = _BETWEEN_TAGS.sub(lambda found: found[1] + found[2].replace("\n", ""), source)
    return _BESIDE_A_TAG.sub(lambda found: found[1] or "", source).replace("\n", " ")


class Loader(filesystem.Loader):
    """The project's templates without unnecessary white space."""

    def get_contents(self, origin: Origin) -> str:
        return without_white_space(super().get_contents(origin))
