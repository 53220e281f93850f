"""SYSTEMS: every pairing system there is, in the order in which people are offered them.

Stored keys are never renamed. All of a system is in its own module here; `pairings.system` says what that is.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pairings.system import System
from pairings.systems import (
    arena,
    booster,
    burstein,
    circular,
    double_swiss,
    dubov,
    dutch,
    groups,
    hutton,
    keizer,
    knock_out,
    ladder,
    lim,
    manual,
    mcmahon,
    papp,
    pods,
    round_robin,
    scheveningen,
    team_swiss,
    us_chess,
)

_ALL = (
    *(dutch, dubov, burstein, lim, double_swiss, team_swiss, round_robin, scheveningen, hutton, circular, groups),
    *(knock_out, keizer, ladder, arena, us_chess, pods, booster, manual, papp, mcmahon),
)

SYSTEMS: Mapping[str, System] = MappingProxyType({each.SYSTEM.key: each.SYSTEM for each in _ALL})
