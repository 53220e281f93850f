"""Enter results on one page, one row at a time, and correct a result of a closed round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import SystemRandom

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from pairings.snapshot import ADJOURNED, Decision, Outcome, Result
from pairings.snapshot import Result as ResultFact
from tournaments.core.games import GAMES
from tournaments.core.journal.errors import Conflict, Refused
from tournaments.core.rights import Right
from tournaments.core.snapshot import beside, overlaps, still_played
from tournaments.core.tables import result_text
from tournaments.core.words import boards as words
from tournaments.core.words import notation
from tournaments.core.words.names import whole_number
from tournaments.core.words.values import Moment
from tournaments.desk.button_pages import button_of, next_results
from tournaments.desk.progress import StepKind, progress_of
from tournaments.history import undo
from tournaments.models import MatchSheet, Pairing, Player, Round, Tournament
from tournaments.officials import corrections
from tournaments.results import results
from tournaments.results.forms import last_text, take_back, take_cleared_label, take_label, text_of, typed_result
from tournaments.rounds.tables import TableRow, rows_now, rows_of
from tournaments.schedule.grid import has_grid
from tournaments.self_service import reports
from tournaments.self_service.desk_pages import calls_of_desk, of_desk, topics_of_desk
from tournaments.stages import knockouts
from tournaments.stages.bracket import DrawnMatch, LaterMatch, drawn_matches, is_knock_out
from tournaments.stages.knockouts import Follow
from tournaments.stages.stages import at_table
from tournaments.teams import boards
from tournaments.teams.matches import BoardLine, lines_to_enter
from tournaments.web.common import (
    Desk,
    PageRequest,
    find_round,
    frame,
    locked_text,
    pairing_of,
    staff_only,
    version_of_form,
    who,
    with_way_out,
)


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A table to enter: `mine` is the reader's text that was not stored, because of a `problem` or a `conflict`.

    `drawn` is the question who advances from a match of a knock-out, if the result does not decide it. `no_shows` are
    players who lost by forfeit and would be paired again.
    """

    row: TableRow
    mine: str = ""
    problem: str = ""
    conflict: str = ""
    drawn: DrawnMatch | None = None
    boards: Sequence[BoardLine] = ()
    no_shows: Sequence[Player] = ()

    @property
    def shown(self) -> str:
        """The content of its field: the result, or on the sheet of all boards a character for each board."""
        return words.write_row([board.result for board in self.boards]) if self.boards else self.row.shown

    @property
    def stored(self) -> str:
        """The content of its field in the form in which it is sent."""
        return self.shown if self.boards else self.row.notation

    @property
    def new_date(self) -> Moment | None:
        """The date of a match without a result that is played apart from its round; None otherwise."""
        pairing = self.row.pairing
        place = (pairing.round.number, pairing.table)
        tournament = pairing.round.tournament
        open_and_moved = self.row.result is None and tournament.was_moved(*place)
        return tournament.moment_of(*place) if open_and_moved else None

    @property
    def is_plain(self) -> bool:
        """Whether its row has just two players and their result."""
        of_two = self.row.pairing.round.tournament.table_kind.has_sides
        more = self.problem or self.conflict or self.drawn or self.boards or self.no_shows or self.new_date
        return of_two and not more

    @property
    def open(self) -> bool:
        return self.row.result is None or (self.drawn is not None and self.drawn.advance is None)


