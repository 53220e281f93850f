"""Answers of the API as JSON."""

from __future__ import annotations

from collections.abc import Mapping

import orjson
from rest_framework.renderers import JSONRenderer

#: What the framework's encoder spells in its own way is left to it.
_AS_ENCODER_DOES = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
#: Ends of lines to JavaScript, which JSON may have in texts and the framework escapes.
_ESCAPES = {"\u2028".encode(): rb"\u2028", "\u2029".encode(): rb"\u2029"}


class FastJSONRenderer(JSONRenderer):
    """The framework's JSON, written in a third of the time.

    Indented JSON and what orjson refuses, such as numbers of more than 64 bits, are left to the framework.
    """

    def render(
        self, data: object, accepted_media_type: str | None = None, renderer_context: Mapping[str, object] | None = None
    ) -> bytes:
        if data is None or self.get_indent(accepted_media_type or "", renderer_context or {}) is not None:
            return super().render(data, accepted_media_type, renderer_context)
        try:
            written = orjson.dumps(data, default=self.encoder_class().default, option=_AS_ENCODER_DOES)
        except TypeError:
            return super().render(data, accepted_media_type, renderer_context)
        for plain, escaped in _ESCAPES.items():
            written = written.replace(plain, escaped)
        return written
