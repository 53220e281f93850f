"""SYSTEMS: every pairing system there is, in the order in which people are offered them.

Stored keys are never renamed. All of a system is in its own module here; `pairings.system` says what that is. A module
is imported when its system is first asked for, so that anyone who pairs by one system does not load the engines of all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from pairings.system import System

#: Keys of systems. The module of `knock-out` is `pairings.systems.knock_out`.
_KEYS = (
    *("dutch", "dubov", "burstein", "lim", "double-swiss", "team-swiss", "round-robin", "scheveningen", "hutton"),
    *("circular", "groups", "knock-out", "keizer", "ladder", "arena", "us-chess", "pods", "partners", "booster"),
    *("manual", "papp", "mcmahon"),
)


_ASKED: set[str] = set()


@cache
def _system(key: str) -> System:
    _ASKED.add(key)
    system: System = import_module(f"{__name__}.{key.replace('-', '_')}").SYSTEM
    return system


def imported_systems() -> tuple[System, ...]:
    """The systems that somebody has asked for in this process."""
    return tuple(_system(key) for key in _KEYS if key in _ASKED)


class _Systems(Mapping[str, System]):
    """The systems by their keys."""

    def __getitem__(self, key: str) -> System:
        if key not in _KEYS:
            raise KeyError(key)
        return _system(key)

    def __iter__(self) -> Iterator[str]:
        return iter(_KEYS)

    def __len__(self) -> int:
        return len(_KEYS)

    def __contains__(self, key: object) -> bool:
        return key in _KEYS


SYSTEMS: Mapping[str, System] = _Systems()
