"""Read results that pages send, and handle the button that undoes the last one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.snapshot import Result as ResultFact
from pairings.snapshot import Scoring
from tournaments.core.journal.errors import Refused
from tournaments.core.words import notation
from tournaments.history import undo
from tournaments.models import JournalEntry, Pairing, Tournament
from tournaments.web.common import Desk, who


def last_text(last: JournalEntry | None, tournament: Tournament) -> str:
    """Return the label of the undo button, with the table and result of the last entry."""
    if last is None:
        return _("Nothing to undo")
    if "boards" in last.facts:
        return _("Undo the boards of {place}").format(place=tournament.table_inside(last.facts["table"]))
    now = result_in_words(last.facts["now"], tournament)
    label = take_label(tournament) if now else take_cleared_label(tournament)
    return label.format(table=last.facts["table"], now=now)


def result_in_words(fact: str, tournament: Tournament) -> str:
    """Return a result from the journal for readers."""
    return tournament.table_kind.stored(fact, halves=tournament.halves)


def take_label(tournament: Tournament) -> str:
    if tournament.says_table:
        return _("Undo table {table}: {now}")
    return _("Undo {table}: {now}").replace("{table}", str(tournament.table_words.numbered))


def take_cleared_label(tournament: Tournament) -> str:
    if tournament.says_table:
        return _("Undo table {table}: cleared")
    return _("Undo {table}: cleared").replace("{table}", str(tournament.table_words.numbered))


def text_of(request: HttpRequest) -> str:
    """Return the text of the result that was pressed or typed."""
    return request.POST.get("result") or request.POST.get("typed", "")


def typed_result(
    request: HttpRequest, scoring: Scoring, read: Callable[[str, Scoring], ResultFact] = notation.parse
) -> ResultFact | None:
    """Return the result of a button or the field, parsed by `read`; None to clear it. Raise Refused, also if both are
    given.
    """
    if "result" in request.POST and "typed" in request.POST:
        raise Refused(_("This page is out of date. Reload it, then enter the result."), code="two-results")
    text = text_of(request)
    if text == "clear":
        return None
    if not text.strip():
        raise Refused(_("Enter the result, for example {examples}.").format(examples=notation.examples(scoring)))
    try:
        return read(text, scoring)
    except notation.NotAResult as error:
        raise Refused(str(error), code="not-a-result", field="typed") from error


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The outcome of undoing an entry: a `message`, or a `problem`."""

    tournament: Tournament
    entry: JournalEntry | None
    message: str = ""
    problem: str = ""

    def pairing(self) -> Pairing:
        """Return the table of the entry. Raise Http404 if it no longer exists."""
        facts = self.entry.facts if self.entry else {}
        at = {"round__number": facts.get("round"), "table": facts.get("table")}
        found = Pairing.objects.filter(round__tournament=self.tournament, **at).select_related("round__stage").first()
        if found is None:
            raise Http404
        return found

    def tell(self, request: HttpRequest) -> None:
        """Add the outcome to the messages of the next page."""
        if self.problem:
            messages.error(request, self.problem)
        else:
            messages.success(request, self.message)


def take_back(request: HttpRequest, desk: Desk, number: int | None = None) -> TakenBack:
    """Undo the reader's own entry that a button names, in a round if one is given."""
    tournament = desk.tournament
    entry_ = undo.result_entry(who(request), tournament, number, request.POST.get("entry", ""))
    try:
        if entry_ is None:
            raise Refused(_("You have nothing to undo in this round."))
        undo.undo(who(request), tournament, entry_)
    except Refused as refusal:
        return TakenBack(tournament, entry_, problem=refusal.text)
    text = _("{table}: the previous result is back: {was}.")
    was = result_in_words(entry_.facts["was"], tournament) or pgettext("none of these", "none")
    return TakenBack(
        tournament, entry_, message=text.format(table=tournament.table_title(entry_.facts["table"]), was=was)
    )
