"""Collects every message that people read: Django's command, told where the program's own words are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

#: Folders whose words nobody reads in a language of theirs.
IGNORED = (".venv", "var", "tests", "benchmarks")
#: The functions that mark a message where it is written, and which of their arguments it is; `c` is a context.
#: The pure packages have three of them, of the same names, in `pairings.wording.mark`.
MARKS: Mapping[str, tuple[Any, ...] | None] = MappingProxyType(
    {
        **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
        **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
        **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
        **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
    }
)


class Command(makemessages.Command):
    help = "Collect every message for translation into locale/ (needs GNU gettext)."

    def handle(self, *args: Any, **options: Any) -> Any:
        for folder in settings.LOCALE_PATHS:
            folder.mkdir(exist_ok=True)
        options["ignore_patterns"] = [*(options["ignore_patterns"] or ()), *IGNORED]
        options["add_location"] = options["add_location"] or "file"
        return super().handle(*args, **options)
