"""Write report files (TRF): a tournament for FIDE and other programs, at any moment.

A file contains what all visitors may know. Drafts are private, and so are the numbers and the lot of a first draft;
`privacy` defines the other private data.

Comments (`###`) report exceptions, one for each fact that a rating officer has to know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from pairings import __version__
from pairings.files import trf
from pairings.files.trf import Replay, rated
from pairings.files.trf.comments import by_hand, deducted, expelled
from pairings.files.trf.comments.by_hand import orders_in, values_in
from pairings.files.trf.rated import RatedOnly
from pairings.files.trf.ratings import method_of
from pairings.files.trf.records import ByeList
from pairings.files.trf.writing.build import Heading
from pairings.files.trf.writing.teams import Boards, Member, team_document
from pairings.library import report_file
from pairings.numbers.amounts import decimal_text
from pairings.snapshot import ADJOURNED, Bye, ByeKind, Decision, Outcome, Pairing, Result, Round, Snapshot
from pairings.system import System
from pairings.systems.team_swiss.options import KEY as OF_TEAMS
from pairings.systems.team_swiss.options import code_of
from tournaments.core import rights
from tournaments.core import snapshot as snapshots
from tournaments.core.journal.batch import with_present_names
from tournaments.core.rights import Right
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words import boards as words
from tournaments.models import Appearance, JournalEntry, MatchSheet, Player, RequestedBye, Stage, TeamMember, Tournament
from tournaments.models.fields import Change, StoredPlace
from tournaments.officials import corrections
from tournaments.player_lists.cells import plain_text
from tournaments.report_files import records
from tournaments.report_files.records import records_of
from tournaments.schedule.seats import initial_ranking

#: A comment line with its sort keys: the stage's round, and the order within it.
Line = tuple[int, int, str]

#: The point columns, by their names in the comments.
POINTS = ("win", "draw", "loss", "forfeit_win", "forfeit_loss", "allocated_bye", "full_bye", "half_bye", "zero_bye")
#: The verbs whose entries lead to comments.
VERBS = (
    *("change-settings", "change-rules", "correct-result", "forbid-pair", "allow-pair", "leave-fide-mode"),
    *("finish", "expel"),
)


def comments_of(
    stage: Stage, numbers: Mapping[int, int], granted: Collection[Right], corrected: Iterable[RatedOnly] = ()
) -> list[str]:
    """Return the comments of a stage's report, in the order of its rounds.

    `numbers` are the players' numbers by their rows' keys, `corrected` the games that the file contains as they are
    rated. Forbidden pairs are written only for readers who may see them, and reasons only for readers of the journal.
    Reasons for manual rounds and for leaving FIDE mode are public.
    """
    lines = [
        *_by_hand(stage),
        *_odd_byes(stage, numbers),
        *_deduction_lines(stage, numbers),
        *_manual_orders(stage, numbers),
        *_values(stage, numbers),
        *((each.round, 3, f"{rated.EVENT} @ Round {each.round}: {each.comment()}") for each in corrected),
        *_of_journal(stage, numbers, granted),
    ]
    return [text for _round, _place, text in sorted(lines, key=lambda line: line[:2])]


def _line(stage: Stage, round_number: int, place: int, event: str, text: str = "") -> Line:
    """Return a comment line; `round_number` is the tournament's."""
    own = max(round_number - stage.first_round + 1, 0)
    return own, place, f"{event} @ Round {own}: {' '.join(text.split())}".removesuffix(": ")


def _by_hand(stage: Stage) -> Iterator[Line]:
    for row in stage.rounds.public().order_by("number"):
        if row.by_hand is not None:
            yield _line(stage, row.number, 0, "MPA", row.by_hand["reason"])


def _odd_byes(stage: Stage, numbers: Mapping[int, int]) -> Iterator[Line]:
    """Yield full-point byes, which FIDE's rules no longer have, and repeated half-point byes of a player."""
    players_by_event: dict[tuple[int, str], list[int]] = {}
    had: set[int] = set()
    places = Appearance.objects.filter(round__in=stage.rounds.public(), bye__in=(ByeKind.FULL, ByeKind.HALF))
    for round_number, player, bye in places.order_by("round__number").values_list("round__number", "player", "bye"):
        if bye == ByeKind.FULL:
            players_by_event.setdefault((round_number, "FPB"), []).append(numbers[player])
        elif player in had:
            players_by_event.setdefault((round_number, "HPB again"), []).append(numbers[player])
        else:
            had.add(player)
    for (round_number, event), players in players_by_event.items():
        yield _line(stage, round_number, 1, event, ", ".join(map(str, sorted(players))))