@never_cache  # who comes back to it by the browser's button sees what is stored now
@staff_only(Right.ENTER_RESULTS)
def results_entry(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the results of a round: to enter them while it runs, or to correct them one by one when it is closed."""
    tournament = desk.tournament
    round_ = find_round(tournament, number)
    round_.tournament = tournament
    if round_.status == Round.Status.CLOSED:
        context = frame(desk, round=round_, rows=rows_of(round_)[0], locked=locked_text(round_))
        return render(request, "results/closed.html", context)
    if not round_.is_running:
        messages.info(
            request,
            _("Round {number} is not running. Results can only be entered in a running round.").format(number=number),
        )
        return redirect("tournaments:desk", slug=tournament.slug)
    return _page(request, desk, round_)


def _page(
    request: HttpRequest, desk: Desk, round_: Round, refused: ResultLine | None = None, status: int = 200
) -> HttpResponse:
    """Return the page with all tables of a round, or only the reader's own. A refused entry is shown as it was written.
    The no-shows of the table in `absent`, which a script opens in place, are also shown.
    """
    tournament = desk.tournament
    reports.settle_due(tournament)
    everything, byes = rows_now(round_)
    rows = [row for row in everything if desk.enters_at(row.pairing.table)]
    only_missing = "missing" in request.GET
    missing = sum(row.result is None for row in rows)
    drawn = drawn_matches(round_)
    sheets = _sheets(request, tournament, rows)
    lines = [
        replace(
            refused if refused and row.pairing.pk == refused.row.pairing.pk else ResultLine(row),
            drawn=drawn.get(row.pairing.pk),
            boards=sheets.get(row.pairing.pk, ()),
            no_shows=_no_shows(desk, row),
        )
        for row in rows
    ]
    absent = request.GET.get("absent", "")
    context = frame(
        desk,
        round=round_,
        absent=int(absent) if absent.isascii() and absent.isdecimal() and len(absent) <= 4 else None,
        grid=has_grid(round_.stage),
        lines=[line for line in lines if line.open] if only_missing else lines,
        byes=byes,
        tables=len(rows),
        goes_on=any(row.pairing.round_id != round_.pk for row in rows),
        only_missing=only_missing,
        take=take_label(desk.tournament),
        take_cleared=take_cleared_label(desk.tournament),
        reported=of_desk(desk, [round_, *beside(round_)]),
        calls=calls_of_desk(desk),
        hears=topics_of_desk(tournament),
        take_back_at=reverse("tournaments:results-undo", args=[tournament.slug, round_.number])
        + _sheet_query(request, tournament),
        **_rows_context(request, desk, round_, missing),
        **_entry_context(request, tournament, round_),
    )
    return render(request, "results/results.html", context, status=status)


def _is_sheet(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether one sheet is used to enter the boards of all matches, instead of the match results."""
    return tournament.table_kind.has_members and "boards" in request.GET


def _sheet_query(request: HttpRequest, tournament: Tournament) -> str:
    return "?boards" if _is_sheet(request, tournament) else ""


def _sheets(request: HttpRequest, tournament: Tournament, rows: Sequence[TableRow]) -> dict[int, list[BoardLine]]:
    """Return the boards of matches by pairing key, if they are requested."""
    return lines_to_enter([row.pairing for row in rows], tournament) if _is_sheet(request, tournament) else {}


def _no_shows(desk: Desk, row: TableRow) -> list[Player]:
    """Return no-shows who have not withdrawn, if the reader may withdraw players."""
    result = row.result.fact if row.result is not None else None
    if result is None or result.decision is not Decision.FORFEIT or not desk.may(Right.MANAGE_PLAYERS):
        return []
    seats = enumerate(row.players, start=1)
    return [player for seat, player in seats if result.at_seat(seat) is Outcome.LOSS and player.is_in]


def _entry_context(request: HttpRequest, tournament: Tournament, round_: Round) -> dict[str, object]:
    context = {**scoring_context(tournament, round_), "query": _sheet_query(request, tournament)}
    if _is_sheet(request, tournament):
        context |= {"keys": (), "typed": True, "numbered": False, "ruled": False, "sheet": words.row_help()}
        context["board_keys"] = words.TAPS
    return context


def scoring_context(tournament: Tournament, round_: Round) -> dict[str, object]:
    scoring = tournament.scoring_of(round_.best_of)
    keys = notation.keys(scoring)
    agreed = notation.intentional_draw(scoring) if tournament.game == GAMES["cards"].key else None
    if is_knock_out(round_.stage):
        if scoring.best_of > 1 and scoring.best_of % 2:
            keys = tuple(key for key in keys if key.winner)  # one of them wins most games
    elif agreed is not None:
        keys = (*keys, agreed)
    return {
        "keys": keys,
        "typed": scoring.keeps_score,
        "numbered": scoring.keeps_score and scoring.score_total is None,
        "examples": notation.examples(scoring),
        "ruled": notation.knows_rulings(scoring),
    }


@require_POST
@staff_only(Right.ENTER_RESULTS)
def save_result(request: PageRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """Store the result of one table; respond with its row, and the other changes on the page."""
    tournament = desk.tournament
    pairing = pairing_of(tournament, pairing_id)
    note: dict[str, str] = {}
    status = 200
    try:
        if _is_sheet(request, tournament):
            _enter_boards(request, tournament, pairing)
        else:
            result = typed_result(request, tournament.scoring_of(pairing.round.best_of))
            results.enter_result(who(request), tournament, pairing, result, version=version_of_form(request))
    except Conflict as conflict:
        note, status = {"conflict": conflict.text}, 409
    except Refused as refusal:
        note, status = {"problem": refusal.text}, 422
    if note:
        note["mine"] = text_of(request)[: notation.LONGEST]
    if "bracket" in request.POST:
        return _redirect_to_bracket(request, pairing, note)
    return _row_response(request, desk, pairing, note, status)


def _redirect_to_bracket(request: HttpRequest, pairing: Pairing, note: Mapping[str, str]) -> HttpResponse:
    """Redirect to the bracket where the result was tapped."""
    tournament, stage = pairing.round.tournament, pairing.round.stage
    seated = pairing.appearances.select_related("player").order_by("side")
    title = tournament.table_kind.line_of([each.player.name for each in seated])  # the bracket has its own numbers
    if "conflict" in note:
        stored = getattr(pairing, "result", None)
        text = _("{names}: your entry {mine} is not saved. The result is now {result}.")
        shown = notation.write(stored.fact) if stored else "–"
        messages.error(request, text.format(names=title, mine=note["mine"], result=shown))
    elif note:
        messages.error(request, note["problem"])
    else:
        messages.success(request, _("{names}: result saved.").format(names=title))
    return redirect(f"{reverse('tournaments:bracket', args=[tournament.slug])}?stage={stage.number}")


def _enter_boards(request: HttpRequest, tournament: Tournament, pairing: Pairing) -> None:
    """Store all boards of a match from one word. Raise Refused."""
    text = text_of(request)
    try:
        read = [None] * tournament.best_of if text == "clear" else words.parse_row(text)
    except notation.NotAResult as error:
        raise Refused(str(error), code="not-a-result", field="typed") from error
    boards.enter_boards(who(request), tournament, pairing, read, version=version_of_form(request))


def _row_response(
    request: PageRequest, desk: Desk, pairing: Pairing, note: dict[str, str], status: int, text: str = ""
) -> HttpResponse:
    """Return the present row; without scripts, the page, or the whole page if the entry was refused.

    A round that became a draft again is not shown to readers without the right to see drafts.
    """
    tournament = desk.tournament
    round_ = find_round(tournament, pairing.round.number)
    if round_.is_draft and not desk.may(Right.SEE_DRAFTS):
        raise Http404
    round_.tournament = tournament
    rows, _byes = rows_of(round_, only=pairing)
    if not rows:
        raise Http404
    sheet = _sheets(request, tournament, rows).get(pairing.pk, ())
    drawn = drawn_matches(round_, pairing).get(pairing.pk)
    line = ResultLine(rows[0], **note, drawn=drawn, boards=sheet, no_shows=_no_shows(desk, rows[0]))
    if not request.htmx:
        if note:
            return _page(request, desk, _round_of_page(round_), line, status)
        page = reverse("tournaments:results", args=[tournament.slug, _round_of_page(round_).number])
        return redirect(page + _sheet_query(request, tournament))
    missing = sum(map(desk.enters_at, _open_tables(round_)))
    context = {
        "tournament": tournament,
        "answer": True,
        "line": line,
        "said": text,
        **_rows_context(request, desk, round_, missing),
        **_entry_context(request, tournament, round_),
    }
    return render(request, "results/results.html#answer", context, status=status)


def _round_of_page(round_: Round) -> Round:
    """Return the round whose page shows a table: if rounds overlap, the newest shows all running games."""
    if not overlaps(round_.stage):
        return round_
    newest = round_.stage.rounds.public().order_by("number").last() or round_
    newest.tournament, newest.stage = round_.tournament, round_.stage
    return newest if newest.is_running else round_


def _open_tables(round_: Round) -> list[int]:
    """Return the tables without a result; if rounds overlap, those of all running rounds."""
    if overlaps(round_.stage):
        return [game.table for game in still_played(round_.tournament)]
    return list(round_.pairings.filter(result__isnull=True).values_list("table", flat=True))


def _rows_context(request: HttpRequest, desk: Desk, round_: Round, missing: int) -> dict[str, object]:
    """Return the context around the rows: the number of missing results, the entry to undo, the next step."""
    several = overlaps(round_.stage)
    last = undo.last_undoable(who(request), desk.tournament, round_number=None if several else round_.number)
    step = None
    if several or not missing or _all_postponed(desk, round_):
        now = progress_of(desk.tournament, desk.tables)
        step = button_of(desk, now)
        if step is not None and step.kind is StepKind.ENTER_RESULTS:
            step = None if several else next_results(desk, round_.number, now)
    return {
        "missing": missing,
        "last": last,
        "last_text": last_text(last, desk.tournament),
        "last_row": last.facts["table"] if last else "",
        "step": step,
    }


def _all_postponed(desk: Desk, round_: Round) -> bool:
    """Return whether each missing result is of a match with a new date: the next round then need not wait."""
    if not desk.tournament.moved_matches:
        return False
    tables = filter(desk.enters_at, _open_tables(round_))
    return all(desk.tournament.was_moved(round_.number, table) for table in tables)


@require_POST
@staff_only(Right.ENTER_RESULTS)
def undo_last(request: PageRequest, desk: Desk, number: int) -> HttpResponse:
    """Undo only the entry that the button named. Respond with its row, as after an entry."""
    round_ = find_round(desk.tournament, number)
    outcome = take_back(request, desk, None if overlaps(round_.stage) else number)
    if request.htmx:
        note = {"problem": outcome.problem} if outcome.problem else {}
        return _row_response(request, desk, outcome.pairing(), note, 422 if note else 200, outcome.message)
    outcome.tell(request)
    page = reverse("tournaments:results", args=[desk.tournament.slug, number])
    return redirect(page + _sheet_query(request, desk.tournament))


def _follow(request: HttpRequest) -> Follow:
    """Return the decision about later matches of a knock-out."""
    chosen = request.POST.get("follow", "")
    return Follow(chosen) if chosen in set(Follow) else Follow.ASK


def _correction_message(tournament: Tournament, annulled: Sequence[LaterMatch] = ()) -> str:
    message = _("Result corrected. The reason is in the journal.")
    if not annulled:
        return message
    text = ngettext(
        "This later match is annulled: {matches}. Its round is reopened or removed until it is paired.",
        "These later matches are annulled: {matches}. Their rounds are reopened or removed until they are paired.",
        len(annulled),
    )
    return f"{message} {text.format(matches=knockouts.matches_in_words(tournament, annulled))}"


def _finish_message(result: ResultFact) -> str:
    """Return the message after an adjourned game is finished; rounds paired since then counted it as drawn."""
    if (result.first, result.second) == (ADJOURNED.first, ADJOURNED.second):
        return _("The game ended in a draw, as it was counted.")
    return _("The game is finished. Rounds already paired counted it as drawn, and they stay unchanged.")


@staff_only(Right.ADMINISTER)
def correct_result(request: HttpRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """Correct a result of a closed round. The page first shows the effects, which the standings app supplies."""
    tournament = desk.tournament
    pairing = pairing_of(tournament, pairing_id)
    round_ = pairing.round
    round_.tournament = tournament
    if round_.is_draft:
        return redirect("tournaments:desk", slug=tournament.slug)
    if tournament.table_kind.has_members and MatchSheet.objects.filter(pairing=pairing).exclude(boards=[]).exists():
        return redirect("tournaments:match", slug=tournament.slug, pairing_id=pairing.public_id)
    problem = ""
    if request.method == "POST":
        try:
            result = typed_result(request, tournament.scoring_of(pairing.round.best_of))
            open_until_now = results.is_adjourned(pairing)
            if result is None:
                raise Refused(_("The round is closed, so every pairing needs a result."), code="result-missing")
            follow = _follow(request)
            annulled = knockouts.annulled_by(pairing, result) if follow is Follow.REPLAY else ()
            results.correct_result(
                who(request),
                tournament,
                pairing,
                result,
                reason=request.POST.get("reason", "")[:500],
                version=version_of_form(request),
                follow=follow,
            )
        except Refused as refusal:
            problem = with_way_out(tournament.slug, refusal)
        else:
            messages.success(
                request, _finish_message(result) if open_until_now else _correction_message(desk.tournament, annulled)
            )
            return redirect("tournaments:results", slug=tournament.slug, number=round_.number)
    rows, _byes = rows_of(round_, only=pairing)
    adjourned = results.is_adjourned(pairing)
    context = frame(
        desk,
        round=round_,
        row=rows[0],
        problem=problem,
        locked="" if adjourned or problem else locked_text(round_),
        adjourned=adjourned,
        can_be_rated=round_.status == Round.Status.CLOSED and not corrections.why_not(tournament),
        chosen=text_of(request)[: notation.LONGEST],
        reason=request.POST.get("reason", ""),
        **scoring_context(tournament, round_),
    )
    return render(request, "results/correct.html", context, status=422 if problem else 200)


@dataclass(frozen=True, slots=True)
class TypedResult:
    """A table, the text typed for it, and the result it means; `problem` explains why it is invalid."""

    row: TableRow
    text: str = ""
    result: Result | None = None
    problem: str = ""

    @property
    def differs(self) -> bool:
        stored = self.row.result
        return self.result is not None and (stored is None or stored.fact != self.result)

    @property
    def says(self) -> str:
        return result_text(self.result, self.row.pairing.round.tournament)


@staff_only(Right.ENTER_RESULTS)
def second_entry(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Show the tables for a second entry of results, then the results that differ from the first entry.

    These are all tables that the reader may enter, or a random sample of `tables` of them.
    """
    round_ = find_round(desk.tournament, number)
    round_.tournament = desk.tournament
    if round_.is_draft:
        return redirect("tournaments:desk", slug=desk.tournament.slug)
    everything, _byes = rows_of(round_)
    rows = [row for row in everything if desk.enters_at(row.pairing.table)]
    if request.method != "POST":
        many = whole_number(request.GET.get("tables", "")) or len(rows)
        drawn = SystemRandom().sample(rows, min(many, len(rows)))
        shown = sorted((TypedResult(row) for row in drawn), key=lambda typed: typed.row.pairing.table)
        return _second_page(request, desk, round_, shown, of=len(rows))
    shown = [_read(request, row) for row in rows if _field(row) in request.POST]
    blank = [typed for typed in shown if not typed.text.strip()]
    wrong = [typed for typed in shown if typed.problem]
    if wrong or len(blank) == len(shown) or (blank and request.POST.get("do") != "without"):
        return _second_page(request, desk, round_, shown, of=len(rows), blank=len(blank), status=422)
    compared = [typed for typed in shown if typed.result is not None]
    context = frame(desk, round=round_, compared=compared, differing=[typed for typed in compared if typed.differs])
    return render(request, "results/second_entry.html", context)


def _field(row: TableRow) -> str:
    return f"t{row.pairing.table}"


def _read(request: HttpRequest, row: TableRow) -> TypedResult:
    text = request.POST[_field(row)]
    if not text.strip():
        return TypedResult(row)
    round_ = row.pairing.round
    try:
        result = notation.parse(text, round_.tournament.scoring_of(round_.best_of))
        return TypedResult(row, text, at_table(round_.tournament, row.pairing, result))
    except (notation.NotAResult, Refused) as error:
        return TypedResult(
            row, text[: notation.LONGEST], problem=error.text if isinstance(error, Refused) else str(error)
        )


def _second_page(
    request: HttpRequest, desk: Desk, round_: Round, shown: Sequence[TypedResult], *, status: int = 200, **more: object
) -> HttpResponse:
    to_do = next((typed for typed in shown if typed.problem or not typed.text.strip()), None)
    context = frame(
        desk,
        round=round_,
        shown=shown,
        first=to_do and to_do.row.pairing.table,
        examples=notation.examples(desk.tournament.scoring_of(round_.best_of)),
        **more,
    )
    return render(request, "results/second_entry.html", context, status=status)


@staff_only(Right.ADMINISTER)
def correct_for_rating(request: HttpRequest, desk: Desk, pairing_id: str) -> HttpResponse:
    """Edit the result for rating of a game, besides the one that counts; only games of closed rounds have two
    results.
    """
    tournament = desk.tournament
    pairing = pairing_of(tournament, pairing_id)
    round_ = pairing.round
    round_.tournament = tournament
    if round_.status != Round.Status.CLOSED or corrections.why_not(tournament):
        raise Http404
    problem = ""
    if request.method == "POST":
        try:
            result = typed_result(request, tournament.scoring_of(round_.best_of))
            if result is None:
                raise Refused(_("The round is closed, so every pairing needs a result."), code="result-missing")
            reason = request.POST.get("reason", "")
            version = version_of_form(request)
            corrections.correct_for_rating(who(request), tournament, pairing, result, reason=reason, version=version)
        except Refused as refusal:
            problem = refusal.text
        else:
            messages.success(request, _("The rated result is saved. Places and pairings do not change."))
            return redirect("tournaments:results", slug=tournament.slug, number=round_.number)
    rows, _byes = rows_of(round_, only=pairing)
    stored = pairing.result.rated
    context = frame(
        desk,
        round=round_,
        row=rows[0],
        problem=problem,
        chosen=text_of(request)[: notation.LONGEST] or rows[0].rated,
        reason=request.POST.get("reason", stored["reason"] if stored else ""),
        **scoring_context(tournament, round_),
    )
    return render(request, "results/rated.html", context, status=422 if problem else 200)
