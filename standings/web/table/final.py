"""The final places of a tournament: those of its last stage, followed by players who did not reach it."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from standings.core.rank import Row
from standings.explain.formatting import text
from standings.web.rules.rule_sets import criterion_names
from standings.web.table.current import StageStandings, cached_standings
from tournaments.core import snapshot
from tournaments.core.rulebook import Place


def final_places(now: StageStandings) -> list[Place]:
    """Return all places, best first. The count of levels continues from stage to stage."""
    own = [row for row in now.table.rows if not row.struck]
    return [*_places(now, own, [(row.rank, now.last_place(row)) for row in own], 0), *places_behind(now)]


def places_behind(now: StageStandings) -> list[Place]:
    """Return the places below a later stage: players who are not in it, in the order of the previous stage."""
    stage = now.view.stage
    if stage.qualification is None:
        return []
    before = cached_standings(stage.tournament, stage=stage.tournament.stages.get(number=stage.number - 1))
    inside = {player.pk for player in now.view.players.values()}
    rows = [row for row in before.table.rows if before.player(row).pk not in inside and not row.struck]
    return [*_places(before, rows, _continued_places(before, rows, len(inside)), len(inside)), *places_behind(before)]


def _continued_places(now: StageStandings, rows: list[Row], before: int) -> list[tuple[int, int | None]]:
    """Return the places of rows after `before` others: players who shared a rank share a place."""
    first = {row.rank: place for place, row in reversed(list(enumerate(rows, start=before + 1)))}
    together = Counter(row.rank for row in rows)
    shares = now.table.rules.places is not None
    return [
        (first[row.rank], first[row.rank] + together[row.rank] - 1 if shares and together[row.rank] > 1 else None)
        for row in rows
    ]


def _places(now: StageStandings, rows: list[Row], ranks: list[tuple[int, int | None]], level: int) -> list[Place]:
    """Return rows of a stage as places for `tournaments`, with these first and last places, and levels from `level`
    on.
    """
    first, stage = now.table.rules.chain[0], now.view.stage
    system, options = snapshot.system_of(stage)
    score_name = criterion_names([first])[first] if system.questions.scores else ""
    at = iter(ranks)
    runs = groupby(rows, key=lambda row: row.values.get(first, row.points))
    return [
        Place(
            *next(at),
            now.player(row),
            row.points,
            level + step,
            by_points=system.questions.by_points,
            score=text(row.values[first], first, now.table) if system.questions.scores else "",
            score_name=score_name,
            points_first=first == "PTS" and not now.table.groups,
            mcmahon=text(row.values[first], first, now.table) if first == "MMS" else "",
            stage=stage.number,
            decided_in=system.name_for_players(options),
        )
        for step, (_worth, run) in enumerate(runs)
        for row in run
    ]