def _deduction_lines(stage: Stage, numbers: Mapping[int, int]) -> Iterator[Line]:
    """Yield points deducted or given (record 299), with the public reason."""
    rounds = set(stage.rounds.public().values_list("number", flat=True))
    for player in stage.tournament.players.exclude(deductions=[]).filter(pk__in=list(numbers)).order_by("pk"):
        for each in player.deducted:
            if each.round in rounds:
                comment = deducted.comment_for(numbers[player.pk], each.points, each.reason)
                yield _line(stage, each.round, 2, deducted.EVENT, comment)


def _manual_orders(stage: Stage, numbers: Mapping[int, int]) -> Iterator[Line]:
    """Yield the tied players in a manual order, as in the table, with the public reason."""
    for level in RULE_BOOKS[0].level(stage.tournament):
        if level.reason and {player.pk for player in level.players} <= numbers.keys():
            order = [numbers[player.pk] for player in level.players]
            yield _line(stage, level.round, 4, by_hand.ORDER, by_hand.order_comment(order, level.reason))


def _values(stage: Stage, numbers: Mapping[int, int]) -> Iterator[Line]:
    """Yield the external values for a tie-break, which apply to the current table."""
    last = max(stage.rounds.public().values_list("number", flat=True), default=0)
    for player in stage.tournament.players.filter(outside__isnull=False, pk__in=list(numbers)).order_by("pk"):
        if player.outside is not None:
            comment = by_hand.value_comment(numbers[player.pk], Fraction(player.outside))
            yield _line(stage, last, 4, by_hand.VALUE, comment)


def _of_journal(stage: Stage, numbers: Mapping[int, int], granted: Collection[Right]) -> Iterator[Line]:
    entries = stage.tournament.journal.filter(verb__in=VERBS, undone_by__isnull=True).order_by("sequence")
    published = dict(stage.rounds.public().values_list("number", "published_at"))
    begun = min((at for at in published.values() if at is not None), default=None)
    if begun is None:
        return
    for entry in entries:
        if entry.at < begun and entry.verb != "expel":
            continue
        now = max((number for number, at in published.items() if at is not None and at <= entry.at), default=0)
        place = entry.sequence + 1  # behind what the round itself says
        yield from (
            _line(stage, now, place, event, text) for event, text in _lines_of_entry(entry, stage, numbers, granted)
        )


def _lines_of_entry(
    entry: JournalEntry, stage: Stage, numbers: Mapping[int, int], granted: Collection[Right]
) -> Iterator[tuple[str, str]]:
    """Yield the event and text of a journal entry, one line for each thing that it changed."""
    changes = with_present_names(entry.changes, entry.version)
    reason = f": {entry.reason}" if entry.reason and Right.SEE_DRAFTS in granted else ""
    if entry.verb == "leave-fide-mode":
        yield "FIDE mode left", entry.reason
    elif entry.verb == "finish":
        yield from _ended_early(entry, stage)
    elif entry.verb == "correct-result":
        yield from _correction(entry, stage, reason)
    elif entry.verb == "expel":
        yield from _expelled_players(entry, changes, numbers, reason)
    elif entry.verb in ("forbid-pair", "allow-pair"):
        if rights.may_read("forbidden_pairs", granted):
            yield from _pairs(changes, numbers, allowed=entry.verb == "allow-pair")
    else:
        yield from _settings(entry, changes, stage, reason)


def _ended_early(entry: JournalEntry, stage: Stage) -> Iterator[tuple[str, str]]:
    """Yield that the tournament ended before its last round: how many rounds of the last stage were played."""
    played = entry.facts.get("played", 0)
    if stage.rounds.filter(number=played).exists():
        before = stage.first_round - 1
        yield "Finished", f"{played - before} of {entry.facts['planned'] - before} rounds played"


def _correction(entry: JournalEntry, stage: Stage, reason: str) -> Iterator[tuple[str, str]]:
    facts = entry.facts
    if not stage.rounds.filter(number=facts["round"]).exists():
        return
    own = facts["round"] - stage.first_round + 1
    yield "Result", f"round {own} table {facts['table']}: {facts['now']}, was {facts['was']}{reason}"


def _expelled_players(
    entry: JournalEntry, changes: Iterable[Change], numbers: Mapping[int, int], reason: str
) -> Iterator[tuple[str, str]]:
    """Yield the number of an expelled player, and whether the table still ranks the player."""
    found = {change["pk"] for change in changes if change["model"] == "player"}
    for key in sorted(found & numbers.keys()):
        yield expelled.EVENT, expelled.comment_for(numbers[key], left_out="out" in entry.facts) + reason


