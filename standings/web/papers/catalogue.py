"""The sheets of a whole tournament: start list, standings, cross table, bracket, prizes, certificates, poster. The list
of all documents is at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from pairings.numbers import amounts
from pairings.systems.groups import group_letter
from paper.sheets import Badge, Badges, Certificate, Certificates, Column, Poster, Sheet, Table
from standings.web.papers.brackets import brackets, brackets_in_parts, groups, has_groups, is_large
from standings.web.papers.hall_papers import has_chart, place_cards, plays_chess, schedule_chart, score_sheets
from standings.web.papers.orders import AT_THE_END, OF_EVENT, OF_ROUND, Paper, PaperRequest
from standings.web.papers.round_sheets import OfRound, title_and_name
from standings.web.papers.team_papers import is_of_teams, line_up_slips, match_reports
from standings.web.ratings import norm_documents
from standings.web.ratings.changes import candidates, has_norms
from standings.web.rounds.cross_tables import cross
from standings.web.rounds.movement import last_qualifying_place
from standings.web.table.columns import Columns
from standings.web.table.current import StageStandings, cached_standings
from tournaments.core import snapshot
from tournaments.core.rights import Right
from tournaments.core.rulebook import RULE_BOOKS, Place, PrizeWon
from tournaments.core.words.figures import local, points_in_words
from tournaments.core.words.persons import FEDERATIONS
from tournaments.models import Round, Tournament
from tournaments.officials.penalties import NumberedPenalty, penalties_of
from tournaments.stages import bracket

#: The maximum number of columns of a cross table for each size of letters, in points; wider tables use the smallest,
#: 6.5.
WIDTHS = ((9, 9.0), (14, 8.0), (22, 7.0))
SMALLEST = 6.5
#: Columns of a start list, number and name, that are present even if empty.
ALWAYS = (0, 2)
#: The maximum number of certificates in one document.
MOST_PLACES = 200
DESIGNS = {
    "plain": pgettext_lazy("look of a paper", "plain"),
    "frame": gettext_lazy("with a frame"),
    "laurel": gettext_lazy("with a laurel"),
}


def start_list(tournament: Tournament) -> list[Sheet]:
    """Return all players by pairing number if there is one, else by rating."""
    stage = snapshot.current_stage(tournament)
    numbers = dict(stage.seats.values_list("player_id", "number"))
    players = sorted(
        tournament.players.all(), key=lambda each: (numbers.get(each.pk, 1 << 30), -(each.rating or 0), each.by_name)
    )
    worth = any(each.rank for each in players)
    columns = (
        Column(pgettext("number of a player", "No."), "right"),
        Column(pgettext("title of a player", "Title")),
        Column(pgettext("name of a person or a team", "Name"), share=5, bold=True),
        Column(pgettext("grade of a Go player", "Rank") if worth else _("Rating"), "right"),
        Column(_("Federation")),
        Column(_("Club"), share=3),
    )
    rows = [
        (str(numbers.get(p.pk, at)), p.title, p.name, p.rank or str(p.rating or ""), p.federation, p.club)
        for at, p in enumerate(players, start=1)
    ]
    indices = [at for at in range(len(columns)) if at in ALWAYS or any(row[at] for row in rows)]
    cells = tuple(tuple(row[at] for at in indices) for row in rows)
    return [Table(title=_("Start list"), columns=tuple(columns[at] for at in indices), rows=cells)]


def standings(tournament: Tournament) -> list[Sheet]:
    """Return the table, or one for each group."""
    now = cached_standings(tournament)
    if not now.table.groups:
        return [_table(now, tournament, _("Standings"))]
    found = [(replace(now, table=table), group_letter(at)) for at, table in enumerate(now.table.groups)]
    sheets = [
        replace(_table(group, tournament, _("Group {letter}").format(letter=letter)), joined=at > 0)
        for at, (group, letter) in enumerate(found)
    ]
    together = now.table.rules.one_table or now.table.rules.group_by_group
    whole = [replace(_table(now, tournament, _("All groups")), joined=True)] if together else []
    return [*sheets, *whole]


def _table(now: StageStandings, tournament: Tournament, title: str) -> Table:
    columns = Columns(now.table, tournament)
    cut = last_qualifying_place(now)
    rows = [
        ("" if row.struck else now.shown_place(row), title_and_name(now.player(row)), now.player(row).federation,
         *(cell.text for cell in columns.cells(row)))
        for row in now.table.rows
    ]  # fmt: skip
    heads = columns.heads()
    return Table(
        title=title,
        of=_("after round {number}").format(number=now.round) if now.round else "",
        columns=(
            Column(pgettext("place in the standings", "Place"), "right"),
            Column(pgettext("name of a person or a team", "Name"), share=1, bold=True),
            Column(""),
            *(Column(head.head, "right") for head in heads),
        ),
        rows=tuple(rows),
        notes=tuple(f"{head.head}: {head.name}" for head in heads if head.head != head.name),
        cut=() if cut is None else (cut - 1,),
        landscape=len(heads) > 7,
    )


def cross_table(tournament: Tournament) -> list[Sheet]:
    """Return all games in the order of the table."""
    now = cached_standings(tournament)
    crossed = cross(now)
    size = next((size for most, size in WIDTHS if len(crossed.head) <= most), SMALLEST)
    wide = len(crossed.head) > WIDTHS[0][0]
    games = any(line.games for line in crossed.lines)
    columns = (
        Column("", "right"),
        Column(pgettext("name of a person or a team", "Name"), share=1, bold=True),
        *(Column(head, "center") for head in crossed.head),
        Column(_("Points"), "right", bold=True),
        *((Column(pgettext("points on boards", "Boards"), "right"),) if games else ()),
    )
    rows = tuple(
        (str(line.number), title_and_name(line.player), *(cell.text for cell in line.cells), line.points,
         *((line.games,) if games else ()))
        for line in crossed.lines
    )  # fmt: skip
    of = _("after round {number}").format(number=now.round) if now.round else ""
    return [Table(title=_("Cross table"), of=of, columns=columns, rows=rows, size=size, landscape=wide)]


def prizes(tournament: Tournament) -> list[Sheet]:
    """Return the list of prizes and winners, with room for signatures."""
    won = RULE_BOOKS[0].prizes(tournament, final_places(tournament)).won
    columns = (
        Column(_("Category"), share=3),
        Column(pgettext("place in the standings", "Place"), "right"),
        Column(pgettext("name of a person or a team", "Name"), share=4, bold=True),
        Column(_("Prize"), share=3),
        Column(_("Signature"), share=3),
    )
    rows = tuple((each.category, str(each.place), title_and_name(each.player), each.prize, "") for each in won)
    return [Table(title=_("Prize list"), columns=columns, rows=rows, size=11, boxes=True, landscape=True)]


def prizes_of_all(sections: Sequence[Tournament]) -> list[Sheet]:
    """Return the prize list of each section, in order."""
    return [replace(sheet, of=section.section) for section in sections for sheet in prizes(section)]


def certificates(tournament: Tournament, design: str, places: int) -> list[Sheet]:
    """Return a certificate for each player down to a place."""
    won: dict[int, list[PrizeWon]] = {}
    final = final_places(tournament)
    for prize in RULE_BOOKS[0].prizes(tournament, final).won:
        won.setdefault(prize.player.pk, []).append(prize)
    found = tuple(
        Certificate(
            title_and_name(place.player), _("Place {place}").format(place=place.shown), _lines(tournament, place, won)
        )
        for place in final
        if place.rank <= places
    )
    place_and_date = ", ".join(filter(None, (tournament.city, date_format(tournament.ends_on or tournament.starts_on))))
    return [
        Certificates(
            title=_("Certificate"),
            event=tournament.name,
            when=place_and_date,
            design=design,
            certificates=found,
            signed=(tournament.chief_arbiter or _("Chief arbiter"), _("Organiser")),
            logo=tuple(_logo(tournament)),
        )
    ]


def _logo(tournament: Tournament) -> bytes:
    """Return the logo on the event page as PNG; empty without one."""
    key = tournament.event_page["logo"] if tournament.event_page else ""
    image = tournament.images.filter(key=key).first() if key else None
    return bytes(image.data) if image is not None else b""


def _lines(tournament: Tournament, place: Place, won: dict[int, list[PrizeWon]]) -> tuple[str, ...]:
    points = local(amounts.decimal_text(place.points, halves=tournament.halves))
    worth = points_in_words(place.points, points) if place.by_points else local(place.score)
    return tuple(filter(None, (worth, *(f"{each.category}: {each.prize}" for each in won.get(place.player.pk, ())))))


def final_places(tournament: Tournament) -> Sequence[Place]:
    """Return the final table; empty until the tournament is finished."""
    return RULE_BOOKS[0].places(tournament) if tournament.finished_at is not None else ()


def bulletin(tournament: Tournament) -> list[Sheet]:
    """Return the last round, the standings and the next round, below each other."""
    last = tournament.rounds.public().order_by("-number")[:2]
    found: list[Table] = []
    for row in reversed(last):
        row.tournament = tournament
        sheet = OfRound(row).pairings()
        if isinstance(sheet, Table):
            found.append(
                replace(sheet, title=_("Results") if row.status == Round.Status.CLOSED else sheet.title, size=9)
            )
    tables = [replace(sheet, size=9) for sheet in standings(tournament) if isinstance(sheet, Table)]
    whole = [*found[:1], *tables, *found[1:]]
    return [replace(sheet, joined=at > 0, landscape=False) for at, sheet in enumerate(whole)]


def poster(tournament: Tournament) -> list[Sheet]:
    """Return a poster with the address as a large code for phones."""
    text = _("Pairings, results and standings")
    return [Poster(title=text, event=tournament.name, lines=(_("Scan the code with a phone."),))]


def name_badges(tournament: Tournament) -> list[Sheet]:
    """Return a name badge for each player, with the code of the tournament. A player's own code is secret and shown
    only once.
    """
    everybody = sorted(tournament.players.all(), key=lambda each: each.by_name)
    badges = tuple(
        Badge(
            title_and_name(each),
            " · ".join(filter(None, (each.rank or str(each.rating or ""), each.federation, each.club))),
        )
        for each in everybody
    )
    return [Badges(title=_("Name badges"), badges=badges)]


def norm_forms(tournament: Tournament) -> Sequence[Sheet]:
    """Return FIDE's norm forms for a tournament of the federation in its settings."""
    host = tournament.federation if tournament.federation in FEDERATIONS else ""
    norms = [each for each in candidates(tournament, host=host) if each.norm.made]
    return norm_documents.forms(norm_documents.sheets(tournament, host, norms))


