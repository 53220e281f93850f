"""Pages of teams: members at the desk, line-ups and boards of matches, and members' points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from pairings.snapshot import Result as ResultFact
from tournaments import player_lists
from tournaments.core import snapshot
from tournaments.core.journal.errors import Conflict, Refused, Unusual
from tournaments.core.rights import Right, Who
from tournaments.core.words import boards as words
from tournaments.core.words import notation
from tournaments.core.words.names import isolate
from tournaments.core.words.texts import MARK, as_csv
from tournaments.models import MatchSheet, Pairing, Player, Tournament
from tournaments.models.player import LineUp, sort_key
from tournaments.players.person_checks import is_chess
from tournaments.public.page_cache import from_memory
from tournaments.rounds.tables import rows_of
from tournaments.self_service.own_tables import TeamForm, team_form
from tournaments.teams import boards, line_ups, team_lists
from tournaments.teams import members as teams
from tournaments.teams.forms import (
    MemberForm,
    PasteForm,
    TeamListForm,
    line_up_of_form,
    members_to_json,
    merge_lines,
    posted_line_up,
)
from tournaments.teams.forms import lines_of as member_lines
from tournaments.teams.matches import by_board, csv_lines, lines_of, members_of, score_of, with_ranks
from tournaments.web.common import (
    Desk,
    find,
    find_round,
    frame,
    locked_text,
    once,
    pairing_of,
    staff_only,
    version_of_form,
    who,
)

#: The results of a board that have a button.
CHOICES = ("1-0", "½-½", "0-1", "+--", "--+", "---", "0-0")


@staff_only(Right.MANAGE_PLAYERS)
def members(request: HttpRequest, desk: Desk, player_id: str) -> HttpResponse:
    """Show and change the members of a team, in board order."""
    tournament = desk.tournament
    team = get_object_or_404(Player, tournament=tournament, public_id=player_id)
    if not tournament.table_kind.has_members:
        raise Http404
    team.tournament = tournament
    lines = member_lines(members_to_json(team.members.all()), tournament.best_of, request.POST or None)
    if request.POST.get("do") == "fill" or request.POST.get("text", "").strip():
        return _answer_pasted(request, desk, team, lines)
    problem = ""
    if request.method == "POST" and not any(line.errors for line in lines):
        filled_lines = [line for line in lines if line.cleaned_data["name"]]
        filled_lines.sort(key=lambda line: line.cleaned_data["place"] or len(lines))
        try:
            rows, version = [line.values for line in filled_lines], version_of_form(request)
            once(lambda: teams.set_members(who(request), tournament, team, rows, version=version))
        except Refused as refusal:
            _list, _slash, rest = (refusal.field or "").partition("/")
            place, _slash, field = rest.partition("/")
            if place.isdecimal() and field in filled_lines[int(place)].fields:
                filled_lines[int(place)].add_error(field, refusal.text)
            else:
                problem = refusal.text
        else:
            messages.success(request, _("Members saved."))
            following = _following(desk, team) if request.POST.get("do") == "next" else None
            return redirect("tournaments:members", slug=tournament.slug, player_id=(following or team).public_id)
    wrong = bool(problem) or any(line.errors for line in lines if line.is_bound)
    return _members(request, desk, team, lines, problem=problem, status=422 if wrong else 200)


@staff_only(Right.MANAGE_PLAYERS)
def team_list(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Import all teams with their members from one list: first show what was read; when confirmed, save it."""
    tournament = desk.tournament
    if not tournament.table_kind.has_members:
        raise Http404
    form, found, problem = TeamListForm(request.POST or None, request.FILES or None), [], ""
    if request.method == "POST" and form.is_valid():
        try:
            text = _text_of(form)
            form.data = {**dict(form.data.items()), "text": text}
            found = team_lists.read(text, tournament)
            if request.POST.get("do") == "save":
                team_lists.store(Who.at_page(request.user), tournament, found)  # several acts, not the one of a form
                messages.success(request, _("Teams and members saved."))
                return redirect("tournaments:roll", slug=tournament.slug)
        except player_lists.NotAList as error:
            form.add_error("text", str(error))
        except Refused as refusal:
            problem = refusal.text
    status = 422 if form.errors or problem else 200
    context = frame(desk, form=form, teams=found, problem=problem, button=team_lists.in_words(found) if found else "")
    return render(request, "teams/team_list.html", context, status=status)


def _text_of(form: TeamListForm) -> str:
    """Return the pasted text, or the sheets of the file one below the other."""
    file = form.cleaned_data["file"]
    text = form.cleaned_data["text"]
    if file is not None:
        text = "\n\n".join(player_lists.open_file(file.read()).sheets.values())
    return player_lists.unmangle(text)[0]


