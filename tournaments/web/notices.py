"""NOTICES and FOOTNOTES: what other packages say at the desk; each gives sentences about a tournament, or none."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.models import Tournament

#: Filled at the start by the packages that know something, as `standings` does of later stages.
NOTICES: list[Callable[[Tournament], list[str]]] = []

#: The same, for what is no warning and stands at the foot of the desk.
FOOTNOTES: list[Callable[[Tournament], list[str]]] = []
