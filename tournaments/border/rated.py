"""Results corrected for the rating alone, on their way to report files, changes of ratings and norms, and back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from pairings.snapshot import Decision, Outcome, Snapshot
from pairings.snapshot import Result as ResultFact
from pairings.trf import Document
from pairings.trf.build import CODES
from pairings.trf.rated import RatedOnly, as_rated
from tournaments import border
from tournaments.models import Result, Stage
from tournaments.rights.permissions import Right

#: A table of a stage: the stage's own number of its round, and the table.
At = tuple[int, int]


def rated_in(stage: Stage) -> Mapping[At, Result]:
    """The rows of the public rounds of a stage whose games are rated otherwise than they count."""
    shift = stage.first_round - 1
    rows = Result.objects.filter(rated__isnull=False, pairing__round__in=stage.rounds.public())
    ordered = rows.select_related("pairing__round").order_by("pairing__round__number", "pairing__table")
    return {(row.pairing.round.number - shift, row.pairing.table): row for row in ordered}


def rated_view(view: border.View) -> border.View:
    """The stage with the results that are rated."""
    return replace(
        view, snapshot=_with(view.snapshot, {at: row.rated_fact for at, row in rated_in(view.stage).items()})
    )


def games_of(view: border.View, granted: Collection[Right]) -> list[RatedOnly]:
    """The same games as a report file tells them; why, for who reads the journal."""
    told = []
    rows = rated_in(view.stage)
    tables = {(played.number, p.table): p for played in view.snapshot.rounds for p in played.pairings} if rows else {}
    for (number, table), row in rows.items():
        pairing = tables[number, table]
        why = " ".join(row.rated["reason"].split()) if row.rated and Right.SEE_DRAFTS in granted else ""
        codes = (_codes(row.rated_fact), _codes(row.fact))
        told.append(RatedOnly(number, (pairing.first, pairing.second), *codes, why))
    return told


def in_file(document: Document, games: Collection[RatedOnly]) -> Document:
    """The report file with the results that are rated; its points and ranks stay those of the tournament."""
    return as_rated(document, games) if games else document


def _codes(fact: ResultFact) -> tuple[str, str]:
    ordinary = fact.first == fact.second == Outcome.DRAW or {fact.first, fact.second} == {Outcome.WIN, Outcome.LOSS}
    codes = CODES[fact.decision if ordinary or fact.decision is Decision.FORFEIT else Decision.PLAYED]
    return codes[fact.first], codes[fact.second]


def _with(snapshot: Snapshot, results: Mapping[At, ResultFact]) -> Snapshot:
    if not results:
        return snapshot
    rounds = tuple(
        replace(
            played,
            pairings=tuple(
                replace(each, result=results.get((played.number, each.table), each.result)) for each in played.pairings
            ),
        )
        for played in snapshot.rounds
    )
    return replace(snapshot, rounds=rounds)
