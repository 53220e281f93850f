"""Pages of a player list: the preview of its changes before anything is stored, and the export as CSV."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache

from tournaments import player_lists
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.entrants import Entrants, entrants_in_words
from tournaments.core.words.names import whole_number
from tournaments.models import Player
from tournaments.player_lists import (
    COLUMNS,
    FIELDS,
    NO_COLUMN,
    SECTION,
    UNKNOWN,
    Answers,
    Fate,
    ListRow,
    Plan,
    PlayerList,
    RowDecision,
    updating,
)
from tournaments.player_lists.forms import AnswersForm, ListForm, choice_of
from tournaments.players.forms import Sections
from tournaments.players.person_checks import is_chess
from tournaments.web.common import CSRF, Desk, PageRequest, first_time, frame, staff_only, who

#: The number of rows that are shown below the column choosers.
FIRST = 8
#: The maximum number of rows of a long list that are reported one by one; all rows are counted.
MOST_ROWS = 300
PAGE = "player_lists/player_list.html"
#: The value of a button that moves players, followed by the name of the section.
MOVE = "move "
#: Fields that each form sends again; all other choices are kept even if the list cannot be read.
_FIELDS_OF_EACH_FORM = frozenset({CSRF, "text", "file", "do", "sheet", "seen", "known", SECTION})
FATE_LABELS = {
    Fate.ADD: lambda: pgettext("row of a file", "Added"),
    Fate.UPDATE: lambda: pgettext("row of a file", "Changed"),
    Fate.LEAVE: lambda: pgettext("row of a file", "Unchanged"),
    Fate.NOT_TAKEN: lambda: pgettext("row of a file", "Excluded"),
}


@dataclass(frozen=True, slots=True)
class Sheets:
    """The sheets of a workbook, which the form sends again; the text of sheet `at` is in the text field."""

    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    at: int = 0

    @classmethod
    def of(cls, post: QueryDict) -> Sheets:
        names, texts = post.getlist("sheet_name"), post.getlist("sheet_text")
        at = whole_number(post.get("sheet_at", "")) or 0
        return cls(tuple(names), tuple(texts), at) if len(names) == len(texts) and at < len(names) else cls()

    @property
    def listed(self) -> list[tuple[int, str, str]]:
        """The number, name and text of each sheet; the text is "" for the sheet in the text field."""
        sheets = enumerate(zip(self.names, self.texts, strict=True))
        return [(at, name, "" if at == self.at else text) for at, (name, text) in sheets]

    def turn_to(self, to: int, text: str) -> tuple[Sheets, str]:
        """Switch the text field to another sheet; the edited text of the former sheet is kept."""
        if to == self.at or to >= len(self.names):
            return self, text
        texts = [text if at == self.at else each for at, each in enumerate(self.texts)]
        return replace(self, texts=tuple(texts), at=to), texts[to]


@dataclass(frozen=True, slots=True)
class ListComparison:
    """A list and how it was read, with the changes that it makes."""

    form: ListForm
    sheets: Sheets
    found: PlayerList
    plan: Plan
    answers: AnswersForm
    notes: list[str]


@dataclass(frozen=True, slots=True)
class Intake:
    """The target of a list: a tournament, or the sections of an event.

    `head` is the context for the page's head, `players` the existing players, `take` the function that saves the list,
    `back` the address of the page of players. In `chess` federations are FIDE's. `assign` gives each row its section,
    if there are several. A list may name sections by `names`. `move` moves players to a section and raises Refused.
    """

    head: Mapping[str, Any]
    players: QuerySet[Player]
    take: Callable[[PageRequest, PlayerList, Answers, str], Plan]
    back: str
    chess: bool
    sections: Sections = ()
    assign: Callable[[list[ListRow], str], None] | None = None
    names: Collection[str] | None = None
    move: Callable[[PageRequest, str, Sequence[Player]], None] | None = None

    @property
    def entrants(self) -> Entrants:
        """The kind of entrants in the rows; an event has sections of single players."""
        tournament = self.head.get("tournament")
        return tournament.entrant_kind if tournament else Entrants.PLAYERS


@staff_only(Right.MANAGE_PLAYERS)
def upload(request: PageRequest, desk: Desk) -> HttpResponse:
    """Import a player list into one tournament."""
    tournament = desk.tournament

    def take(request: PageRequest, found: PlayerList, answers: Answers, seen: str) -> Plan:
        return updating.take_list(who(request), tournament, found.rows, answers, seen=seen)

    back = reverse("tournaments:roll", args=[tournament.slug])
    return answer(request, Intake(frame(desk), tournament.players.all(), take, back, is_chess(tournament)))


def answer(request: PageRequest, intake: Intake) -> HttpResponse:
    """Show a preview of a list, as often as its columns change; when confirmed, save all of it."""
    if request.method != "POST":
        return _page(request, intake, form=ListForm(sections=intake.sections, entrants=intake.entrants))
    form = ListForm(request.POST, request.FILES, sections=intake.sections, entrants=intake.entrants)
    if not form.is_valid():
        return _answer_refusal(request, intake, form)
    try:
        comparison = _read_form(request, intake, form)
    except player_lists.NotAList as error:
        if isinstance(error, player_lists.RowTooLong):  # nobody typed that: the field need not carry it
            form.shows("")
        form.add_error("file" if form.cleaned_data["file"] else "text", str(error))
        return _answer_refusal(request, intake, form)
    if not comparison.found.rows and not comparison.found.problem:
        form.add_error(None, _("The list contains no players."))
        return _answer_refusal(request, intake, form)
    if request.POST.get("do") == "take" and not form.cleaned_data["file"]:
        return _take_list(request, intake, comparison)
    if request.POST.get("do", "").startswith(MOVE) and intake.move is not None:
        return _move_players(request, intake, comparison, request.POST["do"].removeprefix(MOVE))
    return _preview(request, intake, comparison)


def _move_players(request: PageRequest, intake: Intake, comparison: ListComparison, section: str) -> HttpResponse:
    """Move players to the section in the list, then compare the list again."""
    try:
        if intake.move is not None:
            intake.move(request, section, comparison.plan.moves().get(section, []))
    except Refused as refusal:
        return _preview(request, intake, comparison, refusal.text, refusal.status)
    plan = player_lists.compare(comparison.found.rows, intake.players.all(), _answers(comparison.answers))
    return _preview(request, intake, replace(comparison, plan=plan))


def _read_form(request: HttpRequest, intake: Intake, form: ListForm) -> ListComparison:
    """Read the list and compare it with the existing players. Raises NotAList."""
    file: UploadedFile[bytes] | None = form.cleaned_data["file"]
    post = request.POST
    if file is not None:
        workbook = player_lists.open_file(file.read())
        sheets = (
            Sheets(tuple(workbook.sheets), tuple(workbook.sheets.values())) if len(workbook.sheets) > 1 else Sheets()
        )
        text, notes, choice = next(iter(workbook.sheets.values())), [*workbook.notes], None
    else:
        sheets, text = Sheets.of(post).turn_to(whole_number(post.get("page", "")) or 0, form.cleaned_data["text"])
        notes, choice = post.getlist("note")[:5], choice_of(post) if sheets.at == Sheets.of(post).at else None
    text, more = player_lists.unmangle(text)
    form.shows(text)
    answers = AnswersForm(post if "faulty" in post or "present" in post else None)
    teams = intake.entrants is Entrants.TEAMS
    found = player_lists.read(text, choice, sections=intake.names, chess=intake.chess, teams=teams)
    if intake.assign is not None:
        intake.assign(found.rows, form.cleaned_data[SECTION])
    plan = player_lists.compare(found.rows, intake.players, _answers(answers))
    return ListComparison(form, sheets, found, plan, answers, [*notes, *more])


def _answers(form: AnswersForm) -> player_lists.Answers:
    return form.answers() if form.is_bound else player_lists.Answers()


def _take_list(request: PageRequest, intake: Intake, comparison: ListComparison) -> HttpResponse:
    seen, answers = request.POST.get("seen", ""), _answers(comparison.answers)
    try:
        plan = first_time(lambda: intake.take(request, comparison.found, answers, seen))
    except Refused as refusal:
        return _preview(request, intake, comparison, refusal.text, refusal.status)
    if plan is None:
        messages.success(request, _("The list has already been imported."))
    else:
        messages.success(request, _summary_of(plan, intake.entrants))
    return redirect(intake.back)


def _summary_of(plan: Plan, entrants: Entrants) -> str:
    """Return a summary of a list's changes, and of the rows that were skipped."""
    added, updated, skipped = (len(plan.of(fate)) for fate in (Fate.ADD, Fate.UPDATE, Fate.NOT_TAKEN))
    sentences = []
    if added or not updated:
        sentences.append(entrants_in_words("added", added, entrants))
    if updated:
        sentences.append(ngettext("{count} player updated.", "{count} players updated.", updated).format(count=updated))
    if skipped:
        sentences.append(ngettext("{count} row skipped.", "{count} rows skipped.", skipped).format(count=skipped))
    return " ".join(sentences)


