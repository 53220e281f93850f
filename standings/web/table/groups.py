"""The tables of the groups of a stage, each with the results among its members."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from django.urls import reverse

from pairings.snapshot import Outcome, Pairing, Result
from pairings.systems.groups import group_letter
from standings.core.rank import Standings
from standings.explain import wording
from standings.explain.formatting import plain
from standings.web.rounds.cross_tables import KINDS, CrossCell
from standings.web.table.columns import Cell, Column, Columns
from standings.web.table.current import StageStandings
from tournaments.core import snapshot
from tournaments.core.words.figures import local
from tournaments.core.words.texts import translate
from tournaments.models import Player

#: The cell of a player against themselves, and of two players who have not met.
SELF_CELL, EMPTY_CELL = CrossCell("×", "self"), CrossCell("")


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A player of a group: the cells of the cross table in the order of places, and those of the criteria."""

    place: int | None
    player: Player
    address: str
    cross: tuple[CrossCell, ...]
    cells: tuple[Cell, ...]
    why: str
    struck: str = ""
    through: bool = False
    cut: bool = False

    @property
    def classes(self) -> str:
        """The CSS classes of the row: whether it counts, is above the cut, and is the last above it."""
        marks = (("struck", self.struck), ("through", self.through), ("cut", self.cut))
        return " ".join(name for name, holds in marks if holds)


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group, with its rule for advancing: `through` players of each advance, or with `everyone` all, or with
    `one_table` the first of one table of all groups. `is_over` when they have advanced. `finals`: nobody advances,
    and the first group ends ahead.
    """

    letter: str
    heads: tuple[Column, ...]
    lines: tuple[GroupLine, ...]
    through: int
    is_over: bool
    everyone: bool = False
    one_table: bool = False
    finals: bool = False


def group_tables(now: StageStandings) -> list[GroupTable]:
    """Return every group in order; empty for a stage without groups."""
    if not now.table.groups:
        return []
    system, options = snapshot.system_of(now.view.stage)
    advancing = system.questions.advancing(now.view.snapshot, options) if system.questions.advancing else 0
    everyone = advancing >= len(now.view.snapshot.players)
    one_table, finals = now.table.rules.one_table, now.table.rules.group_by_group
    later = next((each for each in now.stages if each.number == now.view.stage.number + 1), None)
    through = advancing if one_table else advancing // len(now.table.groups)
    if later is not None:
        advanced = frozenset(later.seats.values_list("player_id", flat=True))
        inside = {row.player for row in now.table.rows if now.player(row).pk in advanced}
    elif everyone:
        inside = {*_able(now, now.table)}
    elif one_table:
        inside = {*_able(now, now.table)[:through]}
    else:
        inside = {player for table in now.table.groups for player in _able(now, table)[:through]}
    return [
        GroupTable(
            group_letter(place),
            tuple(Columns(table, now.view.stage.tournament).heads()),
            tuple(_lines(replace(now, table=table), inside, cut=not (everyone or one_table or finals))),
            through,
            later is not None,
            everyone,
            one_table,
            finals,
        )
        for place, table in enumerate(now.table.groups)
    ]


def _able(now: StageStandings, table: Standings) -> list[int]:
    """Return the players of a table who can advance, in order."""
    return [row.player for row in table.rows if row.struck is None and now.player(row).withdrawn_after is None]


def _lines(now: StageStandings, inside: Collection[int], *, cut: bool) -> Iterator[GroupLine]:
    """Yield the lines of a group; with a `cut` after the last player who is `inside`."""
    tournament = now.view.stage.tournament
    columns = Columns(now.table, tournament)
    met = _results_between(now)
    order = [row.player for row in now.table.rows]
    last = next((player for player in reversed(order) if player in inside), None) if cut else None
    for row in now.table.rows:
        reason = wording.separation(now.table, row)
        player = now.player(row)
        yield GroupLine(
            None if row.struck else row.rank,
            player,
            reverse("tournaments:player", args=[tournament.slug, player.public_id]),
            tuple(SELF_CELL if other == row.player else met.get((row.player, other), EMPTY_CELL) for other in order),
            tuple(columns.cells(row)),
            wording.sentence(reason, now.view.names, translate) if reason else "",
            local(plain(row.points, now.table)) if row.struck else "",
            row.player in inside,
            row.player == last,
        )


def _results_between(now: StageStandings) -> dict[tuple[int, int], CrossCell]:
    """Return the results by pair of players, with several meetings side by side; styled if all ended the same way."""
    found: dict[tuple[int, int], CrossCell] = {}
    for round_ in now.view.snapshot.rounds:
        if round_.number > now.table.through_round:
            break
        for pairing in round_.pairings:
            for pair, cell in _cells_of_pairing(now, pairing):
                known = found.get(pair, CrossCell("", cell.kind))
                kind = cell.kind if cell.kind == known.kind else ""
                found[pair] = CrossCell(f"{known.text} {cell.text}".strip(), kind)
    return found


def _cells_of_pairing(now: StageStandings, pairing: Pairing) -> list[tuple[tuple[int, int], CrossCell]]:
    result = pairing.result
    if result is None:
        return []
    first = CrossCell(_match_text(now, result, first=True), KINDS[result.first])
    second = CrossCell(_match_text(now, result, first=False), KINDS[result.second])
    return [((pairing.first, pairing.second), first), ((pairing.second, pairing.first), second)]


def _match_text(now: StageStandings, result: Result, *, first: bool) -> str:
    """Return the score or the games of a match for one side, else its points; f is a forfeit."""
    scoring = now.view.snapshot.scoring
    numbers = result.score if scoring.keeps_score else result.games[:2] if result.games else None
    if not result.played or numbers is None:
        outcome: Outcome = result.first if first else result.second
        return local(plain(scoring.points_of(outcome, result.decision), now.table)) + ("" if result.played else "f")
    mine, theirs = numbers if first else numbers[::-1]
    return f"{mine}:{theirs}"
