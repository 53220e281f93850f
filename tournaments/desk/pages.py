"""Show the organiser's desk: the state of the tournament, the next step, and anything unusual."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused, RoundsMissing
from tournaments.core.journal.verb import Topic
from tournaments.core.journal.verbs import PAIRING_VERBS
from tournaments.core.rights import Right
from tournaments.core.snapshot import overlaps
from tournaments.core.words.names import join, whole_number
from tournaments.desk import menu
from tournaments.desk.button_pages import button_of, button_without_absentees
from tournaments.desk.preparation_pages import preparations_of, sign_up_page
from tournaments.desk.progress import Progress, progress_of
from tournaments.drafts import byes, editing
from tournaments.drafts.outdated import entry_sentence, since_paired
from tournaments.drafts.whatif import not_paired
from tournaments.hall.clock import late_tables
from tournaments.models import Round, Stage, Tournament
from tournaments.players import start_order
from tournaments.report_files import pgn
from tournaments.results.results import open_games
from tournaments.rounds import publishing, tables
from tournaments.schedule import seats
from tournaments.schedule.grid import has_grid
from tournaments.self_service import reports, sign_ups
from tournaments.self_service.desk_pages import calls_of_desk, of_desk, topics_of_desk
from tournaments.setup import lifecycle
from tournaments.setup.card_pages import public_winners
from tournaments.setup.forms.creation_forms import TrialForm
from tournaments.teams import line_ups
from tournaments.web.common import Desk, ask, frame, once, staff_only, who

#: The maximum numbers of tables without a result, and of rounds around the last one, at the head of the desk.
MOST_CHIPS, MOST_ROUNDS = 60, 15
#: How many rounds before and after the current one the desk does not fold, if there are more than `MOST_ROUNDS`.
NEAR = 3

#: Functions that return notices; packages register them at startup, as `standings` does for later stages.
NOTICES: list[Callable[[Tournament], list[str]]] = []

#: Functions that return notes without a warning, for the foot of the desk.
FOOTNOTES: list[Callable[[Tournament], list[str]]] = []


#: The maximum number of players' decisions that the desk shows; the journal has all.
MOST_DECISIONS = 30


#: Pages linked from the card of a finished tournament.
_OF_THE_END = ("tournaments:certificates", "tournaments:tournament-file", "tournaments:copy")


def _once(tournament: Tournament, links: Iterable[menu.Tab]) -> list[menu.Tab]:
    """Return the links below the card, without those that the card of a finished tournament has."""
    if tournament.finished_at is None:
        return list(links)
    above = {reverse(view, args=[tournament.slug]) for view in _OF_THE_END}
    above.add(reverse("tournaments:report", args=[tournament.slug, "trf26"]))
    return [link for link in links if link.url.partition("?")[0] not in above]


@never_cache  # the browser's Back shows what is stored now
@staff_only(Right.ENTER_RESULTS)
def desk_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    tournament = desk.tournament
    reports.settle_due(tournament)
    rows = list(tournament.rounds.select_related("stage").order_by("number"))
    now = progress_of(tournament, desk.tables)
    last = in_hand(rows, now.due)
    stage = snapshot.current_stage(tournament)
    system, options = snapshot.system_of(stage)
    pairs = desk.may(Right.PAIR)
    context = frame(
        desk,
        last=last,
        way=_way(rows, now, last),
        winner=public_winners([tournament]).get(tournament.slug, ""),
        missing=(missing := _missing(desk, last, now)),
        line_ups=_line_ups(desk, last, [table for table, _late in missing]),
        prints=_once(tournament, menu.prints_of(tournament, last if last is not None and not last.is_draft else None)),
        shares=[
            *([] if rows else sign_up_page(desk)),
            *_once(tournament, menu.shares_of(tournament, stage, desk.may)),
        ],
        preparations=[] if rows or now.finished else preparations_of(desk, now),
        chores=_once(tournament, menu.chores_of(tournament, desk.may)),
        obstacle=publishing.obstacle(last) if last is not None and last.is_draft else "",
        now=now,
        closed=now.last - len(now.running) - (now.draft is not None),
        here=now.players - now.away,
        stage=stage,
        system=system,
        system_name=system.name_for_players(options),
        rounds=rows,
        listed=_listed(rows, last),
        entered={round_.number for round_ in now.running if not round_.missing} if pairs else (),
        reads_pgn={row.number for row in rows if row.is_running and pgn.reads_pgn(row)},
        back=publishing.can_go_back(stage, rows if pairs else (), now),
        step=button_of(desk, now),
        decided=_by_players(tournament) if pairs else (),
        reported=of_desk(desk, [row for row in rows if row.is_running]),
        calls=calls_of_desk(desk),
        signed_up=_signed_up(desk),
        late_webhooks=tournament.webhooks.late(timezone.now()).count() if desk.may(Right.ADMINISTER) else 0,
        hears=topics_of_desk(tournament, Topic.SIGN_UPS),
        grid=has_grid(stage),
        has_bar=start_order.has_bar(stage),
        trial=TrialForm() if not rows and tournament.trial_of_id is None else None,
        otherwise=button_without_absentees(desk, now),
        offered=pairs and editing.round_robin_offered(tournament),
        more=_more_rounds(desk, stage, rows),
        ended=bool(rows) and (rows[-1].status == Round.Status.CLOSED or _all_played(stage, now)),
        notices=[
            *seats.rounds_warnings(stage),
            *(_odd(tournament, last) if pairs else ()),
            *(text for speak in NOTICES for text in speak(tournament)),
        ],
        footnotes=[text for speak in FOOTNOTES for text in speak(tournament)],
    )
    return render(request, "desk/desk.html", context)


def _way(rows: list[Round], now: Progress, last: Round | None) -> list[tuple[int, Round | None]]:
    """Return the rounds in the order of play, around the current one; future ones only by number."""
    shown: list[tuple[int, Round | None]] = [(row.number, row) for row in rows]
    shown += [(number, None) for number in range(now.last + 1, (now.planned or 0) + 1)]
    at = 0 if last is None else rows.index(last) + 1
    return shown[max(0, at - MOST_ROUNDS) : at + MOST_ROUNDS]


def _listed(rows: list[Round], last: Round | None) -> list[list[Round]]:
    """Return the rounds that the desk lists, the latest first.

    In a long league, those near the current round come first, then the later ones, then the earlier ones.
    """
    if last is None or len(rows) <= MOST_ROUNDS:
        return [rows[::-1]]
    at = rows.index(last)
    begin, end = max(0, at - NEAR), at + NEAR + 1
    return [part[::-1] for part in (rows[begin:end], rows[end:], rows[:begin]) if part]


def _missing(desk: Desk, last: Round | None, now: Progress) -> list[tuple[int, bool]]:
    """Return the tables of the current round without a result, each with whether its time is up."""
    of_last = [running for running in now.running if last is not None and running.number == last.number]
    if last is None or not of_last or not last.is_running:
        return []
    late = set(late_tables(last))
    return [(table, table in late) for table in of_last[0].missing[:MOST_CHIPS] if desk.enters_at(table)]


def _line_ups(desk: Desk, last: Round | None, missing: Collection[int]) -> tuple[int, int] | None:
    """Return how many line-ups of the current round are in, and of how many; None unless a match waits for one."""
    if last is None or not missing or not desk.tournament.table_kind.has_members:
        return None
    teams = [(match, is_in) for match, _team, is_in in line_ups.expected(last) if desk.enters_at(match.table)]
    if all(is_in or match.table not in missing for match, is_in in teams):
        return None
    return sum(is_in for _match, is_in in teams), len(teams)


@staff_only(Right.ENTER_RESULTS)
def desk_search(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Find players, tables and pages by a word; without a query, list every page of the desk."""
    query = request.GET.get("q", "")[:100]
    found = menu.search(desk.tournament, snapshot.current_stage(desk.tournament), desk.may, query)
    return render(request, "desk/search.html", frame(desk, found=found, query=query))


