"""The bar and the floor of a McMahon tournament as they would be: who starts where. Nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from pairings import ranks
from pairings.systems.mcmahon import Options, bar
from tournaments import border
from tournaments.models import Player, Stage


@dataclass(frozen=True, slots=True)
class Group:
    """Players who start with one score, and whether they can win."""

    score: int
    players: tuple[Player, ...]
    at_bar: bool


@dataclass(frozen=True, slots=True)
class Start:
    """Who would start where by a bar and a floor. `fitting` is from how many to how many should start at the bar, and
    `proposed` the bar that as many reach; None where the rounds, or the ranks, are not known.
    """

    bar: str
    floor: str
    groups: tuple[Group, ...]
    fitting: tuple[int, int] | None
    proposed: str | None

    @property
    def at_bar(self) -> tuple[Player, ...]:
        """Who can win."""
        return tuple(player for group in self.groups if group.at_bar for player in group.players)

    @property
    def players(self) -> int:
        return sum(len(group.players) for group in self.groups)

    @property
    def fits(self) -> bool:
        return self.fitting is None or self.fitting[0] <= len(self.at_bar) <= self.fitting[1]

    @property
    def lowest_is_small(self) -> bool:
        """Whether so few start lowest that they meet no likes."""
        return len(self.groups) > 1 and len(self.groups[-1].players) < bar.SMALLEST_LOWEST


def has_bar(stage: Stage) -> bool:
    """Whether players of a stage start by rank."""
    system, options = border.system_of(stage)
    return system.key == "mcmahon" and options.start == "rank"


def start_of(stage: Stage, chosen_bar: str | None = None, chosen_floor: str | None = None) -> Start:
    """Who would start where; without a bar or a floor by those of the stage, which has a bar.

    Raises OptionError for what is no rank, and for a floor above the bar.
    """
    _system, options = border.system_of(stage)
    if not isinstance(options, Options):
        raise TypeError(options)
    wished = replace(options, bar=chosen_bar or options.bar, floor=chosen_floor or options.floor)
    view = border.take_view(stage, before_round=stage.first_round)
    there = [player for player in view.snapshot.players if player.withdrawn is None]
    said = {
        number: (Fraction(stage.virtual_points[player.public_id][0]),)
        for number, player in view.players.items()
        if player.public_id in stage.virtual_points
    }
    found = tuple(
        Group(group.score, tuple(view.players[player.number] for player in group.players), group.at_bar)
        for group in bar.groups(there, wished, said)
    )
    rounds = border.rounds_of(stage, len(there))
    best = bar.proposed(there, rounds)
    spelled = (ranks.spelled(wished.bar_rank), ranks.spelled(wished.floor_rank))
    return Start(*spelled, found, bar.fitting(rounds), None if best is None else ranks.spelled(best))
