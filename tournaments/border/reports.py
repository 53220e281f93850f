"""Report files (TRF) out: a tournament as FIDE and other programs read it, at any moment.

A file tells what everybody may know. A draft is nobody's business, so neither are the numbers and the lot that came
with a first draft; what else is not everybody's, `privacy` knows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pairings import __version__, trf, writing
from pairings.snapshot import ADJOURNED, Bye, ByeKind, Decision, Outcome, Pairing, Round, Snapshot
from pairings.system import System
from pairings.trf.ratings import method_of
from pairings.trf.records import ByeList
from tournaments import border
from tournaments.border import exceptions, own_records, rated, team_reports
from tournaments.border.ranking import initial_ranking
from tournaments.border.report_data import records_of
from tournaments.models import Player, RequestedBye, Stage, Tournament
from tournaments.rights import privacy
from tournaments.rights.permissions import Right
from tournaments.rulebook import RULE_BOOKS

#: Outcomes of one game. Only a ruling gives others, which then need no mark of their own.
_OF_ONE_GAME = frozenset(
    [(Outcome.WIN, Outcome.LOSS), (Outcome.LOSS, Outcome.WIN), (Outcome.DRAW, Outcome.DRAW)],
)


def report(
    stage: Stage, edition: trf.Edition = trf.Edition.TRF26, granted: Collection[Right] = frozenset(Right)
) -> bytes:
    """The published rounds of a stage as a report file, with whom the next round is to do without.

    A reader with the rights `granted` gets what is theirs; without them it is whole, as for a command.

    Raises trf.TooWide when a value does not fit its columns.
    """
    view = _public_view(stage)
    system, options = border.system_of(stage)
    snapshot = writing.told_of(view.snapshot, system, options)
    snapshot = replace(
        snapshot, rounds=tuple(_as_written(played, edition) for played in snapshot.rounds), byes=_away(stage, snapshot)
    )
    later: Sequence[ByeList] = _later_byes(view)
    if not privacy.may_read_byes(granted):
        snapshot, later = replace(snapshot, byes=()), []
    if not privacy.may_read("forbidden_pairs", granted):
        snapshot = replace(snapshot, forbidden=())
    snapshot, later = writing.in_file(snapshot, system, later)
    table = RULE_BOOKS[0].reported(stage)
    people = {n: replace(_person(p, granted), rank=table.ranks.get(p.pk)) for n, p in view.players.items()}
    heading = _heading(stage, system, options, edition, table.tie_breaks)
    heading |= records_of(stage, edition)
    if team_reports.can_tell(stage, view):
        told = team_reports.report_of(stage, view, snapshot, heading, later, table.ranks, granted, edition)
        return trf.write(told)
    heading["072"] = str(sum(player.reported_rating is not None for player in view.players.values()))
    heading |= _ratings_apart(stage.tournament, view.players, edition)
    corrected = [] if edition is trf.Edition.TRF16 else rated.games_of(view, granted)
    said = []
    if edition is not trf.Edition.TRF16:
        own = own_records.comment_of(stage, view.snapshot)
        said = [*([own] if own else []), *exceptions.comments(stage, view.numbers, granted, corrected)]
    if said:
        heading["###"] = said
    return trf.write(rated.in_file(trf.document_of(snapshot, heading, edition, people, later), corrected))


def _public_view(stage: Stage) -> border.View:
    """The stage without drafts; before round 1 is published, in the order that does not betray them."""
    view = border.take_view(stage)
    if view.snapshot.rounds or stage.number > 1:
        return view
    there = [player for player in view.snapshot.players if player.withdrawn is None]
    if stage.drawn_at is None:
        there.sort(key=lambda player: view.players[player.number].pk)
    if stage.seating == Stage.Seating.RATING:
        there.sort(key=initial_ranking)
    view = border.reseat(view, [player.number for player in there])
    return replace(view, snapshot=replace(view.snapshot, first_colour=None))


def _as_written(played: Round, edition: trf.Edition) -> Round:
    """Results that no game ends with can only be rulings; as such they need no code of their own (W, D, L). TRF16 has
    no code for a game that is adjourned: it stands there as what it counts as.
    """

    def written(pairing: Pairing) -> Pairing:
        result = pairing.result
        if result == ADJOURNED and edition is trf.Edition.TRF16:
            return replace(pairing, result=replace(result, decision=Decision.PLAYED))
        if result is None or result.decision is not Decision.RULING or (result.first, result.second) in _OF_ONE_GAME:
            return pairing
        return replace(pairing, result=replace(result, decision=Decision.PLAYED))

    return replace(played, pairings=tuple(written(pairing) for pairing in played.pairings))


def _away(stage: Stage, snapshot: Snapshot) -> tuple[Bye, ...]:
    """Who is not to be paired in the next round: byes asked for, and who has left or not come. None after the last."""
    if stage.tournament.finished_at is not None or snapshot.next_round > (snapshot.planned_rounds or trf.MOST_ROUNDS):
        return ()
    there = {player.number for player in snapshot.to_be_paired()}
    asked = {bye.player for bye in snapshot.byes}
    away = [p.number for p in snapshot.players if p.number not in there | asked]
    byes = [*snapshot.byes, *(Bye(number, ByeKind.ZERO) for number in away)]
    if len(byes) == len(snapshot.players):
        return ()  # a column in which everybody is away would be read as a round
    return tuple(sorted(byes, key=lambda bye: bye.player))


def _later_byes(view: border.View) -> list[ByeList]:
    """Byes asked for in rounds after the next one, by the stage's own rounds."""
    shift = view.stage.first_round - 1
    asked: dict[tuple[int, str], list[int]] = {}
    for bye in RequestedBye.objects.filter(
        player__in=list(view.numbers),
        player__withdrawn_after__isnull=True,
        round_number__gt=view.snapshot.next_round + shift,
    ):
        asked.setdefault((bye.round_number - shift, bye.kind), []).append(view.numbers[bye.player_id])
    return [ByeList(ByeKind(kind), number, tuple(sorted(who))) for (number, kind), who in sorted(asked.items())]


def _person(player: Player, granted: Collection[Right]) -> trf.Person:
    known = privacy.personal(player, granted)
    birth = known["birth"]
    birth = birth.replace("-", "/")  # as it could be written once
    if birth and not privacy.may_read("birth", granted):
        birth = f"{birth}/00/00"
    official = None if player.reported_rating == (player.rating or None) else player.reported_rating or 0
    return trf.Person(known.get("sex", ""), known.get("fide_id", ""), birth, official=official)


def _ratings_apart(tournament: Tournament, players: Mapping[int, Player], edition: trf.Edition) -> dict[str, str]:
    """Record 172 where somebody was ranked by another rating than FIDE's, which national records then tell."""
    told = {n: (player.reported_rating, player.rating or None) for n, player in players.items()}
    apart = {n: both for n, both in told.items() if both[0] != both[1]}
    if not apart or not tournament.federation or edition is trf.Edition.TRF16:
        return {}
    return {"172": f"{tournament.federation} {method_of(tournament.rank_method, apart)}"}


def _heading(
    stage: Stage, system: System, options: Any, edition: trf.Edition, tie_breaks: str
) -> dict[str, str | list[str]]:
    tournament = stage.tournament
    heading: dict[str, str | list[str]] = {
        "012": tournament.name,
        **writing.system_heading(system, options, tournament.starts_on, edition),
    }
    if edition is trf.Edition.TRF16:
        return heading
    heading["182"] = f"Kierros {__version__}"
    heading["212"] = tie_breaks
    return heading
