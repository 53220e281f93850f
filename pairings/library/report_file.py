"""A tournament of any system as a report file, written by other programs and the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from operator import attrgetter
from typing import Any

from pairings import options as system_options
from pairings.files.trf.comments.own import KierrosComment, MatchFormat, TableComment, own_comment
from pairings.files.trf.records import ByeList
from pairings.files.trf.writing.build import Heading, Person, document_of
from pairings.files.trf.writing.write import Edition
from pairings.files.trf.writing.write import write as written
from pairings.library.functions import known_system
from pairings.library.snapshot_checks import check_snapshot_values
from pairings.snapshot import Scoring, Snapshot
from pairings.system import InFile, System

#: Options of FIDE's systems that their own records tell.
_OPTIONS_IN_RECORDS = frozenset(["edition", "initial_colour", "acceleration"])


def write(
    snapshot: Snapshot,
    system: str = "dutch",
    *,
    name: str = "",
    first_day: date | None = None,
    report_edition: Edition = Edition.TRF26,
    people: Mapping[int, Person] | None = None,
    heading: Heading | None = None,
    **options: object,
) -> bytes:
    """Return the bytes of a report file with everything in the snapshot; `read` reads it again.

    `people` has players' data that no pairing depends on, by number. `heading` gives text records by their codes, such
    as {"022": "Turku", "212": "PTS,BH"}. Options are those of the system, by name. Raises LookupError for an unknown
    system, OptionError for an option that the system does not take, ValueError for an impossible snapshot, and TooWide
    for a value that does not fit its columns.
    """
    definition = known_system(system)
    check_snapshot_values(snapshot)
    chosen: Any = system_options.read(definition.options, options)
    file_snapshot, later = in_file(with_recorded_options(snapshot, definition, chosen), definition)
    texts: dict[str, Any] = {"012": name} if name else {}
    texts |= {**system_heading(definition, chosen, first_day, report_edition), **(heading or {})}
    comment = own_comment(own_of(snapshot, definition, chosen)) if report_edition is not Edition.TRF16 else ""
    if comment:
        comments = texts.get("###", ())
        texts["###"] = [comment, *([comments] if isinstance(comments, str) else comments)]
    return written(document_of(file_snapshot, texts, report_edition, people, later))


def with_recorded_options(snapshot: Snapshot, system: System, options: Any) -> Snapshot:
    """Return the snapshot with the recorded options of FIDE's systems: the initial colour, and virtual points."""
    colour = getattr(options, "initial_colour", "lot")
    if colour != "lot":
        snapshot = replace(snapshot, first_colour="first" if colour == "white" else "second")
    if getattr(options, "acceleration", "none") == "baku" and not snapshot.virtual_points and snapshot.planned_rounds:
        snapshot = replace(snapshot, virtual_points=options.book.baku(snapshot))
    return snapshot


def system_heading(system: System, options: object, first_day: date | None, edition: Edition) -> dict[str, str]:
    """Return the text records of a file about its first day and its system."""
    heading = {"042": first_day.strftime("%Y/%m/%d")} if first_day else {}
    heading["092"] = f"Individual: {system.name}"
    if system.report_code and edition is not Edition.TRF16:
        heading["192"] = system.report_code(options)
    return heading


def in_file(snapshot: Snapshot, system: System, later: Sequence[ByeList] = ()) -> tuple[Snapshot, Sequence[ByeList]]:
    """Return the snapshot with the rounds of its system in files, and the byes of later ones."""
    if system.in_file is None:
        return snapshot, later
    return system.in_file.snapshot(snapshot), _byes_in_file(system.in_file, snapshot, later)


def _byes_in_file(rounds: InFile, snapshot: Snapshot, later: Sequence[ByeList]) -> list[ByeList]:
    """Return future byes if a round is several of the file: those of the next round's other parts, then `later`."""
    requested_byes = [(bye.kind, snapshot.next_round, (bye.player,)) for bye in snapshot.byes]
    found = [
        ByeList(kind, rounds.first(number) + at, players)
        for kind, number, players in [
            *requested_byes,
            *((each.kind, each.round_number or 0, each.players) for each in later),
        ]
        for at in range(rounds.each)
    ]
    return [each for each in found if each.round_number != rounds.first(snapshot.next_round)]


def own_of(snapshot: Snapshot, system: System, options: object) -> KierrosComment:
    """Return the content of the comment of a file, beside its records.

    Systems with their own rounds in files put them there.
    """
    more = _options(system, options)
    plain = system.in_file is None
    return KierrosComment(
        system=system.key if more or not system.report_code else "",
        options=more,
        match=_match(snapshot.scoring) if plain else None,
        tables=_tables(snapshot) if plain else {},
        pods={played.number: played.booster_pods for played in snapshot.rounds if played.booster_pods},
    )


def _options(system: System, options: object) -> dict[str, object]:
    """Return the options that differ from the defaults; none if records contain all of them."""
    usual, names = system_options.as_json(system.options()), _OPTIONS_IN_RECORDS if system.ranked else frozenset[str]()
    own = {name: value for name, value in system_options.as_json(options).items() if name not in names}
    more = {name: value for name, value in own.items() if value != usual[name]}
    if system.report_code and system.of_code:
        usual |= system.of_code(system.report_code(options).upper(), "") or {}
    return more if any(value != usual[name] for name, value in more.items()) else {}


def _match(scoring: Scoring) -> MatchFormat | None:
    """Return the form of a result, or None if it is just one game."""
    found = MatchFormat(
        best_of=scoring.best_of,
        by_games=scoring.by_games,
        draws=scoring.draws,
        boards=scoring.boards,
        scores="points" if scoring.keeps_score else "",
        score_total=scoring.score_total,
    )
    return None if found == MatchFormat() else found


def _tables(snapshot: Snapshot) -> dict[int, dict[int, TableComment]]:
    """Return the extra data of pairings besides their outcomes, by round and first player."""
    tables = {}
    for played in snapshot.rounds:
        pairings = sorted(played.pairings, key=attrgetter("first"))
        tables[played.number] = {p.first: table for p in pairings if (table := TableComment.of(p)) != TableComment()}
    return {number: row for number, row in tables.items() if row}