def _answer_pasted(request: HttpRequest, desk: Desk, team: Player, lines: Sequence[MemberForm]) -> HttpResponse:
    """Fill the lines from a list without storing it; a message names the parts that were not recognised."""
    paste = PasteForm(request.POST)
    if not paste.is_valid():
        return _members(request, desk, team, lines, paste=paste, status=422)
    text, notes = player_lists.unmangle(paste.cleaned_data["text"])
    try:
        found = player_lists.read(text, chess=is_chess(desk.tournament))
    except player_lists.NotAList as error:
        paste.add_error("text", str(error))
        return _members(request, desk, team, lines, paste=paste, status=422)
    # The number of an empty board, and the name of the team above the list, are not members.
    rows = [row for row in found.rows if any(map(str.isalpha, row.name)) and sort_key(row.name) != team.sort_key]
    entries = merge_lines(rows, lines)
    if not rows:
        paste.add_error("text", _("No names found. Enter one member per line, with the name and any other data."))
    elif len(entries) > teams.MOST:
        most = _("A team has at most {most} members, but this would make {count}. Paste only this team's list.")
        paste.add_error("text", most.format(most=teams.MOST, count=len(entries)))
    if paste.errors:
        return _members(request, desk, team, lines, paste=paste, status=422)
    notes += _unread_columns(found)
    for row in rows:
        notes += [f"{isolate(row.text)}: {each}" for each in (*row.faults, *row.remarks)]
    return _members(request, desk, team, member_lines(entries, desk.tournament.best_of), notes=notes, filled=len(rows))


def _unread_columns(found: player_lists.PlayerList) -> list[str]:
    """Return a note that names the columns skipped, by heading or number; [] if there are none."""
    fields = {*teams.FIELDS, "family", "given"}
    names = [
        found.headings[at] if at < len(found.headings) else str(at + 1)
        for at, key in enumerate(found.columns)
        if key not in fields and any(at < len(row) and row[at] for _line, row in found.body)
    ]
    return [_("Columns skipped: {names}.").format(names=", ".join(map(isolate, names)))] if names else []


def _following(desk: Desk, team: Player) -> Player | None:
    """Return the team after a given one in the list."""
    return next((each for each in desk.tournament.players.all() if each.by_name > team.by_name), None)


def _members(
    request: HttpRequest, desk: Desk, team: Player, lines: Sequence[MemberForm], *, status: int = 200, **more: object
) -> HttpResponse:
    following = _following(desk, team)
    version = team.version if request.method != "POST" else request.POST.get("version", "")
    context = {
        "paste": PasteForm(),
        "boards": desk.tournament.best_of,
        "following": following,
        "version": version,
    } | more
    return render(request, "teams/members.html", frame(desk, team=team, lines=lines, **context), status=status)


