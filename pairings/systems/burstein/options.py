"""The options of the Burstein system, and its article numbers."""

from __future__ import annotations

from dataclasses import dataclass

from pairings.swiss.rules.editions import Edition
from pairings.swiss.rules.single import Code, OneEdition, edition, presets

BOOK = "C.04.4.2"
EDITION = edition(BOOK, "burstein")
CODE = Code("BURSTEIN", "Burstein")


@dataclass(frozen=True, slots=True)
class Options(OneEdition):
    @property
    def book(self) -> Edition:
        """The rules."""
        return EDITION


PRESETS = presets(Options)
