"""Report files (TRF) out: a tournament as FIDE and other programs read it, at any moment.

A file has what everybody may know. Drafts are private, and so are the numbers and the lot that came
with a first draft; what else is not everybody's, `privacy` knows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from pairings import __version__
from pairings.files import trf
from pairings.files.trf import Replay
from pairings.files.trf.comments.by_hand import orders_in, values_in
from pairings.files.trf.ratings import method_of
from pairings.files.trf.records import ByeList
from pairings.files.trf.writing.build import Heading
from pairings.files.trf.writing.teams import Boards, Member, team_document
from pairings.library import report_file
from pairings.snapshot import ADJOURNED, Bye, ByeKind, Decision, Outcome, Pairing, Result, Round, Snapshot
from pairings.system import System
from pairings.systems.team_swiss.options import KEY as OF_TEAMS
from pairings.systems.team_swiss.options import code_of
from tournaments.core import rights
from tournaments.core import snapshot as snapshots
from tournaments.core.rights import Right
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words import boards as words
from tournaments.models import MatchSheet, Player, RequestedBye, Stage, TeamMember, Tournament
from tournaments.models.fields import StoredPlace
from tournaments.officials import corrections
from tournaments.player_lists.cells import plain_text
from tournaments.report_files import exceptions, records
from tournaments.report_files.records import records_of
from tournaments.schedule.seats import initial_ranking

_LOST_BY_BOTH = (Outcome.LOSS, Outcome.LOSS)


def can_tell(stage: Stage, view: snapshots.View) -> bool:
    """Return whether a file can hold the members.

    Every team must have some, and every match with a played board must have its boards written.
    """
    if not stage.tournament.table_kind.has_members:
        return False
    teams = set(TeamMember.objects.filter(team__in=list(view.numbers)).values_list("team", flat=True))
    sheets = _sheets(stage, view)
    return teams == set(view.numbers) and all(
        (played.number, pairing.first) in sheets
        for played in view.snapshot.rounds
        for pairing in played.pairings
        if pairing.result is not None and pairing.result.decision is not Decision.FORFEIT
    )


def report_of(
    stage: Stage,
    view: snapshots.View,
    snapshot: Snapshot,
    heading: Heading,
    later: Sequence[ByeList],
    ranks: Mapping[int, int],
    granted: Collection[Right],
    edition: trf.Edition,
) -> trf.Document:
    """The file of what `snapshot` holds, which is that of the view as far as its reader may know it; `ranks` are by the
    teams' keys. Raises trf.TooWide.
    """
    options: Any = snapshots.system_of(stage)[1]
    if edition is not trf.Edition.TRF16:
        heading = {**heading, "192": _code(stage, options, str(heading.get("192", "")))}
    members, numbers = _members(view, granted)
    heading = {
        **heading,
        "092": f"Team: {snapshots.system_of(stage)[0].name}",
        "072": str(sum(member.rating is not None for row in members.values() for member in row)),
    }
    boards = {
        key: Boards(
            [numbers.get(each or "") for each in sheet.first or ()],
            [numbers.get(each or "") for each in sheet.second or ()],
            [_team_result(each) for each in words.read(sheet.boards or [""] * stage.tournament.best_of)],
        )
        for key, sheet in _sheets(stage, view).items()
    }
    places = {view.numbers[key]: rank for key, rank in ranks.items() if key in view.numbers}
    heading = {code: text for code, text in heading.items() if text}
    return team_document(snapshot, heading, members, boards, later, places, edition)


def _code(stage: Stage, options: Any, single: str) -> str:
    """The code of record 192; a round robin of teams has its own, different from that of single players."""
    if stage.system == OF_TEAMS:
        return code_of(options)
    book, _slash, rest = single.partition("_")
    return f"{book}_TEAM_{rest}" if rest.endswith("ROUNDROBIN") else ""


def _team_result(result: Result | None) -> Result | None:
    """A board that was lost for both is a game like others: W, D and L are of games too short to be rated."""
    if result is None or result.decision is not Decision.RULING or (result.first, result.second) != _LOST_BY_BOTH:
        return result
    return replace(result, decision=Decision.PLAYED)


def _members(view: snapshots.View, granted: Collection[Right]) -> tuple[dict[int, list[Member]], dict[str, int]]:
    """The members of each team by its number, numbered through all teams, and their numbers by their ids."""
    rows: dict[int, list[TeamMember]] = {number: [] for number in sorted(view.players)}
    for row in TeamMember.objects.filter(team__in=list(view.numbers)).order_by("place"):
        rows[view.numbers[row.team_id]].append(row)
    ordered = [row for each in rows.values() for row in each]
    numbers = {row.public_id: number for number, row in enumerate(ordered, start=1)}
    members = {team: [_member(row, numbers[row.public_id], granted) for row in each] for team, each in rows.items()}
    return members, numbers


def _member(row: TeamMember, number: int, granted: Collection[Right]) -> Member:
    whole = rights.may_read("birth", granted)
    birth = row.birth.replace("-", "/") if whole else rights.year(row.birth) and f"{rights.year(row.birth)}/00/00"
    person = trf.Person(
        row.sex if rights.may_read("sex", granted) else "",
        row.fide_id if rights.may_read("fide_id", granted) else "",
        birth,
    )
    return Member(number, row.name, row.rating, row.title, row.federation, person)


def _sheets(stage: Stage, view: snapshots.View) -> dict[tuple[int, int], MatchSheet]:
    """The sheets with both line-ups, by the round of the stage and the number of the first team."""
    shift = stage.first_round - 1
    found = {}
    sheets = MatchSheet.objects.filter(pairing__round__stage=stage, first__isnull=False, second__isnull=False)
    for sheet in sheets.exclude(pairing__round__status="draft").select_related("pairing__round"):
        first = sheet.pairing.appearances.get(side=1).player_id
        found[sheet.pairing.round.number - shift, view.numbers[first]] = sheet
    return found


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
    system, options = snapshots.system_of(stage)
    snapshot = report_file.with_recorded_options(view.snapshot, system, options)
    snapshot = replace(
        snapshot,
        rounds=tuple(_reportable_round(played, edition) for played in snapshot.rounds),
        byes=_away(stage, snapshot),
    )
    later: Sequence[ByeList] = _later_byes(view)
    if not rights.may_read_byes(granted):
        snapshot, later = replace(snapshot, byes=()), []
    if not rights.may_read("forbidden_pairs", granted):
        snapshot = replace(snapshot, forbidden=())
    snapshot, later = report_file.in_file(snapshot, system, later)
    table = RULE_BOOKS[0].report_table(stage)
    people = {n: replace(_person(p, granted), rank=table.ranks.get(p.pk)) for n, p in view.players.items()}
    heading = _heading(stage, system, options, edition, table.tie_breaks)
    heading |= records_of(stage, edition)
    if can_tell(stage, view):
        document = report_of(stage, view, snapshot, heading, later, table.ranks, granted, edition)
        return trf.write(document)
    heading["072"] = str(sum(player.reported_rating is not None for player in view.players.values()))
    heading |= _ratings_apart(stage.tournament, view.players, edition)
    corrected = [] if edition is trf.Edition.TRF16 else corrections.games_of(view, granted)
    comments = []
    if edition is not trf.Edition.TRF16:
        own = records.comment_of(stage, view.snapshot)
        comments = [*([own] if own else []), *exceptions.comments(stage, view.numbers, granted, corrected)]
    if comments:
        heading["###"] = comments
    return trf.write(corrections.in_file(trf.document_of(snapshot, heading, edition, people, later), corrected))


def _public_view(stage: Stage) -> snapshots.View:
    """The stage without drafts; before round 1 is published, in the order that does not betray them."""
    view = snapshots.take_view(stage)
    if view.snapshot.rounds or stage.number > 1:
        return view
    there = [player for player in view.snapshot.players if player.withdrawn is None]
    if stage.drawn_at is None:
        there.sort(key=lambda player: view.players[player.number].pk)
    if stage.seating == Stage.Seating.RATING:
        there.sort(key=initial_ranking)
    view = snapshots.reseat(view, [player.number for player in there])
    return replace(view, snapshot=replace(view.snapshot, first_colour=None))


def _reportable_round(played: Round, edition: trf.Edition) -> Round:
    """Results that no game ends with can only be rulings; as such they need no code of their own (W, D, L). TRF16 has
    no code for a game that is adjourned: it is there as what it counts as.
    """

    def write_pairing(pairing: Pairing) -> Pairing:
        result = pairing.result
        if result == ADJOURNED and edition is trf.Edition.TRF16:
            return replace(pairing, result=replace(result, decision=Decision.PLAYED))
        if result is None or result.decision is not Decision.RULING or (result.first, result.second) in _OF_ONE_GAME:
            return pairing
        return replace(pairing, result=replace(result, decision=Decision.PLAYED))

    return replace(played, pairings=tuple(write_pairing(pairing) for pairing in played.pairings))


def _away(stage: Stage, snapshot: Snapshot) -> tuple[Bye, ...]:
    """Return the byes of the next round: those asked for, and zero-point byes of absent and withdrawn players.

    () after the last round, or if everybody is away.
    """
    if stage.tournament.finished_at is not None or snapshot.next_round > (snapshot.planned_rounds or trf.MOST_ROUNDS):
        return ()
    there = {player.number for player in snapshot.to_be_paired()}
    asked = {bye.player for bye in snapshot.byes}
    away = [p.number for p in snapshot.players if p.number not in there | asked]
    byes = [*snapshot.byes, *(Bye(number, ByeKind.ZERO) for number in away)]
    if len(byes) == len(snapshot.players):
        return ()  # a column in which everybody is away would be read as a round
    return tuple(sorted(byes, key=lambda bye: bye.player))


def _later_byes(view: snapshots.View) -> list[ByeList]:
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
    known = rights.personal(player, granted)
    birth = known["birth"]
    birth = birth.replace("-", "/")  # as it could be written once
    if birth and not rights.may_read("birth", granted):
        birth = f"{birth}/00/00"
    official = None if player.reported_rating == (player.rating or None) else player.reported_rating or 0
    return trf.Person(known.get("sex", ""), known.get("fide_id", ""), birth, official=official)


def _ratings_apart(tournament: Tournament, players: Mapping[int, Player], edition: trf.Edition) -> dict[str, str]:
    """Record 172 where somebody was ranked by another rating than FIDE's, which national records then tell."""
    rating_pairs = {n: (player.reported_rating, player.rating or None) for n, player in players.items()}
    apart = {n: both for n, both in rating_pairs.items() if both[0] != both[1]}
    if not apart or not tournament.federation or edition is trf.Edition.TRF16:
        return {}
    return {"172": f"{tournament.federation} {method_of(tournament.rank_method, apart)}"}


