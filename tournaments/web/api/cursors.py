"""The cursor of a feed of several tournaments, as programs send it back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.core.journal import feed
from tournaments.web.api.reading import InvalidValue, Text

_CURSOR = re.compile(r"(?:[0-9a-f]{1,15}\.[0-9a-f]{1,15}(?:~|$))*")


@dataclass(frozen=True, slots=True)
class CursorOfAll(Text):
    """The position in each tournament's feed, by the tournament's key. Its format is private: clients send it back."""

    def read(self, text: str) -> Mapping[int, int]:
        if text == feed.NOTHING:
            return {}
        if not 0 < len(text) <= self.longest or not _CURSOR.fullmatch(text) or text.endswith("~"):
            raise InvalidValue(_("Invalid cursor. Use `cursor` from the previous answer."))
        return feed.read_cursor(text)


CURSOR_OF_ALL = CursorOfAll("cursor", "The `cursor` of the last answer; 0 or none returns everything.", longest=20_000)