def _pairs(changes: Iterable[Change], numbers: Mapping[int, int], *, allowed: bool) -> Iterator[tuple[str, str]]:
    for change in changes:
        row = change["before"] if allowed else change["after"]
        if change["model"] == "forbiddenpair" and row is not None and {row["one"], row["other"]} <= numbers.keys():
            pair = sorted((numbers[row["one"]], numbers[row["other"]]))
            yield "Prohibited pairing" + (" ended" if allowed else ""), f"{pair[0]}-{pair[1]}"


def _settings(entry: JournalEntry, changes: Iterable[Change], stage: Stage, reason: str) -> Iterator[tuple[str, str]]:
    """Yield changes of rounds, points and tie-breaks, before and after, each with the reason."""
    halves = stage.tournament.halves
    for change in changes:
        before, after = change["before"] or {}, change["after"] or {}
        if change["model"] == "stage" and change["pk"] == stage.pk and before.get("planned_rounds"):
            yield "Rounds", f"{after['planned_rounds'] or 'not said'}, were {before['planned_rounds']}{reason}"
        if change["model"] != "tournament":
            continue
        for name in POINTS:
            column = f"points_{name}"
            if column in before and column in after:
                now, was = (decimal_text(Fraction(row[column]), halves=halves) for row in (after, before))
                yield "Scoring", f"{name.replace('_', ' ')} {now}, was {was}{reason}"
        if {"rules", "rules_changes"} & before.keys():
            now, was = (" ".join(chain) for chain in _chains(entry, before, after, stage.system))
            yield "Tie-breaks", f"{now}, were {was}{reason}"


def _chains(
    entry: JournalEntry, before: Mapping[str, Any], after: Mapping[str, Any], system: str
) -> tuple[list[str], list[str]]:
    """Return the new and the old list of tie-breaks.

    They come from the entry, or else from the rule sets, which a change of settings stores without any lines.
    """
    rules: list[dict[str, Any]] = [
        entry.facts[when] for when in ("now", "was") if isinstance(entry.facts.get(when), dict)
    ]
    if len(rules) < 2:
        rows = (after, {"rules_changes": {}, **before})
        rules = [RULE_BOOKS[0].facts(row["rules"], system, row.get("rules_changes", {})) for row in rows]
    now, was = rules
    return now["chain"], was["chain"]


_LOST_BY_BOTH = (Outcome.LOSS, Outcome.LOSS)


def can_tell(stage: Stage, view: snapshots.View) -> bool:
    """Return whether a file can contain the members.

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
) -> trf.TrfDocument:
    """Return the report of a `snapshot`: the data of the view that its reader may know.

    `ranks` are by the teams' keys. Raises trf.TooWide.
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
    """Return a board lost by both as an ordinary game: W, D and L are for games too short to be rated."""
    if result is None or result.decision is not Decision.RULING or (result.first, result.second) != _LOST_BY_BOTH:
        return result
    return replace(result, decision=Decision.PLAYED)


def _members(view: snapshots.View, granted: Collection[Right]) -> tuple[dict[int, list[Member]], dict[str, int]]:
    """Return the members of each team by its number, numbered through all teams, and their numbers by their ids."""
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
    """Return the sheets with both line-ups, by the round of the stage and the number of the first team."""
    shift = stage.first_round - 1
    found = {}
    sheets = MatchSheet.objects.filter(pairing__round__stage=stage, first__isnull=False, second__isnull=False)
    for sheet in sheets.exclude(pairing__round__status="draft").select_related("pairing__round"):
        first = sheet.pairing.appearances.get(side=1).player_id
        found[sheet.pairing.round.number - shift, view.numbers[first]] = sheet
    return found


#: Outcomes of one game. Only a ruling can give others, so they need no further code.
_OF_ONE_GAME = frozenset(
    [(Outcome.WIN, Outcome.LOSS), (Outcome.LOSS, Outcome.WIN), (Outcome.DRAW, Outcome.DRAW)],
)