def _all_played(stage: Stage, now: Progress) -> bool:
    """Return whether rounds overlap and no table is open."""
    return overlaps(stage) and now.draft is None and not now.missing


def _signed_up(desk: Desk) -> sign_ups.Queue | None:
    """Return the waiting sign-ups, for readers who confirm them; None if there are none, or after the tournament."""
    if not desk.may(Right.MANAGE_PLAYERS) or desk.tournament.finished_at is not None:
        return None
    queue = sign_ups.queue_of(desk.tournament)
    return queue if queue.first or queue.listed else None


def in_hand(rows: list[Round], due: int | None) -> Round | None:
    """Return the round to work on: a draft, otherwise the one that is due or the first running one, otherwise the last.

    If rounds overlap, it is the last running one.
    """
    found = [row for row in rows if row.is_draft] or [row for row in rows if row.is_running] or rows[-1:]
    several = len(found) > 1 and overlaps(found[-1].stage)
    first = next((row for row in found if row.number == due), found[0]) if found else None
    return found[-1] if several else first


def _more_rounds(desk: Desk, stage: Stage, rows: list[Round]) -> dict[str, object] | None:
    """Return what a schedule allows besides the next step: to pair the next round early, or all remaining ones."""
    tournament = desk.tournament
    own = [row for row in rows if row.stage_id == stage.pk]
    complete = tournament.finished_at is not None or any(row.is_draft for row in rows)
    if complete or not desk.may(Right.PAIR) or not SYSTEMS[stage.system].scheduled:
        return None
    seated = len(seats.seated_view(stage).players)
    length = (snapshot.length_of(stage, seated) or 0) if seated > 1 else 0
    remaining = length - len(own)
    if remaining < 1:
        return None
    return {"left": remaining, "next": stage.first_round + len(own), "early": bool(own) and own[-1].is_running}


