"""SYSTEMS: every pairing system there is, in the order in which people are offered them.

Stored keys are never renamed. An engine is `pair(snapshot, options, rng) -> RoundPlan`: no input or output, no clock,
no global random; the same snapshot, options and seed of `rng` give the same plan on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

from pairings.engines import circular, dutch, manual, papp, round_robin
from pairings.plan import RoundPlan
from pairings.snapshot import Snapshot
from pairings.wording.mark import gettext_noop as _

Pair = Callable[[Snapshot, Any, Random], RoundPlan]
Length = Callable[[Snapshot, Any], int]
LateSeats = Callable[[Sequence[tuple[int, int]], int | None, int, Any], dict[int, int]]


@dataclass(frozen=True, slots=True)
class Preset:
    """Options that go together; `label` is a translatable English message, `options` an object of `System.options`."""

    key: str
    label: str
    options: Any


@dataclass(frozen=True, slots=True)
class System:
    """A pairing system. `name`, `summary` and option labels are translatable English messages.

    `rounds` tells how many rounds a field of n players plays when the system fixes that, else None.
    `scheduled`: all rounds are known in advance and depend on no result, so games can be played in any order, and no
    pair can be fixed or forbidden; nobody joins but by `late_seats`, which seats a field anew that somebody joins
    before its second round; `length` tells how many rounds there will be after those recorded, which can be more than
    `rounds` once people have changed some. In other systems a player may join for any round. `by_hand`: the organiser
    makes every pair. `ranked`: numbers follow the initial ranking, and the number of rounds must be known. `presets`
    are options to start from, the first one is the default; `checks` says, a translatable sentence each, what the
    options must be like together. What can be asked of a system about its rounds: `pairings.questions`.
    """

    key: str
    name: str
    summary: str
    source: str
    options: type
    pair: Pair
    rounds: Callable[[int, Any], int | None]
    by_hand: bool = False
    scheduled: bool = False
    ranked: bool = False
    late_seats: LateSeats | None = None
    length: Length | None = None
    presets: tuple[Preset, ...] = ()
    checks: tuple[str, ...] = ()

    def preset_of(self, options: Any) -> Preset | None:
        """The preset that has just these options."""
        return next((preset for preset in self.presets if preset.options == options), None)


SYSTEMS: Mapping[str, System] = MappingProxyType(
    {
        system.key: system
        for system in (
            System(
                key="dutch",
                name=_("FIDE (Dutch) Swiss"),
                summary=_("Players with equal scores meet, upper half against lower half, nobody twice."),
                source="FIDE C.04.3, 1 February 2026",
                options=dutch.Options,
                pair=dutch.pair,
                rounds=dutch.rounds,
                ranked=True,
                presets=tuple(Preset(each.key, each.label, each.options) for each in dutch.PRESETS.values()),
            ),
            System(
                key="round-robin",
                name=_("Round robin"),
                summary=_("Everybody meets everybody."),
                source=round_robin.SOURCE,
                options=round_robin.Options,
                pair=round_robin.pair,
                rounds=round_robin.rounds,
                scheduled=True,
                late_seats=round_robin.late_seats,
                length=round_robin.length,
            ),
            System(
                key="circular",
                name=_("Circular plan"),
                summary=_("Everybody plays the same number of games against neighbours on a circle; no groups."),
                source=circular.SOURCE,
                options=circular.Options,
                pair=circular.pair,
                rounds=circular.rounds,
                length=circular.length,
                scheduled=True,
            ),
            System(
                key="manual",
                name=_("By hand"),
                summary=_("The organiser chooses every pair; the program checks them."),
                source="",
                options=manual.Options,
                pair=manual.pair,
                rounds=manual.rounds,
                by_hand=True,
            ),
            System(
                key="papp",
                name=_("Smallest penalty (PAPP)"),
                summary=_("Every possible game has a penalty; the round with the smallest total is paired."),
                source="PAPP 1.36 (T. Bousch); SLIM (T. Nakajima, 2002)",
                options=papp.Options,
                pair=papp.pair,
                rounds=papp.rounds,
                presets=tuple(Preset(each.key, each.label, each.options) for each in papp.PRESETS.values()),
                checks=papp.CHECKS,
            ),
        )
    }
)