@staff_only(Right.ENTER_RESULTS)
def match(request: HttpRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """Show a match at the desk: its two line-ups, and its boards."""
    pairing = _match(desk, pairing_id)
    if request.method != "POST":
        return _page(request, desk, pairing)
    texts = [request.POST.get(f"b{number}", "") for number in range(1, desk.tournament.best_of + 1)]
    try:
        read = [words.parse(text) for text in texts]
        reason = request.POST.get("reason", "")[:500]
        boards.enter_boards(
            who(request), desk.tournament, pairing, read, version=version_of_form(request), reason=reason
        )
    except (notation.NotAResult, Refused) as error:
        status = 409 if isinstance(error, Conflict) else 422
        return _page(request, desk, pairing, typed=texts, problem=str(error), status=status)
    messages.success(request, _result_sentence(desk.tournament, pairing, read))
    return redirect(_next_address(desk, pairing))


def _result_sentence(tournament: Tournament, pairing: Pairing, read: Sequence[ResultFact | None]) -> str:
    found = words.result_of(read)
    if found is None:
        return _("{table}: boards saved.").format(table=tournament.table_title(pairing.table))
    result = notation.game_points(found, halves=tournament.halves)
    return f"{tournament.table_title(pairing.table)}: {result}"


def _next_address(desk: Desk, pairing: Pairing) -> str:
    """Return the address of the results page, or of the round if it is over."""
    name = "tournaments:results" if pairing.round.is_running else "tournaments:round"
    return reverse(name, args=[desk.tournament.slug, pairing.round.number])


@require_POST
@staff_only(Right.ENTER_RESULTS)
def line_up(request: HttpRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """Store the line-up of a team, entered at the desk."""
    pairing = _match(desk, pairing_id)
    team = get_object_or_404(Player, tournament=desk.tournament, public_id=request.POST.get("team", "")[:12])
    given, anyway, seen = posted_line_up(request), "anyway" in request.POST, line_up_of_form(request)
    try:
        once(
            lambda: line_ups.set_line_up(who(request), desk.tournament, pairing, team, given, anyway=anyway, seen=seen)
        )
    except Refused as refusal:
        context = {"problem": refusal.text, "unusual": isinstance(refusal, Unusual)}
        status = 409 if isinstance(refusal, Conflict) else 422
        return _page(request, desk, pairing, refused=(team, given, context), status=status)
    return redirect("tournaments:match", slug=desk.tournament.slug, pairing_id=pairing.public_id)


@require_POST
@staff_only(Right.ENTER_RESULTS)
def use_listed_line_ups(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Store all missing line-ups of a round: each team in list order."""
    tournament, round_ = desk.tournament, find_round(desk.tournament, number)
    if not tournament.table_kind.has_members:
        raise Http404
    asker = Who.at_page(request.user)  # whose acts are many, and not the one of a form
    try:
        line_ups.running(round_)
        missing_line_ups = [(match, team) for match, team in line_ups.missing(round_) if desk.enters_at(match.table)]
        count = line_ups.set_listed(asker, tournament, missing_line_ups)
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        text = ngettext("{count} line-up saved as listed.", "{count} line-ups saved as listed.", count)
        messages.success(request, text.format(count=count))
    page = reverse("tournaments:results", args=[tournament.slug, number])
    return redirect(page + ("?boards" if "boards" in request.GET else ""))


def _match(desk: Desk, pairing_id: str) -> Pairing:
    pairing = pairing_of(desk.tournament, pairing_id)
    pairing.round.tournament = desk.tournament
    if not desk.tournament.table_kind.has_members or pairing.round.is_draft:
        raise Http404
    return pairing


def _page(
    request: HttpRequest,
    desk: Desk,
    pairing: Pairing,
    *,
    typed: Sequence[str] | None = None,
    problem: str = "",
    refused: tuple[Player, LineUp, dict[str, object]] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the page of a match, with the entry that was refused, if any."""
    tournament = desk.tournament
    pairing = pairing_of(tournament, pairing.public_id)
    pairing.round.tournament = tournament
    sheet = MatchSheet.objects.filter(pairing=pairing).first()
    sides = boards.teams_at(pairing)
    lines = lines_of(sheet, members_of(sides.values()), tournament.best_of)
    texts = typed or [line.result for line in lines]
    context = frame(
        desk,
        round=pairing.round,
        row=rows_of(pairing.round, only=pairing)[0][0],
        teams=[_form(team, pairing, sheet, side, refused) for side, team in sides.items()],
        lines=[(line, text, _choices(text)) for line, text in zip(lines, texts, strict=True)],
        problem=problem,
        locked=locked_text(pairing.round),
        reason=request.POST.get("reason", ""),
        back=_next_address(desk, pairing),
        enters=not pairing.round.is_running or _can_enter(sheet, sides.values()),
    )
    return render(request, "teams/match.html", context, status=status)


def _form(
    team: Player,
    pairing: Pairing,
    sheet: MatchSheet | None,
    side: int,
    refused: tuple[Player, LineUp, dict[str, Any]] | None,
) -> TeamForm:
    team.tournament = pairing.round.tournament
    stored = sheet.of_side(side) if sheet is not None else None
    if refused is not None and refused[0].pk == team.pk:
        return team_form(team, pairing.round.number, stored, refused[1], **refused[2])
    return team_form(team, pairing.round.number, stored)


def _can_enter(sheet: MatchSheet | None, sides: Any) -> bool:
    """Return whether results of boards can be entered: both line-ups are in, or neither team has members."""
    is_known = sheet is not None and sheet.is_known
    return is_known or not any(team.members.exists() for team in sides)


def _choices(text: str) -> Sequence[str]:
    """Return the buttons of a board, and its result if no button has it."""
    return CHOICES if not text or text in CHOICES else (*CHOICES, text)


@from_memory()
def best_boards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the records of all team members, board by board."""
    desk = find(request, slug)
    groups = [(place, with_ranks(records)) for place, records in by_board(desk.tournament)]
    context = frame(desk, groups=groups, boards=desk.tournament.best_of)
    return render(request, "teams/best_boards.html", context)


@from_memory()
def teams_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Download a line for each player, the teams in the order of their table."""
    tournament = find(request, slug).tournament
    score = score_of(snapshot.current_stage(tournament)) if tournament.rounds.public().exists() else None
    if score is None:
        raise Http404
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-teams.csv"'
    response.write(MARK)
    response.write(as_csv(csv_lines(score)))
    return response
