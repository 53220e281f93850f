"""The tables of the groups of a stage, each with the results of its members against each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.urls import reverse

from pairings.snapshot import Outcome, Pairing, Result
from pairings.systems.groups import group_letter
from standings.explain import wording
from standings.explain.formatting import plain
from standings.web.table.columns import Cell, Column, Columns
from standings.web.table.current import StageStandings
from tournaments.core import snapshot
from tournaments.core.words.figures import local
from tournaments.core.words.texts import translate
from tournaments.models import Player


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A player of a group: the cells of the cross in the order of the places, and those of the criteria."""

    place: int | None
    player: Player
    address: str
    cross: tuple[str, ...]
    cells: tuple[Cell, ...]
    why: str
    struck: str = ""
    through: bool = False
    cut: bool = False

    @property
    def classes(self) -> str:
        """The classes of the row: whether it counts, is above the cut, and is the last above it."""
        said = (("struck", self.struck), ("through", self.through), ("cut", self.cut))
        return " ".join(name for name, holds in said if holds)


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group. `through` players of it advance, as was said when groups were formed; `is_over` once they have."""

    letter: str
    heads: tuple[Column, ...]
    lines: tuple[GroupLine, ...]
    through: int
    is_over: bool


def group_tables(now: StageStandings) -> list[GroupTable]:
    """Every group in order; nothing for a stage without groups."""
    if not now.table.groups:
        return []
    _system, options = snapshot.system_of(now.view.stage)
    later = next((each for each in now.stages if each.number == now.view.stage.number + 1), None)
    advanced = None if later is None else frozenset(later.seats.values_list("player_id", flat=True))
    return [
        _table(replace(now, table=table), group_letter(place), int(options.through), advanced)
        for place, table in enumerate(now.table.groups)
    ]


def _table(now: StageStandings, letter: str, count: int, advanced: frozenset[int] | None) -> GroupTable:
    """`advanced` are the players of the next stage; before it begins, the first `count` of those who are still in."""
    tournament = now.view.stage.tournament
    columns = Columns(now.table, tournament)
    met = _results_between(now)
    order = [row.player for row in now.table.rows]
    able = [row.player for row in now.table.rows if row.struck is None and now.player(row).withdrawn_after is None]
    above = {row.player for row in now.table.rows if now.player(row).pk in advanced} if advanced is not None else None
    inside = {*able[:count]} if above is None else above
    last = next((player for player in reversed(order) if player in inside), None)
    lines = []
    for row in now.table.rows:
        reason = wording.separation(now.table, row)
        player = now.player(row)
        lines.append(
            GroupLine(
                None if row.struck else row.rank,
                player,
                reverse("tournaments:player", args=[tournament.slug, player.public_id]),
                tuple("×" if other == row.player else met.get((row.player, other), "") for other in order),
                tuple(columns.cells(row)),
                wording.sentence(reason, now.view.names, translate) if reason else "",
                local(plain(row.points, now.table)) if row.struck else "",
                row.player in inside,
                row.player == last,
            )
        )
    return GroupTable(letter, tuple(columns.heads()), tuple(lines), count, advanced is not None)


def _results_between(now: StageStandings) -> dict[tuple[int, int], str]:
    """What each had against each, several meetings side by side."""
    found: dict[tuple[int, int], str] = {}
    for round_ in now.view.snapshot.rounds:
        if round_.number > now.table.through_round:
            break
        for pairing in round_.pairings:
            for pair, said in _both(now, pairing):
                found[pair] = f"{found.get(pair, '')} {said}".strip()
    return found


def _both(now: StageStandings, pairing: Pairing) -> list[tuple[tuple[int, int], str]]:
    if pairing.result is None:
        return []
    return [
        ((pairing.first, pairing.second), _match_text(now, pairing.result, first=True)),
        ((pairing.second, pairing.first), _match_text(now, pairing.result, first=False)),
    ]


def _match_text(now: StageStandings, result: Result, *, first: bool) -> str:
    """The score or the games of a match from one side, else its points; f is a forfeit."""
    scoring = now.view.snapshot.scoring
    numbers = result.score if scoring.keeps_score else result.games[:2] if result.games else None
    if not result.played or numbers is None:
        outcome: Outcome = result.first if first else result.second
        return local(plain(scoring.points_of(outcome, result.decision), now.table)) + ("" if result.played else "f")
    mine, theirs = numbers if first else numbers[::-1]
    return f"{mine}:{theirs}"