def _answer_refusal(request: PageRequest, intake: Intake, form: ListForm) -> HttpResponse:
    """Show the list again with its errors; for htmx, only the errors in place of the outcome."""
    if request.htmx:
        problem = " ".join(str(text) for texts in form.errors.values() for text in texts)
        return _page(request, intake, "#outcome", problem=problem)
    pairs = [
        (name, value) for name, values in request.POST.lists() if name not in _FIELDS_OF_EACH_FORM for value in values
    ]
    return _page(request, intake, form=form, kept=pairs, status=422)


def _page(request: PageRequest, intake: Intake, part: str = "", *, status: int = 200, **more: object) -> HttpResponse:
    return render(request, f"{PAGE}{part}", {**intake.head, "back": intake.back, **more}, status=status)


def _preview(
    request: PageRequest, intake: Intake, comparison: ListComparison, refusal: str = "", status: int = 200
) -> HttpResponse:
    context = {"refusal": refusal, **_context(comparison, intake)}
    if not request.htmx:
        return _page(request, intake, status=status, **context)
    post = request.POST
    is_same = (
        post.get("known") == context["known"]
        and [post.get(each["name"]) for each in context["choosers"]] == comparison.found.columns
    )
    return _page(request, intake, "#answer", **context, answer=True, new_grid=not is_same)


