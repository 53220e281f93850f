"""The fields of FIDE's forms IT1, IT3 and FA1, one sheet each, for a page and a PDF, filled in where known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import get_language_bidi, ngettext, pgettext
from django.utils.translation import gettext as _

from pairings.numbers.amounts import decimal_text
from pairings.systems import SYSTEMS
from paper.hall_sheets import Forms, ToFill
from paper.press import print_document
from paper.sheets import Column, Document
from standings.rating.norms import Norm
from standings.rating.opposition import NormGame
from standings.rating.titles import COUNTED_TITLES
from standings.web.ratings.changes import Candidate
from tournaments.core import snapshot
from tournaments.core.words.moments import format_moment
from tournaments.core.words.names import END, ISOLATE, isolate, join
from tournaments.core.words.texts import translate
from tournaments.core.words.values import days_of, deputies_of
from tournaments.models import Stage, Tournament

#: The relative widths of the columns of a certificate's table.
WIDTHS = (2, 9, 3, 3, 6, 2)
Facts = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class NormSheet:
    """A form: its `facts`, empty if to be filled in by hand, the `rows` of its table below `headings`, sentences, and
    signatures. `key` names it on its page.
    """

    key: str
    title: str
    facts: Facts
    signed: tuple[str, ...]
    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    sentences: tuple[str, ...] = ()


def sheets(tournament: Tournament, host: str, norms: Sequence[Candidate]) -> list[NormSheet]:
    """Return a certificate for each norm, the tournament's report, and a report for each named arbiter, or for one."""
    arbiters = [tournament.chief_arbiter, *deputies_of(tournament.deputy_arbiters)]
    arbiters_to_report = [(name, place == 0) for place, name in enumerate(arbiters) if name] or [("", True)]
    return [
        *(_certificate(tournament, host, each) for each in norms),
        _report(tournament, host, norms),
        *(_of_arbiter(tournament, host, name, chief, key) for key, (name, chief) in enumerate(arbiters_to_report, 1)),
    ]


