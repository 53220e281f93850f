"""The system and options that a report file names: its records 192 and 092.

Record 192 is a code. Record 092 is free text, in which the words and the name of a known system count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pairings import options as system_options
from pairings.files.trf.comments.own import KierrosComment, own_in
from pairings.files.trf.records import TrfDocument
from pairings.system import System
from pairings.systems import SYSTEMS

#: Some programs write the code of record 192 into record 092.
_IS_CODE = re.compile(r"[A-Z0-9]+(?:_[A-Z0-9]+)+").fullmatch

#: The year of an edition in a code.
_YEAR = re.compile(r"_20\d\d(?=_|$)")


class UnknownSystem(ValueError):
    """A file names an unknown system or edition. `system_name` is its text."""

    def __init__(self, name: str, message: str = "") -> None:
        super().__init__(message or f"{name}: this pairing system is not here; there are {', '.join(SYSTEMS)}.")
        self.system_name = name


@dataclass(frozen=True, slots=True)
class DeclaredSystem:
    """A system, with its options that the file names."""

    system: System
    options: Mapping[str, Any] = field(default_factory=dict)


def system_in(document: TrfDocument) -> DeclaredSystem | None:
    """Return the system that a report file names, or None. Raises UnknownSystem."""
    day = next(iter(document.texts("042")), "")
    if (own := own_in(document.texts("###"))).system in SYSTEMS:
        return _own(own)
    for text in document.texts("192"):
        if text.strip():
            return _by_code(text.strip(), day)
    for text in document.texts("092"):
        if text.strip():
            return (
                _by_code(text.strip(), day) if _IS_CODE(text.strip()) else system_in_force(_by_words(text.strip()), day)
            )
    return None


def _own(own: KierrosComment) -> DeclaredSystem:
    """Return the system that a file written by Kierros names; impossible options are left out."""
    system = SYSTEMS[own.system]
    try:
        system_options.read(system.options, own.options)
    except ValueError:
        return DeclaredSystem(system)
    return DeclaredSystem(system, own.options)


def system_in_force(system: System, day: str) -> DeclaredSystem:
    """Return a system in the edition in force on the first day of a file that names no edition."""
    from pairings.files.trf.days import day_of

    options = system.options()
    if system.of_code is None or system.report_code is None or not hasattr(options, "edition") or day_of(day) is None:
        return DeclaredSystem(system)
    code = _YEAR.sub("", system.report_code(options))
    return DeclaredSystem(system, system.of_code(code, day) or {})


def system_with_options(system: System, document: TrfDocument) -> DeclaredSystem:
    """Return a system with its options that a report file names. Raises ValueError for an unknown edition."""
    day = next(iter(document.texts("042")), "")
    codes = (code.strip().upper() for code in document.texts("192"))
    found = (system.of_code(code, day) for code in codes) if system.of_code else ()
    declared = next((options for options in found if options is not None), None)
    return system_in_force(system, day) if declared is None else DeclaredSystem(system, declared)


def _by_code(code: str, day: str) -> DeclaredSystem:
    for system in SYSTEMS.values():
        if system.of_code is not None:
            options = system.of_code(code.upper(), day)
            if options is not None:
                return DeclaredSystem(system, options)
    raise UnknownSystem(code)


def _by_words(text: str) -> System:
    """Return the system whose words are in a text: the longest words win, because "Swiss" alone is vague."""
    plain = text.casefold().replace("-", " ")
    words_of_systems = [
        (words, system)
        for system in SYSTEMS.values()
        if system.of_two
        for words in (*system.words, system.name.casefold())
    ]
    found = [(len(words), system) for words, system in words_of_systems if words in plain]
    if not found or any(words in plain for words in _OTHERS):
        raise UnknownSystem(text)
    return max(found, key=lambda each: each[0])[1]


#: Words of systems that are not here, found next to "Swiss" or "round robin".
_OTHERS = ("monrad", "schiller", "amalfi", "team")