def report(
    stage: Stage, edition: trf.Edition = trf.Edition.TRF26, granted: Collection[Right] = frozenset(Right)
) -> bytes:
    """Return the published rounds of a stage as a report file, with the players absent from the next round.

    A reader gets the data for the rights `granted`; by default the file has all data, as for a command.

    Raises trf.TooWide if a value does not fit its columns.
    """
    view = _public_view(stage)
    system, options = snapshots.system_of(stage)
    snapshot = report_file.with_recorded_options(view.snapshot, system, options)
    snapshot = replace(
        snapshot,
        rounds=tuple(_reportable_round(played, edition) for played in snapshot.rounds),
        byes=_next_byes(stage, snapshot),
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
    heading |= _rating_record(stage.tournament, view.players, edition)
    corrected = [] if edition is trf.Edition.TRF16 else corrections.games_of(view, granted)
    comments = []
    if edition is not trf.Edition.TRF16:
        own = records.comment_of(stage, view.snapshot)
        comments = [*([own] if own else []), *comments_of(stage, view.numbers, granted, corrected)]
    if comments:
        heading["###"] = comments
    return trf.write(corrections.in_file(trf.document_of(snapshot, heading, edition, people, later), corrected))


def _public_view(stage: Stage) -> snapshots.View:
    """Return the stage without drafts; before round 1 is published, in an order that does not reveal its numbers."""
    view = snapshots.take_view(stage)
    if view.snapshot.rounds or stage.number > 1:
        return view
    present_players = [player for player in view.snapshot.players if player.withdrawn is None]
    if stage.drawn_at is None:
        present_players.sort(key=lambda player: view.players[player.number].pk)
    if stage.seating == Stage.Seating.RATING:
        present_players.sort(key=initial_ranking)
    view = snapshots.reseat(view, [player.number for player in present_players])
    return replace(view, snapshot=replace(view.snapshot, first_colour=None))


def _reportable_round(played: Round, edition: trf.Edition) -> Round:
    """Return a round whose results fit a report.

    Results that no game can have are always rulings, so they need no further code (W, D, L). TRF16 has no code for an
    adjourned game: the file has the result for which it counts.
    """

    def write_pairing(pairing: Pairing) -> Pairing:
        result = pairing.result
        if result == ADJOURNED and edition is trf.Edition.TRF16:
            return replace(pairing, result=replace(result, decision=Decision.PLAYED))
        if result is None or result.decision is not Decision.RULING or (result.first, result.second) in _OF_ONE_GAME:
            return pairing
        return replace(pairing, result=replace(result, decision=Decision.PLAYED))

    return replace(played, pairings=tuple(write_pairing(pairing) for pairing in played.pairings))


def _next_byes(stage: Stage, snapshot: Snapshot) -> tuple[Bye, ...]:
    """Return the byes of the next round: those asked for, and zero-point byes of absent and withdrawn players.

    () after the last round, or if everybody is away.
    """
    if stage.tournament.finished_at is not None or snapshot.next_round > (snapshot.planned_rounds or trf.MOST_ROUNDS):
        return ()
    paired_numbers = {player.number for player in snapshot.to_be_paired()}
    requested = {bye.player for bye in snapshot.byes}
    absent_numbers = [p.number for p in snapshot.players if p.number not in paired_numbers | requested]
    byes = [*snapshot.byes, *(Bye(number, ByeKind.ZERO) for number in absent_numbers)]
    if len(byes) == len(snapshot.players):
        return ()  # a column in which everybody is away would be read as a round
    return tuple(sorted(byes, key=lambda bye: bye.player))


def _later_byes(view: snapshots.View) -> list[ByeList]:
    """Return the byes requested for rounds after the next one, by the stage's own rounds."""
    shift = view.stage.first_round - 1
    numbers_by_bye: dict[tuple[int, str], list[int]] = {}
    for bye in RequestedBye.objects.filter(
        player__in=list(view.numbers),
        player__withdrawn_after__isnull=True,
        round_number__gt=view.snapshot.next_round + shift,
    ):
        numbers_by_bye.setdefault((bye.round_number - shift, bye.kind), []).append(view.numbers[bye.player_id])
    return [
        ByeList(ByeKind(kind), number, tuple(sorted(who))) for (number, kind), who in sorted(numbers_by_bye.items())
    ]


def _person(player: Player, granted: Collection[Right]) -> trf.Person:
    personal_values = rights.personal(player, granted)
    birth = personal_values["birth"]
    birth = birth.replace("-", "/")  # as it could be written once
    if birth and not rights.may_read("birth", granted):
        birth = f"{birth}/00/00"
    official = None if player.reported_rating == (player.rating or None) else player.reported_rating or 0
    return trf.Person(personal_values.get("sex", ""), personal_values.get("fide_id", ""), birth, official=official)


def _rating_record(tournament: Tournament, players: Mapping[int, Player], edition: trf.Edition) -> dict[str, str]:
    """Return record 172 if a player was ranked by another rating than FIDE's, which national records then contain; else
    {}.
    """
    rating_pairs = {n: (player.reported_rating, player.rating or None) for n, player in players.items()}
    different_ratings = {n: ratings for n, ratings in rating_pairs.items() if ratings[0] != ratings[1]}
    if not different_ratings or not tournament.federation or edition is trf.Edition.TRF16:
        return {}
    return {"172": f"{tournament.federation} {method_of(tournament.rank_method, different_ratings)}"}


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


#: Tied groups from files have numbers above those of any journal entry, which tied groups made here have.
TIES_OF_FILES = 1_000_000_000
LONGEST_REASON = 300


def columns_in(replay: Replay) -> dict[int, dict[str, object]]:
    """Return the columns of players whom the file puts in a manual order or gives an external value, by pairing
    number.
    """
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
