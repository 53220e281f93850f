"""SYSTEMS: every pairing system, in the order in which they are offered.

Stored keys are never renamed. Each system is completely in its own module here; `pairings.system` defines it. A module
is imported on first access, so that pairing by one system does not load the engines of all.
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


_USED_KEYS: set[str] = set()


@cache
def _system(key: str) -> System:
    _USED_KEYS.add(key)
    system: System = import_module(f"{__name__}.{key.replace('-', '_')}").SYSTEM
    return system


def imported_systems() -> tuple[System, ...]:
    """Return the systems that have been used in this process."""
    return tuple(_system(key) for key in _KEYS if key in _USED_KEYS)


class _Systems(Mapping[str, System]):
    """The systems by key."""

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