def _heading(
    stage: Stage, system: System, options: object, edition: trf.Edition, tie_breaks: str
) -> dict[str, str | list[str]]:
    tournament = stage.tournament
    heading: dict[str, str | list[str]] = {
        "012": tournament.name,
        **report_file.system_heading(system, options, tournament.starts_on, edition),
    }
    if edition is trf.Edition.TRF16:
        return heading
    heading["182"] = f"Kierros {__version__}"
    heading["212"] = tie_breaks
    return heading


#: Ties of a file have numbers beyond those of any entry of the journal, which ties made here have.
TIES_OF_FILES = 1_000_000_000
LONGEST_REASON = 300


def columns_in(replay: Replay) -> dict[int, dict[str, object]]:
    """The columns of the players whom the file puts in order or gives a value, by pairing number."""
    own = {number: pairing for pairing, number in replay.ids.items()}
    comments = replay.document.texts("###")
    found: dict[int, dict[str, Any]] = {}
    for tie, order in enumerate(orders_in(comments, own), start=TIES_OF_FILES):
        reason = plain_text(order.reason, LONGEST_REASON) or _("Read from the report file.")
        for place, number in enumerate(order.players, start=1):
            found.setdefault(own[number], {})["placed"] = StoredPlace(
                after=order.after, tie=tie, of=len(order.players), place=place, reason=reason
            )
    for number, value in values_in(comments).items():
        if number in own:
            found.setdefault(own[number], {})["outside"] = Decimal(value.numerator) / value.denominator
    return found