def penalties(tournament: Tournament) -> list[Sheet]:
    """Return all warnings and penalties of the event, by name."""
    rows = tuple(
        (_of_penalty(each), str(each.penalty.round), _count_penalty(each), each.penalty.reason)
        for each in penalties_of(tournament)
    )
    columns = (
        Column(pgettext("name of a person or a team", "Name"), share=3, bold=True),
        Column(pgettext("round of a tournament", "Round"), "right"),
        Column(_("Warning or penalty"), share=2),
        Column(_("What happened"), share=6),
    )
    return [Table(title=_("Warnings and penalties"), columns=columns, rows=rows)]


def _of_penalty(line: NumberedPenalty) -> str:
    return title_and_name(line.player) if line.member is None else f"{line.member.name} · {title_and_name(line.player)}"


def _count_penalty(line: NumberedPenalty) -> str:
    """Return a penalty, with its count from the second of its kind on."""
    return str(line.penalty.measure.label) if line.time == 1 else f"{line.penalty.measure.label} ({line.time})"


def _has_penalties(tournament: Tournament) -> bool:
    return tournament.players.exclude(penalties=[]).exists()


def _of_round(*names: str) -> Callable[[PaperRequest], Sequence[Sheet]]:
    """Return a function that makes sheets of a round, in this order."""

    def sheets(request: PaperRequest) -> Sequence[Sheet]:
        if request.round is None:
            return ()
        found = OfRound(request.round)
        return [getattr(found, name)() for name in names]

    return sheets


