"""Find players without the rank or rating by which a stage orders its players, before that order takes effect."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.numbers import ranks
from pairings.systems.mcmahon import Options, bar
from tournaments.core import snapshot
from tournaments.core.words.entrants import entrants_in_words
from tournaments.models import Player, Round, Stage


@dataclass(frozen=True, slots=True)
class StartGroup:
    """The players who start with the same score, and whether they can win."""

    score: int
    players: tuple[Player, ...]
    at_bar: bool


@dataclass(frozen=True, slots=True)
class Start:
    """The starting groups for a bar and a floor.

    `fitting` is the lowest and highest number of players that should start at the bar, and `proposed` a bar that fits.
    They are None if the rounds or the ranks are not known.
    """

    bar: str
    floor: str
    groups: tuple[StartGroup, ...]
    fitting: tuple[int, int] | None
    proposed: str | None

    @property
    def at_bar(self) -> tuple[Player, ...]:
        """The players who start at the bar: only they can win."""
        return tuple(player for group in self.groups if group.at_bar for player in group.players)

    @property
    def players(self) -> int:
        return sum(len(group.players) for group in self.groups)

    @property
    def fits(self) -> bool:
        return self.fitting is None or self.fitting[0] <= len(self.at_bar) <= self.fitting[1]

    @property
    def lowest_is_small(self) -> bool:
        """Whether the lowest group is so small that its players meet opponents of very different strength."""
        return len(self.groups) > 1 and len(self.groups[-1].players) < bar.SMALLEST_LOWEST


def has_bar(stage: Stage) -> bool:
    """Return whether players of a stage start by rank."""
    system, options = snapshot.system_of(stage)
    return system.key == "mcmahon" and options.start == "rank"


def start_of(stage: Stage, chosen_bar: str | None = None, chosen_floor: str | None = None) -> Start:
    """Return the starting groups for a bar and a floor, by default those of the stage. The stage must have a bar.

    Raises OptionError for an unknown rank, and for a floor above the bar.
    """
    _system, options = snapshot.system_of(stage)
    if not isinstance(options, Options):
        raise TypeError(options)
    chosen_options = replace(options, bar=chosen_bar or options.bar, floor=chosen_floor or options.floor)
    view = snapshot.take_view(stage, before_round=stage.first_round)
    present_players = [player for player in view.snapshot.players if player.withdrawn is None]
    starts = {
        number: (Fraction(stage.virtual_points[player.public_id][0]),)
        for number, player in view.players.items()
        if player.public_id in stage.virtual_points
    }
    found = tuple(
        StartGroup(group.score, tuple(view.players[player.number] for player in group.players), group.at_bar)
        for group in bar.groups(present_players, chosen_options, starts)
    )
    rounds = snapshot.rounds_of(stage, len(present_players))
    best = bar.proposed_bar(present_players, rounds)
    spelled = (ranks.spell_rank(chosen_options.bar_rank), ranks.spell_rank(chosen_options.floor_rank))
    return Start(*spelled, found, bar.fitting(rounds), None if best is None else ranks.spell_rank(best))


def missing_order(stage: Stage) -> str:
    """Return how many players lack the rank or rating that the order needs, in words; "" if none do.

    Ranks decide in every round. Ratings decide the starting order, until round 1 of the stage is published.
    """
    by_rank = has_bar(stage)
    if stage.tournament.finished_at is not None or not (by_rank or _starts_by_rating(stage)):
        return ""
    present_players = [player for player in snapshot.seated_players(stage).values() if player.is_in]
    lacking = sum(_lacks(player, by_rank=by_rank) for player in present_players)
    if not lacking or len(present_players) < 2:
        return ""
    text = _of_ranks(lacking, len(present_players)) if by_rank else _of_ratings(stage, lacking, len(present_players))
    return text.format(
        count=lacking, entrants=entrants_in_words("there", len(present_players), stage.tournament.entrant_kind)
    )


def _lacks(player: Player, *, by_rank: bool) -> bool:
    """Return whether a player lacks the rating or rank; a rating is enough instead of a rank."""
    return player.rating is None and not (by_rank and player.rank)


def _starts_by_rating(stage: Stage) -> bool:
    if stage.rounds.exclude(status=Round.Status.DRAFT).exists():
        return False
    system, options = snapshot.system_of(stage)
    reads_ratings = system.key == "keizer" or getattr(options, "order_by", "") == "rating"
    return reads_ratings or stage.seating == Stage.Seating.RATING


def _of_ranks(lacking: int, count: int) -> str:
    if lacking == count:
        return _("None of {entrants} has a rank. All start level, without handicaps.")
    return ngettext(
        "{count} of {entrants} has no rank and starts at the floor.",
        "{count} of {entrants} have no rank and start at the floor.",
        lacking,
    )


def _of_ratings(stage: Stage, lacking: int, count: int) -> str:
    if lacking < count:
        return ngettext(
            "{count} of {entrants} is unrated and comes last in the starting order.",
            "{count} of {entrants} are unrated and come last in the starting order.",
            lacking,
        )
    if stage.seating == Stage.Seating.RATING:
        return _("None of {entrants} has a rating. The starting order is alphabetical.")
    return _("None of {entrants} has a rating. The starting order is the order of entry.")
