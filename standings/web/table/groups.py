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


@dataclass(frozen=True, slots=True)
class GroupTable:
    letter: str
    heads: tuple[Column, ...]
    lines: tuple[GroupLine, ...]


def group_tables(now: StageStandings) -> list[GroupTable]:
    """Every group in order; nothing for a stage without groups."""
    return [_table(replace(now, table=table), group_letter(place)) for place, table in enumerate(now.table.groups)]


def _table(now: StageStandings, letter: str) -> GroupTable:
    tournament = now.view.stage.tournament
    columns = Columns(now.table, tournament)
    met = _results_between(now)
    order = [row.player for row in now.table.rows]
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
            )
        )
    return GroupTable(letter, tuple(columns.heads()), tuple(lines))


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