def _event(tournament: Tournament, host: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of the event, which every form has."""
    days = tournament.starts_on, tournament.ends_on
    yield pgettext("tournament on a certificate", "Event"), tournament.name
    yield pgettext("where it was played", "Place"), join(each for each in (tournament.city, host) if each)
    yield _("Days"), " – ".join(format_moment(day, "date") for day in days if day is not None)
    yield _("Rate of play"), tournament.rate_of_play


def _certificate(tournament: Tournament, host: str, candidate: Candidate) -> NormSheet:
    player, norm, halves = candidate.player, candidate.norm, tournament.halves
    counted = {game.round for game in norm.games}
    opponents = [game.opponent for game in norm.games]
    federations = sorted({each.federation for each in opponents if each.federation})
    company = norm.title.company
    facts = (
        *_event(tournament, host),
        (_("Chief arbiter"), tournament.chief_arbiter),
        (_("Player"), " ".join(part for part in (player.title, isolate(player.name)) if part)),
        (_("FIDE ID, federation, born"), " · ".join(_texts_or_dashes(player.fide_id, player.federation, player.birth))),
        (_("Rating"), str(player.reported_rating or "")),
        (_("Title result"), norm.title.code),
        (_("Opponents' federations"), _count_names(len(federations), federations)),
        (_("Opponents with a title"), str(sum(each.title in COUNTED_TITLES for each in opponents))),
        (_("Opponents with this title or higher"), str(sum(each.title in company for each in opponents))),
        (_("Unrated opponents"), str(sum(not each.rating for each in opponents))),
    )
    performance = _("Average rating of the opponents: {average}. Performance: {performance}.").format(
        average=norm.average, performance=norm.performance
    )
    worth = ngettext("Valid as a norm of {n} game.", "Valid as a norm of {n} games.", norm.worth)
    articles = (f"{each.article}: {translate(each.text)}" for each in norm.requirements)
    return NormSheet(
        f"it1-{player.public_id}-{norm.title.code}",
        _("Certificate of title result (IT1)") + f" · {norm.title.code}",
        facts,
        (_("Chief arbiter"), _("Federation")),
        (
            pgettext("round of a tournament", "Round"),
            _("Opponent"),
            _("Federation"),
            pgettext("title of a player", "Title"),
            _("Rating"),
            _("Points"),
        ),
        tuple(_game(candidate, game, game.round in counted, halves=halves) for game in candidate.faced.played),
        (
            performance,
            _("Points: {points} of {games}.").format(
                points=decimal_text(norm.points, halves=halves), games=len(norm.games)
            ),
            worth.format(n=norm.worth),
            *articles,
        ),
    )


def _texts_or_dashes(*texts: str) -> list[str]:
    return [text or "–" for text in texts]


def _game(candidate: Candidate, game: NormGame, counts: bool, *, halves: bool) -> tuple[str, ...]:
    """Return a line of a certificate, with how the opponent's rating counts."""
    opponent, rating = game.opponent, str(game.opponent.rating or "–")
    if game.number == candidate.norm.raised:
        rating += " (" + _("counts as {n}").format(n=candidate.norm.title.floor) + ")"
    if not counts:
        rating += " (" + _("does not count") + ")"
    points = "" if game.score is None else decimal_text(game.score, halves=halves)
    return str(game.round), candidate.opponents[game.number], opponent.federation, opponent.title, rating, points


def _field(tournament: Tournament) -> Facts:
    """Return the facts of the field for both reports."""
    players = list(tournament.players.all())
    federations = sorted({player.federation for player in players if player.federation})
    titles = [player.title.upper() for player in players]
    titled = [(code, titles.count(code)) for code in sorted(COUNTED_TITLES) if code in titles]
    stage = snapshot.current_stage(tournament)
    return (
        (_("System"), translate(SYSTEMS[stage.system].name)),
        (pgettext("round of a tournament", "Rounds"), _rounds(tournament, stage)),
        (_("Players"), str(len(players))),
        (pgettext("players with a rating", "Rated"), str(sum(bool(player.reported_rating) for player in players))),
        (
            pgettext("title of a player", "Titled"),
            _count_names(sum(n for _code, n in titled), [f"{n} {code}" for code, n in titled]),
        ),
        (_("Federations"), _count_names(len(federations), federations)),
    )


def _count_names(number: int, names: Sequence[str]) -> str:
    """Return the number of names, and the names."""
    return f"{number}: {', '.join(names)}" if names else str(number)


def _rounds(tournament: Tournament, stage: Stage) -> str:
    """Return the number of rounds, with the planned number while more are to come."""
    count, planned = tournament.rounds.public().count(), snapshot.length_of(stage, stage.seats.count())
    whole = count if planned is None else stage.first_round - 1 + planned
    if tournament.finished_at is None and count < whole:
        return _("{count} of {planned}").format(count=count, planned=whole)
    return str(count)


def _report(tournament: Tournament, host: str, made: Sequence[Candidate]) -> NormSheet:
    norms: Iterator[tuple[Norm, str]] = ((each.norm, each.player.name) for each in made)
    facts = (
        *_event(tournament, host),
        (_("Days of the rounds"), ", ".join(format_moment(day, "short") for day in days_of(tournament.round_dates))),
        *_field(tournament),
        (_("Norms"), "; ".join(f"{norm.title.code} {isolate(name)}" for norm, name in norms) or "–"),
        (_("Chief arbiter"), tournament.chief_arbiter),
        (_("Deputy arbiters"), join(deputies_of(tournament.deputy_arbiters))),
    )
    return NormSheet("it3", _("Tournament report (IT3)"), facts, (_("Chief arbiter"),))


def _of_arbiter(tournament: Tournament, host: str, name: str, chief: bool, number: int) -> NormSheet:
    facts = (
        (_("Arbiter"), name),
        (_("FIDE ID, federation"), ""),
        (_("Role"), _("chief arbiter") if chief else _("deputy arbiter")),
        *_event(tournament, host),
        *_field(tournament),
    )
    signed = (_("Chief arbiter"), _("Organiser"), _("Federation"))
    return NormSheet(f"fa1-{number}", _("Arbiter norm report (FA1)"), facts, signed)


def document(tournament: Tournament, found: Sequence[NormSheet], language: str) -> bytes:
    """Return sheets as a PDF, each on a new page."""
    title = _("Norm forms")
    now = timezone.now().astimezone(tournament.zone)
    return print_document(
        Document(
            title=f"{title} · {tournament.name}",
            event=tournament.name,
            language=language,
            printed=_("Printed {time}").format(time=format_moment(now, "date-time")),
            page=_("Page {page} of {pages}"),
            sheets=forms(found),
            rtl=get_language_bidi(),
        )
    )


def forms(found: Sequence[NormSheet]) -> tuple[Forms, ...]:
    """Return forms as sheets of a document."""
    return tuple(map(_form, found))


def _form(sheet: NormSheet) -> Forms:
    widths = WIDTHS if sheet.headings else ()
    columns = tuple(Column(head, share=share) for head, share in zip(sheet.headings, widths, strict=True))
    facts = tuple((label, plain(value)) for label, value in sheet.facts)
    rows = tuple(tuple(map(plain, row)) for row in sheet.rows)
    filled = ToFill("", facts, rows, sheet.signed, tuple(map(plain, sheet.sentences)))
    return Forms(title=sheet.title, columns=columns, forms=(filled,), boxes=False, tall=0)


def plain(text: str) -> str:
    """Return a text without direction marks, because each text has its own cell."""
    return text.replace(ISOLATE, "").replace(END, "")
