"""The path to each place: McMahon starting scores, outcomes round by round, and the movement of the last round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.numbers import ranks
from pairings.systems.mcmahon import Options
from pairings.systems.mcmahon.start import FIRST_DAN, is_at_bar, start_of
from pictures.bars import starts
from pictures.shapes import Picture
from standings.web.table.current import StageStandings, table_before
from tournaments.core.snapshot import system_of
from tournaments.models import Tournament
from tournaments.players.start_order import has_bar

#: From this many players on, the previous table is not ranked too.
MOST_RANKED_TWICE = 1000
#: The maximum number of starting scores in a picture.
MOST_STARTS = 40


def outcomes_of(now: StageStandings) -> Mapping[int, list[str]]:
    """Return the outcomes of each counted round in order, by player number; "" for a bye."""
    found: dict[int, list[str]] = {player.number: [] for player in now.view.snapshot.players}
    for round_ in now.view.snapshot.rounds[: now.table.through_round]:
        for pairing in round_.pairings:
            if pairing.result is None:
                continue
            for seat, number in enumerate(pairing.players, start=1):
                found[number].append(pairing.result.at_seat(seat).value)
        for bye in round_.byes:
            found[bye.player].append("")
    return found


def moves_of(now: StageStandings, tournament: Tournament) -> Mapping[int, int]:
    """Return how many places each player has gained since the previous round, by number; losses are negative.

    It is empty for the first table of a stage, for groups, for a table of several open rounds, and for long tables.
    """
    table, number = now.table, now.table.through_round
    if number < 2 or table.groups or now.several or len(table.rows) > MOST_RANKED_TWICE:
        return {}
    ranks = {row.player: row.rank for row in table_before(now, tournament).table.rows}
    return {row.player: ranks[row.player] - row.rank for row in table.rows if row.player in ranks and not row.struck}


def last_qualifying_place(now: StageStandings) -> int | None:
    """Return the last place of the table from which players advanced to the next stage; None if nobody advanced."""
    later = next((each for each in now.stages if each.number == now.view.stage.number + 1), None)
    return None if later is None or now.table.groups else later.seats.count()


AT_BAR, AT_FLOOR = "bar", "floor"


@dataclass(frozen=True, slots=True)
class Starts:
    """The bar and the floor as text, and the players' starts by number: "bar", "floor", or missing."""

    text: str = ""
    of: Mapping[int, str] = field(default_factory=dict)

    def label(self, number: int) -> str:
        """Return the label on a player's line; "" for players between bar and floor."""
        labels = {
            AT_BAR: pgettext("limit of a McMahon tournament", "Bar"),
            AT_FLOOR: pgettext("limit of a McMahon tournament", "Floor"),
        }
        return labels.get(self.of.get(number, ""), "")


def starts_drawn(now: StageStandings) -> Picture | None:
    """Return how many players started with each rank, with bar and floor as lines; None if all starts are equal."""
    stage = now.view.stage
    _system, options = system_of(stage)
    if not has_bar(stage) or not isinstance(options, Options):
        return None
    snapshot = now.view.snapshot
    sizes = Counter(start_of(snapshot, player, options) - FIRST_DAN for player in snapshot.players)
    if not 1 < len(sizes) <= MOST_STARTS:
        return None
    ranked = sorted(sizes.items(), reverse=True)
    at_bar = sum(start >= options.bar_rank for start in sizes)
    above_floor = sum(start > options.floor_rank for start in sizes)
    limits = [
        (at_bar, pgettext("limit of a McMahon tournament", "Bar"), ranks.spell_rank(options.bar_rank)),
        (above_floor, pgettext("limit of a McMahon tournament", "Floor"), ranks.spell_rank(options.floor_rank)),
    ]
    return starts(
        _("Where players started"),
        _("Each bar shows the players who started with that rank. The lines are the bar and the floor."),
        (pgettext("grade of a Go player", "Rank"), _("Players")),
        [(_spell_start(start), size) for start, size in ranked],
        limits,
    )


def _spell_start(start: Fraction) -> str:
    """Return the rank of a start; between two ranks, the lower one with a half."""
    whole, rest = divmod(start, 1)
    return ranks.spell_rank(int(whole)) + (" + ½" if rest else "")


def starts_of(now: StageStandings) -> Starts:
    """Return the starts; empty in a stage without a bar, and if all start equal."""
    stage = now.view.stage
    if not has_bar(stage):
        return Starts()
    _system, options = system_of(stage)
    if not isinstance(options, Options):
        raise TypeError(options)
    snapshot, lowest = now.view.snapshot, options.floor_rank + FIRST_DAN
    found = {
        player.number: AT_BAR if is_at_bar(player, options) else AT_FLOOR
        for player in snapshot.players
        if is_at_bar(player, options) or start_of(snapshot, player, options) <= lowest
    }
    spelled = {"bar": ranks.spell_rank(options.bar_rank), "floor": ranks.spell_rank(options.floor_rank)}
    isolated = {name: format_html('<bdi translate="no">{}</bdi>', rank) for name, rank in spelled.items()}
    return Starts(format_html(_("The bar is at {bar}, the floor at {floor}."), **isolated), found)