def _context(comparison: ListComparison, intake: Intake) -> dict[str, Any]:
    found, plan = comparison.found, comparison.plan
    added, updated = plan.of(Fate.ADD), plan.of(Fate.UPDATE)
    odd = [each for each in plan.decided if each.needs_review]
    of_rows = _answers(comparison.answers).of_rows
    odd.sort(key=lambda each: (not each.row.faults, each.fate is Fate.ADD))
    shown = [*FIELDS, SECTION] if intake.sections else FIELDS
    keys = [key for key in shown if any(each.row.values.get(key) for each in added[:MOST_ROWS])]
    return {
        "form": comparison.form,
        "sheets": comparison.sheets,
        "found": found,
        "known": sha256(comparison.form["text"].value().encode()).hexdigest()[:16],
        "choosers": _choosers(found, with_section=bool(intake.sections)),
        "first": _first_rows(comparison),
        "notes": comparison.notes,
        "are_members": _are_members(intake, added),
        "problem": found.problem,
        "answers": comparison.answers,
        "has_faults": any(each.row.faults and each.row.name for each in plan.decided),
        "has_doubles": any(each.possible for each in plan.decided),
        "moves": [(f"{MOVE}{name}", name, len(moved_rows)) for name, moved_rows in plan.moves().items()],
        "tag": plan.tag,
        "counts": {fate.name: len(plan.of(fate)) for fate in Fate},
        "label": _label(intake, len(added), len(updated)),
        "odd": [(each, FATE_LABELS[each.fate](), _choices_of(each, of_rows)) for each in odd[:MOST_ROWS]],
        "more_odd": max(0, len(odd) - MOST_ROWS),
        "headings": [COLUMNS[key].label for key in keys],
        "added": [(each.row.line, [each.row.values.get(key) or "" for key in keys]) for each in added[:MOST_ROWS]],
        "more_added": max(0, len(added) - MOST_ROWS),
    }


