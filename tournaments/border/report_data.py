"""Place, days and arbiters of a tournament in the records of a report file, and back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import takewhile

from pairings import trf
from pairings.systems.double_swiss.files import GAMES as GAMES_OF_DOUBLE_SWISS
from pairings.trf.days import day_of
from tournaments.models import Stage
from tournaments.words import report_data
from tournaments.words.validation import NotAName, clean_text

#: Records of one line of text, and the column of each.
_LINES = (("022", "city"), ("102", "chief_arbiter"), ("122", "rate_of_play"))
_WRITTEN = (
    ("032", "federation", report_data.federation),
    ("172", "rank_method", lambda text: report_data.rank_method((text.split() or [""])[-1])),
    ("222", "time_control", report_data.time_control),
)
#: Where the days of the rounds begin in record 132, and how wide each is.
_FIRST, _WIDTH = 91, 10


def records_of(stage: Stage, edition: trf.Edition) -> dict[str, str | list[str]]:
    """The records of what is known."""
    tournament = stage.tournament
    found: dict[str, str | list[str]] = {code: getattr(tournament, name) for code, name in _LINES}
    found["032"] = tournament.federation
    found["052"] = tournament.ends_on.strftime("%Y/%m/%d") if tournament.ends_on else ""
    found["112"] = report_data.deputies_of(tournament.deputy_arbiters)
    games = GAMES_OF_DOUBLE_SWISS if stage.system == "double-swiss" else 1
    found["132"] = [day.strftime("%y/%m/%d") for day in _days(stage) for _game in range(games)]
    if edition is not trf.Edition.TRF16:
        found["222"] = tournament.time_control
        if tournament.federation and tournament.rank_method:
            found["172"] = f"{tournament.federation} {tournament.rank_method}"
        if stage.system == "team-swiss":
            found["082"] = str(stage.tournament.players.count())
    return {code: value for code, value in found.items() if value}


def _days(stage: Stage) -> Iterator[date]:
    """The days of the stage's rounds: those that were said, else those on which rounds were published here."""
    tournament = stage.tournament
    said = report_data.days_of(tournament.round_dates)[stage.first_round - 1 :]
    if said:
        yield from said
        return
    imported = tournament.journal.filter(verb="import-tournament").values_list("at", flat=True).first()
    rounds = stage.rounds.public().order_by("number").values_list("published_at", flat=True)
    known = takewhile(lambda at: at is not None and (imported is None or at > imported), rounds)
    yield from (at.astimezone(tournament.zone).date() for at in known if at is not None)


def told_in(document: trf.Document) -> dict[str, str | date | None]:
    """The columns of a tournament that a file fills; what cannot be stored is left out."""
    found: dict[str, str | date | None] = {}
    for code, name in _LINES:
        _keep(found, name, next(iter(document.texts(code)), ""), 100)
    for code, name, read in _WRITTEN:
        try:
            found[name] = read(next(iter(document.texts(code)), ""))
        except NotAName:
            continue
    _keep(found, "deputy_arbiters", "; ".join(text for text in document.texts("112") if text), report_data.LONGEST)
    ends, days = day_of(next(iter(document.texts("052")), "")), list(_dates(document))
    if ends is not None:
        found["ends_on"] = ends
    _keep(found, "round_dates", ", ".join(day.isoformat() for day in days if day), report_data.LONGEST)
    if None in days:
        found.pop("round_dates", None)
    return {name: value for name, value in found.items() if value}


#: The record of each column that `told_in` fills.
RECORDS = {
    **{name: code for code, name in _LINES},
    **{name: code for code, name, _read in _WRITTEN},
    "ends_on": "052",
    "deputy_arbiters": "112",
    "round_dates": "132",
}


def _keep(found: dict[str, str | date | None], name: str, text: str, longest: int) -> None:
    try:
        found[name] = clean_text(text, longest)
    except NotAName:
        return


def _dates(document: trf.Document) -> Iterator[date | None]:
    for line in document.lines:
        if line.code == "132":
            text = line.text.rstrip()
            yield from (day_of(text[at : at + _WIDTH]) for at in range(_FIRST, len(text), _WIDTH))
