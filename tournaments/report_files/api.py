"""Files for programs: imports of player lists and report files, and exports. With `dry_run` nothing is stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.files.trf import Edition, TooWide
from pairings.options import OptionError
from pairings.systems import SYSTEMS
from tournaments import player_lists
from tournaments.core.journal.acts import created_keys
from tournaments.core.journal.batch import with_present_names
from tournaments.core.journal.errors import Repeated
from tournaments.core.rights import Right, Who
from tournaments.core.words import persons, values
from tournaments.core.words.entrants import Entrants
from tournaments.core.words.names import TITLE_LENGTH
from tournaments.core.words.texts import as_csv, translate
from tournaments.models import JournalEntry, Player, Result, Round
from tournaments.player_lists import Answers, Fate, Plan, PlayerList, RowDecision, updating
from tournaments.players.person_checks import is_chess
from tournaments.public import calendars
from tournaments.report_files import go_results, importing, writing
from tournaments.report_files.go_results import GoFile
from tournaments.report_files.go_results import looks_like_one as looks_like_go
from tournaments.report_files.importing import before, broken_rounds, list_assumptions, marks, propose, rules_of
from tournaments.report_files.reading import BrokenReport, Incoming, incoming
from tournaments.rounds.tables import rows_of
from tournaments.setup import moving
from tournaments.setup.api import creating_account
from tournaments.setup.serializers import TournamentOut
from tournaments.tournament_files import checking, files
from tournaments.web.api.base import ProgramView, TournamentView, needs, who_of, with_key
from tournaments.web.api.openapi import FAULTS, KEY, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.response_cache import cached_by_revision
from tournaments.web.api.serializers import (
    BooleanField,
    ChoiceField,
    Document,
    NameField,
    SideOut,
    Strict,
    query_parameters,
    side_of,
)
from tournaments.web.api.views import (
    CSV,
    STAGE,
    CsvView,
    FileRenderer,
    JsonTypeFileRenderer,
    RoundView,
    StageView,
)

DRY = "Check the request and report the outcome, but save nothing."


class ListAsked(Strict):
    """Query parameters of an import of players."""

    dry_run = BooleanField(default=False, help_text=DRY)
    with_faults = BooleanField(
        default=False,
        help_text="Import rows without the values that were not understood, instead of skipping these rows.",
    )
    present = ChoiceField(
        choices=["leave", "update", "add"],
        default="leave",
        help_text="What happens to rows of existing players: skip them, update the player, or add the player again.",
    )
    rows = serializers.CharField(
        max_length=4000,
        required=False,
        help_text="Exceptions for single rows, by their keys: `3fa85f64b2c1:add,91c0d7e2a4b6:leave`.",
    )
    seen = serializers.CharField(
        max_length=64,
        required=False,
        help_text="The `plan` of a dry run. The request is refused if the outcome would differ now.",
    )

    def validate_rows(self, text: str) -> dict[str, str]:
        found = dict(part.partition(":")[::2] for part in text.split(","))
        if not all(answer in ("leave", "update", "add") for answer in found.values()):
            raise serializers.ValidationError(
                _("Send key:answer pairs, separated by commas. Answers are leave, update and add.")
            )
        return found


class ListRowOut(Document):
    key = serializers.CharField(help_text="The key of the row for `rows`, valid while the row keeps its position.")
    line = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    fate = ChoiceField(choices=[fate.value for fate in Fate])
    values = serializers.DictField(child=serializers.JSONField(), help_text="The values that were understood.")
    faults = serializers.ListField(child=serializers.CharField(), help_text="The errors in the row.")
    remarks = serializers.ListField(child=serializers.CharField(), help_text="Remarks to check.")
    why = serializers.ListField(
        child=serializers.CharField(), help_text="Why the row is skipped, updated or not imported."
    )
    likely_duplicate = BooleanField()
    possible = serializers.ListField(
        child=ChoiceField(choices=["leave", "update", "add"]),
        help_text="The choices that `rows` has for this row; empty if no similar player exists.",
    )
    player = SideOut(allow_null=True, help_text="The existing player.")


class ListOut(Document):
    dry_run = BooleanField()
    plan = serializers.CharField(help_text="The plan, to send as `seen`.")
    notes = serializers.ListField(child=serializers.CharField(), help_text="Notes on the whole list.")
    columns = serializers.ListField(child=serializers.CharField(), help_text="The meaning assigned to each column.")
    rows = ListRowOut(many=True)


class ReportAsked(Strict):
    """Facts that a report file lacks or leaves uncertain, in the address."""

    dry_run = BooleanField(default=False, help_text=DRY)
    name = NameField(
        max_length=TITLE_LENGTH,
        required=False,
        help_text="The name of the tournament; the name in the file by default.",
    )
    system = ChoiceField(choices=[*SYSTEMS], required=False, help_text="The pairing system for the rounds to come.")
    starts_on = serializers.DateField(required=False)
    time_zone = serializers.CharField(max_length=64, default="UTC")
    is_public = BooleanField(default=True)
    fide_rated = BooleanField(default=True, help_text="For a report file: put the tournament in FIDE mode if possible.")
    go_on = ChoiceField(
        choices=[
            ("marked", "all rounds, those that break rules as made by hand"),
            ("before", "only the rounds before the first that breaks a rule"),
        ],
        default="marked",
        help_text="What to import if rounds break rules.",
    )
    bar = serializers.CharField(
        max_length=3,
        required=False,
        help_text="The bar for a file of Go results, such as 3d. By default it follows from the scores.",
    )
    floor = serializers.CharField(
        max_length=3,
        required=False,
        help_text="The floor for a file of Go results, such as 20k. By default it follows from the scores.",
    )


class BrokenOut(Document):
    round = serializers.IntegerField()
    texts = serializers.ListField(child=serializers.CharField(), help_text="A sentence for each broken rule.")


class ListedOut(Document):
    line = serializers.IntegerField(help_text="The number of the line; 0 for the whole file.")
    text = serializers.CharField()


class ImportedOut(Document):
    dry_run = BooleanField()
    tournament = TournamentOut(allow_null=True, help_text="The tournament; null for a dry run.")
    name = serializers.CharField(allow_blank=True)
    system = serializers.CharField()
    why = serializers.CharField(help_text="Why this system was chosen.")
    players = serializers.IntegerField(help_text="The number of players, or of teams in a team file.")
    members = serializers.IntegerField(help_text="The number of members of all teams; 0 for individual players.")
    rounds = serializers.IntegerField()
    open_results = serializers.IntegerField()
    remarks = ListedOut(many=True)
    broken = BrokenOut(many=True, help_text="Rounds with repeated pairings, or that break another rule.")
    supposed = serializers.ListField(
        child=serializers.CharField(), help_text="Assumptions about what the file does not state."
    )


class PlayersList(TournamentView):
    @needs(Right.MANAGE_PLAYERS)
    @meets(409)
    @extend_schema(
        request={"text/csv": OpenApiTypes.STR, "text/plain": OpenApiTypes.STR},
        responses={200: ListOut, **FAULTS},
        parameters=[KEY, ListAsked],
        operation_id="take_list",
    )
    def post(self, request: Request, slug: str) -> Response:
        """Import a player list, as a spreadsheet or as text: CSV, TSV, XLSX, a report file, or one player a line.

        The answer lists for each row the values understood, the errors and likely existing players.
        """
        options = query_parameters(ListAsked, request)
        found, notes = self._read(self.body)
        answers = Answers(options["with_faults"], options["present"], options.get("rows", {}))
        if not answers.of_rows.keys() <= {player_lists.key_of(row) for row in found.rows}:
            raise ValidationError({"rows": [_("This row is not in the list. Do a dry run to get its keys.")]})
        if options["dry_run"]:
            plan = player_lists.compare(found.rows, self.tournament.players.all(), answers)
        else:
            plan = self._take(found, answers, options.get("seen"))
        document = {
            "dry_run": options["dry_run"],
            "plan": plan.tag,
            "notes": [*notes, *found.notes],
            "columns": found.columns,
            "rows": [_row(each) for each in plan.decided],
        }
        return Response(document)

    def _read(self, data: bytes) -> tuple[PlayerList, list[str]]:
        try:
            workbook = player_lists.open_file(data)
            text, more = player_lists.unmangle(next(iter(workbook.sheets.values())))
            found = player_lists.read(
                text,
                chess=is_chess(self.tournament),
                teams=self.tournament.entrant_kind is Entrants.TEAMS,
            )
        except player_lists.NotAList as error:
            raise Problem(422, "no-list", str(error)) from error
        if found.problem or not found.rows:
            raise Problem(422, "no-list", found.problem or _("The list contains no players."))
        return found, [*workbook.notes, *more]

    def _take(self, found: PlayerList, answers: Answers, seen: str | None) -> Plan:
        try:
            return updating.take_list(self.who, self.tournament, found.rows, answers, seen=seen)
        except Repeated as repeated:
            plan = player_lists.compare(found.rows, self.tournament.players.all(), answers)
            return _as_done(plan, repeated.entry)


def _as_done(plan: Plan, entry: JournalEntry) -> Plan:
    """Return the plan with the outcomes that the rows had at the first import.

    The outcomes follow from the players that the journal entry added or changed.
    """
    added = set(created_keys(entry, Player))
    changes = with_present_names(entry.changes, entry.version)
    changed = {change["pk"] for change in changes if change["model"] == "player"} - added
    for each in plan.decided:
        if each.player is not None and each.player.pk in added | changed:
            each.fate, each.why = (Fate.ADD if each.player.pk in added else Fate.UPDATE), []
    return plan


def _row(decided: RowDecision) -> dict[str, Any]:
    row = decided.row
    return {
        "key": decided.key,
        "line": row.line,
        "name": row.name,
        "fate": decided.fate.value,
        "values": {
            key: persons.iso(value) if key == "birth" else value
            for key, value in row.values.items()
            if value not in (None, "")
        },
        "faults": row.faults,
        "remarks": row.remarks,
        "why": decided.why,
        "likely_duplicate": decided.is_double,
        "possible": decided.possible,
        "player": side_of(decided.player) if decided.player is not None else None,
    }


class ImportTournament(ProgramView):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request={"text/plain": OpenApiTypes.STR, "application/json": OpenApiTypes.OBJECT},
        responses={200: ImportedOut, 201: ImportedOut, **FAULTS},
        parameters=[KEY, ReportAsked],
        operation_id="import_report",
    )
    def post(self, request: Request) -> Response:
        """Create a tournament from a report file (TRF06, TRF16, TRF26 or an engine's format), with you as its
        organiser. Go results (H9, AGA) and FESA grids work too.

        The answer lists all faults by line; then nothing is saved. A tournament file is imported unchanged: of the
        parameters only `dry_run` applies.
        """
        who = with_key(request, creating_account(who_of(request)))
        options = query_parameters(ReportAsked, request)
        if checking.looks_like_one(self.body):
            return self._whole(who, dry_run=options["dry_run"])
        if options["time_zone"] not in values.known_zones():
            raise ValidationError({"time_zone": [_("Unknown time zone.")]})
        try:
            if looks_like_go(self.body):
                return self._import_go_results(who, options)
            found = incoming(self.body)
        except BrokenReport as broken:
            errors = [{"pointer": f"/{fault.line}", "detail": fault.text} for fault in broken.faults]
            text = _("The file cannot be read. Correct these lines: {first}").format(first=broken.faults[0].text)
            raise Problem(422, "broken-file", text, errors=errors, count=broken.count) from broken
        return self._answer(who, found, options)

    def _whole(self, who: Who, *, dry_run: bool) -> Response:
        """Import a tournament file. Raise Refused with the fault if it is not valid."""
        read = checking.read(self.body)
        document = {
            "dry_run": dry_run,
            "tournament": None,
            "name": read["tournament"]["name"],
            "system": read["stages"][-1]["system"],
            "why": _("A tournament file is restored unchanged. Leave this field out."),
            "players": len(read["players"]),
            "members": len(read["members"]),
            "rounds": len(read["rounds"]),
            "open_results": len(read["pairings"]) - len(read["results"]),
            "remarks": [],
            "broken": [],
            "supposed": [],
        }
        if dry_run:
            return Response(document)
        tournament = moving.import_file(who, self.body, sheet=uuid5(NAMESPACE_URL, f"{who.key} {who.key_of}"))
        return Response({**document, "tournament": TournamentOut(tournament).data}, status=201)

    def _import_go_results(self, who: Who, options: dict[str, Any]) -> Response:
        """Import a file of Go or shogi results. Raise BrokenReport if it cannot be read."""
        if options.get("system", go_results.SYSTEM) != go_results.SYSTEM:
            raise ValidationError(
                {"system": [_("Go and shogi results become a McMahon tournament. Leave this field out.")]}
            )
        try:
            found = go_results.incoming_go(self.body, bar=options.get("bar", ""), floor=options.get("floor", ""))
        except OptionError as error:
            raise ValidationError({error.name: [translate(error.sentence)]}) from error
        name = options.get("name", found.name)
        document = {
            "dry_run": options["dry_run"],
            "tournament": None,
            "name": name,
            "system": go_results.SYSTEM,
            "why": found.start,
            "players": len(found.players),
            "members": 0,
            "rounds": len(found.rounds),
            "open_results": found.open_results,
            "remarks": [{"line": line, "text": text} for line, text in found.remarks],
            "broken": [],
            "supposed": [],
        }
        if options["dry_run"]:
            return Response(document)
        tournament = importing.import_tournament(who, found, **_import_values(who, found, name, options))
        return Response({**document, "tournament": TournamentOut(tournament).data}, status=201)

    def _answer(self, who: Who, found: Incoming, options: dict[str, Any]) -> Response:
        proposal = propose(found)
        broken, sentences = (
            broken_rounds(found, proposal),
            list_assumptions(found, proposal, rules_of(found, proposal.system)),
        )
        cut = bool(broken) and options["go_on"] == "before"
        if cut:
            found = before(found, broken[0].number)
        name, system = options.get("name", found.name), options.get("system", proposal.system)
        document = {
            "dry_run": options["dry_run"],
            "tournament": None,
            "name": name,
            "system": system,
            "why": proposal.why,
            "players": len(found.players),
            "members": found.member_count,
            "rounds": found.replay.played,
            "open_results": found.open_results,
            "remarks": [{"line": line, "text": text} for line, text in found.remarks],
            "broken": [{"round": each.number, "texts": list(each.texts)} for each in broken],
            "supposed": sentences,
        }
        if options["dry_run"]:
            return Response(document)
        tournament = importing.import_tournament(
            who,
            found,
            system=system,
            options=proposal.options if system == proposal.system else {},
            marked={} if cut else marks(broken),
            **_import_values(who, found, name, options),
        )
        return Response({**document, "tournament": TournamentOut(tournament).data}, status=201)


def _import_values(who: Who, found: Incoming | GoFile, name: str, options: dict[str, object]) -> dict[str, Any]:
    """Return the values sent with a file, or else those of the file."""
    if not name:
        raise ValidationError({"name": [_("The file has no tournament name. Enter one.")]})
    return {
        "name": name,
        "starts_on": options.get("starts_on") or found.first_day or timezone.now().date(),
        "time_zone": options["time_zone"],
        "is_public": options["is_public"],
        "fide_rated": options["fide_rated"],
        "sheet": uuid5(NAMESPACE_URL, f"{who.key} {who.key_of}"),
    }


class File(TournamentView):
    @needs(Right.SEE_DRAFTS, Right.SEE_PERSONAL)
    @extend_schema(responses={(200, "application/json"): OpenApiTypes.OBJECT, **FAULTS}, operation_id="tournament_file")
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Get the whole tournament as a file, including its journal. Import it elsewhere with `POST /tournaments`."""
        return HttpResponse(files.write(self.tournament), content_type="application/json")


class Report(StageView):
    query = (STAGE,)
    renderer_classes = (FileRenderer, JsonTypeFileRenderer)

    @extend_schema(
        responses={(200, "text/plain"): OpenApiTypes.STR, **FAULTS},
        operation_id="report",
    )
    def get(self, request: Request, slug: str, edition: str) -> Response:
        """Get the published rounds as a report file.

        Full birth dates, sex and FIDE ID need the scope `read` or `players:write`. Requested byes need one of these or
        `pairings:write`; forbidden pairs need `read` or `pairings:write`.
        """
        stage = self.stage()
        try:
            content = writing.report(stage, Edition(edition.upper()), self.granted)
        except TooWide as error:
            reason = translate(error.sentence)
            text = _("The tournament does not fit a report file: {why}").format(why=reason)
            raise Problem(422, "too-wide", text) from error
        name = f'attachment; filename="{self.tournament.slug}.trf"'
        return Response(content, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


ICS = {(200, "text/calendar"): OpenApiTypes.STR}


class PlayersCsv(CsvView):
    @cached_by_revision
    @extend_schema(responses={**CSV, **FAULTS}, operation_id="players_csv")
    def get(self, request: Request, slug: str) -> Response:
        """Get the players as CSV, in columns that can be imported again. Importing them unchanged has no effect."""
        return self.csv("players", player_lists.write(self.tournament.players.all(), self.granted))


class PairingsCsv(RoundView, CsvView):
    @cached_by_revision
    @extend_schema(responses={**CSV, **FAULTS}, operation_id="pairings_csv")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get the tables of a round as CSV, followed by the byes.

        Readers with `read` get two more columns: who recorded a result, and when.
        """
        round_ = self.round(number)
        return self.csv(f"round-{number}", as_csv(_lines(round_, has_slips=Right.SEE_DRAFTS in self.granted)))


class CalendarRenderer(FileRenderer):
    """A renderer that sends a calendar unchanged, and problems as JSON."""

    media_type = "text/calendar"
    format = "ics"


class CalendarView(TournamentView):
    renderer_classes = (CalendarRenderer, JsonTypeFileRenderer)

    def calendar(self, content: bytes) -> Response:
        headers = {"Content-Disposition": f'attachment; filename="{self.tournament.slug}.ics"'}
        return Response(content, content_type="text/calendar; charset=utf-8", headers=headers)


class TournamentCalendar(CalendarView):
    @extend_schema(responses={**ICS, **FAULTS}, operation_id="calendar")
    def get(self, request: Request, slug: str) -> Response:
        """Get a calendar of the tournament and its published rounds (RFC 5545)."""
        return self.calendar(calendars.of_tournament(self.tournament))


class PlayerCalendar(CalendarView):
    @extend_schema(responses={**ICS, **FAULTS}, operation_id="player_calendar")
    def get(self, request: Request, slug: str, player_id: str) -> Response:
        """Get a calendar of one player's published rounds. It shows opponents and tables."""
        player = get_object_or_404(Player, tournament=self.tournament, public_id=player_id)
        player.tournament = self.tournament
        return self.calendar(calendars.of_player(player))


def _lines(round_: Round, *, has_slips: bool) -> Iterable[tuple[object, ...]]:
    rows, byes = rows_of(round_)
    more = ("third", "fourth")[: round_.tournament.table_kind.most - 2]
    yield "round", "table", "room", "first", "second", *more, "result", "bye", *(("by", "at") if has_slips else ())
    for row in rows:
        names = [player.name for player in row.players]
        names += [""] * (2 + len(more) - len(names))
        line = (round_.number, row.pairing.table, row.room, *names, row.shown, "")
        yield *line, *(_slip(row.result) if has_slips else ())
    for bye in byes:
        empty = [""] * (2 + len(more))
        yield round_.number, "", "", bye.player.name, *empty, bye.kind, *(("", "") if has_slips else ())


def _slip(result: Result | None) -> tuple[str, str]:
    """Return the author and time of a result."""
    return (result.by, result.at.isoformat() if result.at else "") if result is not None else ("", "")