def _are_members(intake: Intake, added: Sequence[RowDecision]) -> bool:
    """Return whether rows for new teams seem to be team members.

    They do if several rows share a club and no name begins with a club, as the name of a club's second team does.
    """
    tournament = intake.head.get("tournament")
    if tournament is None or not tournament.table_kind.has_members:
        return False
    rows = [(club, each.row.name) for each in added if (club := each.row.values.get("club"))]
    clubs = {club for club, _name in rows}
    return len(rows) > 1 and len(clubs) * 2 <= len(rows) and not any(name.startswith(club) for club, name in rows)


def _choices_of(decided: RowDecision, of_rows: Mapping[str, str]) -> list[tuple[str, str, bool]]:
    """The choices for one row: value, label, and whether it is chosen."""
    if len(decided.possible) < 2:
        return []
    leave = _("keep unchanged") if decided.player is not None else pgettext("button", "skip")
    words = {"leave": leave, "update": pgettext("button", "update"), "add": _("add as a different person")}
    chosen = of_rows.get(decided.key, "")
    choices = [("", _("as above")), *((each, words[each]) for each in decided.possible)]
    return [(value, text, value == chosen) for value, text in choices]


def _label(intake: Intake, added: int, updated: int) -> str:
    """Return the button's label; "" if there is nothing to do."""
    tournament = intake.head.get("tournament")
    if tournament is not None and tournament.entrant_kind is Entrants.TEAMS:
        return _label_for_teams(added, updated)
    if added and updated:
        text = ngettext("Add {count} player and update {more}", "Add {count} players and update {more}", added)
        return text.format(count=added, more=updated)
    if updated:
        return ngettext("Update {count} player", "Update {count} players", updated).format(count=updated)
    return ngettext("Add {count} player", "Add {count} players", added).format(count=added) if added else ""


def _label_for_teams(added: int, updated: int) -> str:
    if added and updated:
        text = ngettext("Add {count} team and update {more}", "Add {count} teams and update {more}", added)
        return text.format(count=added, more=updated)
    if updated:
        return ngettext("Update {count} team", "Update {count} teams", updated).format(count=updated)
    return ngettext("Add {count} team", "Add {count} teams", added).format(count=added) if added else ""


def _choosers(found: PlayerList, *, with_section: bool) -> list[Mapping[str, object]]:
    """Return the choosers above the columns, each with the columns to choose from."""
    return [
        {
            "name": f"c{at}",
            "number": at + 1,
            "heading": found.headings[at] if at < len(found.headings) else "",
            "chosen": key,
            "choices": [
                *([(UNKNOWN, _("Choose …"))] if key == UNKNOWN else []),
                *((key, column.label) for key, column in COLUMNS.items() if with_section or key != SECTION),
                (NO_COLUMN, pgettext("button", "skip")),
            ],
        }
        for at, key in enumerate(found.columns)
    ]


def _first_rows(comparison: ListComparison) -> list[tuple[int, list[str]]]:
    """Return the first rows of players as they are in the list."""
    width = len(comparison.found.columns)
    return [(line, [*row, *[""] * width][:width]) for line, row in comparison.found.body[:FIRST]]


@never_cache
@staff_only(Right.MANAGE_PLAYERS)
def as_csv(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Download the players as a CSV list that can be imported again without loss."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{desk.tournament.slug}-players.csv"'
    response.write("\ufeff")
    response.write(player_lists.write(desk.tournament.players.all(), desk.rights))
    return response