def _odd(tournament: Tournament, last: Round | None) -> list[str]:
    """Return facts that an organiser may have missed: players not in the round, and changes since it was paired."""
    if last is None:
        return []
    found = []
    names = [player.name for player in not_paired(last)]
    if names and last.status != Round.Status.CLOSED:
        found.append(
            ngettext(
                "Round {number}: {count} player has no opponent or bye: {names}.",
                "Round {number}: {count} players have no opponent or bye: {names}.",
                len(names),
            ).format(number=last.number, count=len(names), names=join(names))
        )
    if games := [f"{game.round.number}/{game.table}" for game in open_games(tournament)]:
        found.append(
            ngettext(
                "{count} game is adjourned and counts as drawn (round/table): {tables}.",
                "{count} games are adjourned and count as drawn (round/table): {tables}.",
                len(games),
            ).format(count=len(games), tables=", ".join(games))
        )
    if late := late_tables(last):
        found.append(
            ngettext(
                "Time is up, and a result is missing: {tables}.",
                "Time is up, and results are missing: {tables}.",
                len(late),
            ).format(tables=", ".join(map(str, late)))
        )
    if last.status != Round.Status.CLOSED:
        found += tables.clashes_of_section(tournament)
    if last.is_draft:
        found += [
            _("Changed since the draft was made: {change} Pair the round again if this matters.").format(change=line)
            for line in since_paired(last)
        ]
    return found


def _by_players(tournament: Tournament) -> list[str]:
    """Return players' own decisions since the last round was paired, the latest first."""
    entries = tournament.journal.filter(undone_by__isnull=True).defer("changes")
    paired = entries.filter(verb__in=PAIRING_VERBS).values_list("sequence", flat=True).first() or 0
    own = entries.filter(sequence__gt=paired, agent__startswith="badge: ", verb__in=byes.VERBS)
    return [entry_sentence(entry, tournament) for entry in own[:MOST_DECISIONS]]


@require_POST
@staff_only(Right.ADMINISTER)
def finish_tournament(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Finish the tournament; before its last round, ask for confirmation."""
    tournament = desk.tournament
    missing = whole_number(request.POST.get("rounds_missing", "")) or 0
    try:
        once(lambda: lifecycle.finish(who(request), tournament, rounds_missing=missing))
    except RoundsMissing as asked:
        consequence = _(
            "The standings become final, and the report shows how many rounds were played. You can undo this "
            "in the journal."
        )
        button = ngettext("Finish {count} round early", "Finish {count} rounds early", asked.missing)
        return ask(
            request,
            desk,
            title=_("Finish before the last round?"),
            text=asked.text,
            then=consequence,
            button=button.format(count=asked.missing),
            fields={"rounds_missing": asked.missing},
            back=resolve_url("tournaments:desk", slug=tournament.slug),
        )
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        messages.success(request, _("The tournament is finished. Its pages stay online."))
    return redirect("tournaments:desk", slug=tournament.slug)