def _made_of_round(make: Callable[[OfRound], Sequence[Sheet]]) -> Callable[[PaperRequest], Sequence[Sheet]]:
    return lambda request: make(OfRound(request.round)) if request.round is not None else ()


def _of_event(make: Callable[[Tournament], Sequence[Sheet]]) -> Callable[[PaperRequest], Sequence[Sheet]]:
    return lambda request: make(request.tournament)


def _has_rounds(tournament: Tournament) -> bool:
    return tournament.rounds.public().exists()


def _is_bracket(tournament: Tournament) -> bool:
    return bracket.is_knock_out(snapshot.current_stage(tournament))


def _is_finished(tournament: Tournament) -> bool:
    return tournament.finished_at is not None


def has_prizes(tournament: Tournament) -> bool:
    return _is_finished(tournament) and tournament.prizes is not None


PAPERS = (
    Paper(
        "round",
        gettext_lazy("The whole round"),
        gettext_lazy("Pairings by number, by name, and result slips."),
        OF_ROUND,
        _of_round("pairings", "names", "slips"),
    ),
    Paper("pairings", gettext_lazy("Pairings by number"), "", OF_ROUND, _of_round("pairings")),
    Paper(
        "names", gettext_lazy("Pairings by name"), gettext_lazy("Two columns, 12 points."), OF_ROUND, _of_round("names")
    ),
    Paper(
        "slips",
        gettext_lazy("Result slips"),
        gettext_lazy("Cut the whole stack: slips are in order of their numbers."),
        OF_ROUND,
        _of_round("slips"),
    ),
    Paper(
        "board",
        gettext_lazy("Result board"),
        gettext_lazy("A3, with empty boxes to write in."),
        OF_ROUND,
        _of_round("board"),
    ),
    Paper(
        "to-write",
        gettext_lazy("Pairings to write on"),
        gettext_lazy("With empty boxes."),
        OF_ROUND,
        _of_round("to_write"),
    ),
    Paper("signs", gettext_lazy("Signs with numbers"), gettext_lazy("Two on a sheet."), OF_ROUND, _of_round("signs")),
    Paper(
        "cards",
        gettext_lazy("Place cards"),
        gettext_lazy("Three on a sheet. Cut them, then fold each in the middle."),
        OF_ROUND,
        _made_of_round(place_cards),
    ),
    Paper(
        "score-sheets",
        gettext_lazy("Score sheets"),
        gettext_lazy("With names, round and table filled in. Two for each game."),
        OF_ROUND,
        _made_of_round(score_sheets),
        plays_chess,
    ),
    Paper(
        "line-ups",
        gettext_lazy("Line-up slips"),
        gettext_lazy("One for each captain."),
        OF_ROUND,
        _made_of_round(line_up_slips),
        is_of_teams,
    ),
    Paper(
        "match-reports",
        gettext_lazy("Match reports"),
        gettext_lazy("One sheet for each match, to be signed."),
        OF_ROUND,
        _made_of_round(match_reports),
        is_of_teams,
    ),
    Paper("players", gettext_lazy("Start list"), "", OF_EVENT, _of_event(start_list)),
    Paper("standings", gettext_lazy("Standings"), "", OF_EVENT, _of_event(standings), _has_rounds),
    Paper("cross-table", gettext_lazy("Cross table"), "", OF_EVENT, _of_event(cross_table), _has_rounds),
    Paper("bracket", pgettext_lazy("tree of a knock-out", "Bracket"), "", OF_EVENT, _of_event(brackets), _is_bracket),
    Paper(
        "schedule",
        gettext_lazy("Wall chart"),
        gettext_lazy("All games of the schedule, with empty boxes."),
        OF_EVENT,
        _of_event(schedule_chart),
        has_chart,
    ),
    Paper(
        "bracket-parts",
        gettext_lazy("Bracket in parts"),
        gettext_lazy("On as many small sheets as it takes."),
        OF_EVENT,
        _of_event(brackets_in_parts),
        lambda tournament: _is_bracket(tournament) and is_large(tournament),
    ),
    Paper(
        "groups",
        pgettext_lazy("groups of a stage", "Groups"),
        gettext_lazy("A cross for each group, with empty boxes."),
        OF_EVENT,
        _of_event(groups),
        has_groups,
    ),
    Paper(
        "bulletin",
        gettext_lazy("Bulletin"),
        gettext_lazy("The last round, the standings and the next round."),
        OF_EVENT,
        _of_event(bulletin),
        _has_rounds,
    ),
    Paper(
        "name-badges",
        gettext_lazy("Name badges"),
        gettext_lazy("Eight on a sheet, with the code of the tournament."),
        OF_EVENT,
        _of_event(name_badges),
        lambda tournament: tournament.players.exists(),
    ),
    Paper(
        "poster",
        gettext_lazy("Poster"),
        gettext_lazy("The tournament's address in large print, with its QR code."),
        OF_EVENT,
        _of_event(poster),
    ),
    Paper(
        "certificates",
        gettext_lazy("Certificates"),
        "",
        AT_THE_END,
        lambda wanted: certificates(wanted.tournament, wanted.design, wanted.places),
        _is_finished,
    ),
    Paper(
        "prizes",
        gettext_lazy("Prize list"),
        gettext_lazy("With room to sign."),
        AT_THE_END,
        _of_event(prizes),
        has_prizes,
    ),
    Paper(
        "penalties",
        gettext_lazy("Warnings and penalties"),
        gettext_lazy("For the staff: do not hang it up."),
        OF_EVENT,
        _of_event(penalties),
        _has_penalties,
        Right.PAIR,
    ),
    Paper(
        "norm-forms",
        gettext_lazy("Norm forms"),
        gettext_lazy("IT1 for each norm, IT3 and FA1."),
        OF_EVENT,
        _of_event(norm_forms),
        has_norms,
        Right.PAIR,
    ),
)
BY_KEY = {paper.key: paper for paper in PAPERS}
