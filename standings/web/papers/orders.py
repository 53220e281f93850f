"""A document that can be ordered: when there is one, what stands on it, and how it is printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, get_language_bidi, override
from django.utils.translation import gettext as _

from pairings.wording.mark import gettext_noop
from paper.press import printed
from paper.sheets import Document, Sheet, Table
from tournaments.core.rights import Who
from tournaments.long_tasks.asking import ask
from tournaments.long_tasks.running import Errand, recent_result
from tournaments.models import Round, Tournament

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: What the list of documents says of those of a round, and of the tournament.
OF_ROUND, OF_EVENT, AT_THE_END = "round", "event", "end"
#: Certificates down to this place, if nobody says another.
PLACES = 3
PRINTING = gettext_noop("Printing")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is printed: of which tournament, of which round if it is one of a round, and how it looks.

    With a `second` language, titles and heads are in both.
    """

    tournament: Tournament
    round: Round | None = None
    language: str = "en"
    second: str = ""
    size: str = "A4"
    design: str = "frame"
    places: int = PLACES


@dataclass(frozen=True, slots=True)
class Paper:
    """A document: what people call it, when there is one, and its sheets. `is_for` asks a tournament."""

    key: str
    name: StrOrPromise
    about: StrOrPromise
    when: str
    sheets: Callable[[Wanted], Sequence[Sheet]]
    is_for: Callable[[Tournament], bool] = field(default=lambda _tournament: True)


def document(paper: Paper, wanted: Wanted, address: str, code: str) -> Document:
    """The document as it is now."""
    with override(wanted.language):
        found = _spoken(paper, wanted, address, code)
    if wanted.second in ("", wanted.language):
        return found
    with override(wanted.second):
        other = tuple(paper.sheets(wanted))
    return replace(found, sheets=tuple(map(in_both, found.sheets, other)))


def in_both(sheet: Sheet, other: Sheet) -> Sheet:
    """A sheet with the titles and the heads of the same one in another language behind its own."""
    sheet = replace(sheet, title=_both(sheet.title, other.title), of=_both(sheet.of, other.of))
    if not isinstance(sheet, Table) or not isinstance(other, Table):
        return sheet
    pairs = zip(sheet.columns, other.columns, strict=True)
    columns = tuple(replace(column, head=_both(column.head, its.head)) for column, its in pairs)
    notes = (*sheet.notes, *(note for note in other.notes if note not in sheet.notes))
    return replace(sheet, columns=columns, notes=notes)


def _both(text: str, other: str) -> str:
    return text if text == other else f"{text} · {other}"


def _spoken(paper: Paper, wanted: Wanted, address: str, code: str) -> Document:
    tournament = wanted.tournament
    now = timezone.now().astimezone(tournament.zone)
    when = date_format(now, "DATETIME_FORMAT")
    return Document(
        title=f"{tournament.name} · {paper.name}",
        event=tournament.name,
        language=get_language() or "en",
        printed=_("Printed {time}").format(time=when),
        page=_("Page {page} of {pages}"),
        sheets=tuple(paper.sheets(wanted)),
        address=address,
        code=code,
        size=wanted.size,
        rtl=get_language_bidi(),
    )


def errand(paper: Paper, wanted: Wanted, who: Who, place: str, whole: Document) -> Errand[bytes]:
    """The document is printed, for whoever asks; `place` is where it is fetched."""
    return Errand(
        key_of(paper, wanted),
        wanted.tournament,
        who,
        PRINTING,
        back=place,
        do=partial(ask, printed, whole),
        to=lambda _content: place,
        keep=True,
    )


def key_of(paper: Paper, wanted: Wanted) -> str:
    """The key of the task that prints it as the tournament is now."""
    number = wanted.round.number if wanted.round is not None else 0
    looks = f"{wanted.size} {wanted.design} {wanted.places} {wanted.language} {wanted.second}"
    facts = f"{paper.key} {number} {wanted.tournament.revision} {looks}"
    return f"print {wanted.tournament.pk} {sha256(facts.encode()).hexdigest()[:24]}"


def kept(paper: Paper, wanted: Wanted) -> bytes | None:
    """The document that a task has printed of the tournament as it is now; None without one."""
    found = recent_result(key_of(paper, wanted))
    return found if isinstance(found, bytes) else None
