"""Players leave, and what becomes of their games of a schedule."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max

from pairings.snapshot import Decision, Outcome
from pairings.snapshot import Result as ResultFact
from tournaments import border
from tournaments.journal.acts import Act
from tournaments.models import Appearance, Pairing, Player, Result, Round, Stage, Tournament
from tournaments.services.results import lines_of
from tournaments.words import notation


def leave(doing: Act, rows: Sequence[Player]) -> list[Player]:
    """Those of the players who are in leave, in the act of a verb, as in `registration.withdraw_all`."""
    stage = border.current_stage(doing.tournament)
    scheduled, last = border.system_of(stage)[0].scheduled, last_published(doing.tournament)
    leaving = [row for row in rows if row.withdrawn_after is None]
    for row in leaving:
        after = last_result(stage, row) if scheduled and stage.started_at is not None else last
        doing.update(row, withdrawn_after=after, version=doing.sequence)
    if scheduled:
        for row in leaving:
            with doing.together():
                forfeit_open_games(doing, stage, row)
    return leaving


def last_round(tournament: Tournament) -> int:
    """The number of the last round that exists, a draft included; 0 before the first."""
    return tournament.rounds.aggregate(last=Max("number"))["last"] or 0


def last_published(tournament: Tournament) -> int:
    """The number of the last round that everybody sees; 0 before the first. Who leaves while a round is a draft has not
    played it.
    """
    return tournament.rounds.public().aggregate(last=Max("number"))["last"] or 0


def last_result(stage: Stage, player: Player) -> int:
    """The last round in which a player of a schedule has a result; the one before the first if there is none."""
    places = player.appearances.filter(round__stage=stage, pairing__result__isnull=False)
    return places.aggregate(last=Max("round__number"))["last"] or stage.first_round - 1


def forfeit_open_games(doing: Act, stage: Stage, player: Player) -> None:
    """The games that a player still has in a schedule are lost without play; to who has left too, for both."""
    tables = Pairing.objects.filter(
        appearances__player=player, round__stage=stage, round__status=Round.Status.PUBLISHED, result__isnull=True
    )
    found = list(tables.order_by("round__number").select_related("round").prefetch_related("appearances__player"))
    lost = []
    for table in found:
        place, other = sorted(table.appearances.all(), key=lambda each: each.player_id != player.pk)
        won = Outcome.WIN if other.player.withdrawn_after is None else Outcome.LOSS
        sides = (Outcome.LOSS, won) if place.side == Appearance.Side.FIRST else (won, Outcome.LOSS)
        result = ResultFact(*sides, Decision.FORFEIT)
        doing.create(
            Result,
            pairing=table,
            entered_by=doing.who.user,
            entered_at=doing.at,
            **Result.fields_of(result),
        )
        doing.update(table, version=doing.sequence)
        lost.append({"round": table.round.number, "was": "", "now": notation.write(result)})
    if lost:
        lines = [{**line, **more} for line, more in zip(lines_of(found), lost, strict=True)]
        doing.facts["results"] = [*doing.facts.get("results", []), *lines]
