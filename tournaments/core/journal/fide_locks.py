"""Define FIDE mode: its requirements, and what stays fixed from round 1 on. This is the only table of its locks.

Verbs do not depend on it. What a verb wrote, undo included, is checked before it is journalled. Every column of a
tournament and of a stage is listed here as locked, fitting, or free.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from pairings.snapshot import Decision
from pairings.system import System
from pairings.systems import SYSTEMS
from tournaments.core.journal.batch import version_now, with_present_names
from tournaments.core.journal.errors import Refused
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words.texts import translate
from tournaments.models import Pairing, Round, Stage, Tournament
from tournaments.models.fields import Change, ManyMade

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: The only game that FIDE mode allows.
GAME = "chess"
#: Verbs that create the tournament: before them, nothing could be locked.
MAKING = frozenset({"create-tournament", "import-tournament"})


@dataclass(frozen=True, slots=True)
class Lock:
    """A setting that stays fixed once round 1 is published. `what` names it, `text` gives the rule and its reason, and
    `article` the source. The verbs in `but` may still change it. `first`: a value may be set if there was none.
    """

    what: StrOrPromise
    text: StrOrPromise
    article: StrOrPromise
    but: frozenset[str] = frozenset()
    first: bool = False


_SCORING = Lock(
    gettext_lazy("points for results"),
    gettext_lazy("In FIDE mode, points for results are locked once round 1 is published."),
    gettext_lazy("Laws of Chess 10.1"),
)
_BYE = Lock(
    gettext_lazy("points for byes"),
    gettext_lazy("In FIDE mode, points for byes are locked once round 1 is published."),
    "C.04.1 3",
)
_RESULT = Lock(
    gettext_lazy("the result format"),
    gettext_lazy("In FIDE mode, the result format is locked once round 1 is published."),
    gettext_lazy("Laws of Chess 10.1"),
)
_TIEBREAKS = Lock(
    gettext_lazy("the list of tie-breaks"),
    gettext_lazy(
        "In FIDE mode, the standings rules are locked once round 1 is published. Announce them before the event."
    ),
    "C.07 4.1",
    but=frozenset({"draw-lot"}),
)
_PAIRS = Lock(
    gettext_lazy("forbidden pairs"),
    gettext_lazy("In FIDE mode, forbidden pairs are set before round 1 is published and then locked."),
    gettext_lazy("FIDE's checklist for programs, 194 to 196"),
    but=frozenset({"remove-player"}),
)
_OLD = Lock(
    gettext_lazy("results before the previous round"),
    gettext_lazy(
        "In FIDE mode, only results of the previous round can be corrected: later pairings depend on older ones."
    ),
    gettext_lazy("FIDE's checklist for programs, 189 to 191"),
)

#: Locks from round 1 on, by locked column; the locks of rows come last.
LOCKS: Mapping[str, Lock] = MappingProxyType(
    {
        "tournament.fide_mode": Lock(
            gettext_lazy("FIDE mode itself"),
            gettext_lazy(
                "FIDE mode is set before round 1 is published. After that you can only leave it, on its own "
                "page, for good."
            ),
            gettext_lazy("FIDE's checklist for programs, 43 to 45"),
            but=frozenset({"leave-fide-mode"}),
        ),
        "stage.planned_rounds": Lock(
            gettext_lazy("the number of rounds"),
            gettext_lazy("In FIDE mode, the number of rounds is locked once round 1 is published."),
            "C.04.1 1",
            first=True,
        ),
        **dict.fromkeys(
            (f"tournament.points_{name}" for name in ("win", "draw", "loss", "forfeit_win", "forfeit_loss")), _SCORING
        ),
        **dict.fromkeys((f"tournament.points_{name}_bye" for name in ("allocated", "full", "half", "zero")), _BYE),
        **dict.fromkeys(
            (
                f"tournament.{name}"
                for name in (
                    *("best_of", "by_games", "of_teams", "of_pods", "of_partners", "by_score"),
                    *("draws_allowed", "score_kind", "score_total"),
                )
            ),
            _RESULT,
        ),
        "tournament.default_minutes": Lock(
            gettext_lazy("the default time"),
            gettext_lazy("In FIDE mode, the default time is locked once round 1 is published."),
            gettext_lazy("Laws of Chess 6.7.1"),
            first=True,
        ),
        "tournament.rules": _TIEBREAKS,
        "tournament.rules_changes": _TIEBREAKS,
        "forbiddenpair": _PAIRS,
        "result": _OLD,
    }
)


@dataclass(frozen=True, slots=True)
class ByeRule:
    """A FIDE rule against a bye that a player requests.

    In FIDE mode a `barred` bye is refused. Other byes are noted once confirmed. Elsewhere in chess the staff sees the
    rule.
    """

    text: StrOrPromise
    article: str
    barred: bool = False

    def sentence(self, name: str) -> str:
        """Return the rule for a player with this name, and its source."""
        return f"{self.text.format(name=name)} ({translate(self.article)})"


_CHECKLIST = gettext_noop("FIDE's checklist for programs, 174 to 178")
#: Byes that FIDE rules do not have, or discourage.
BYES: Mapping[str, ByeRule] = MappingProxyType(
    {
        "half-last": ByeRule(
            gettext_lazy("{name}: half-point byes are not allowed in the last round."),
            gettext_noop("FIDE Competition Rules 8.3.4"),
            barred=True,
        ),
        "half-again": ByeRule(gettext_lazy("{name}: already had a half-point bye."), _CHECKLIST),
        "full": ByeRule(gettext_lazy("{name}: full-point byes are deprecated."), _CHECKLIST),
    }
)

#: Settings that decide whether a tournament can be in FIDE mode (`misfits`); some of them are also locked.
FITTING = frozenset(
    {
        *("tournament.game", "tournament.fide_mode", "stage.system"),
        *("tournament.points_win", "tournament.points_draw", "tournament.points_loss"),
        *("tournament.points_allocated_bye", "tournament.rules", "tournament.rules_changes"),
    }
)

#: Settings that FIDE mode leaves free: a tournament's name and appearance, and columns that pairing writes.
FREE = frozenset(
    {
        *(f"tournament.{name}" for name in ("id", "slug", "name", "starts_on", "time_zone", "language", "is_public")),
        *(f"tournament.{name}" for name in ("uses_check_in", "players_report", "players_decide", "report_minutes")),
        *(f"tournament.{name}" for name in ("half_byes_most", "half_byes_not_in_last", "first_label", "second_label")),
        *(
            f"tournament.{name}"
            for name in ("hall", "courts", "prizes", "club_teams", "screen", "event_page", "revision", "sheet")
        ),
        *(f"tournament.{name}" for name in ("trial_of", "event")),
        *(f"tournament.{name}" for name in ("section", "place", "created_at", "finished_at", "archived_at")),
        *(f"tournament.{name}" for name in ("left_fide", "city", "federation", "ends_on", "round_dates")),
        *("tournament.moved_matches", "tournament.search_words"),
        *(
            f"tournament.{name}"
            for name in (
                "chief_arbiter",
                "deputy_arbiters",
                "rate_of_play",
                "time_control",
                "rank_method",
                "start_positions",
                "line_up_minutes",
                "fee",
                "fee_currency",
                "finalists",
            )
        ),
        *(f"stage.{name}" for name in ("id", "tournament", "number", "options", "seating", "first_round", "seed")),
        *(f"stage.{name}" for name in ("first_colour", "virtual_points", "drawn_at", "drawn", "started_at")),
        "stage.qualification",
    }
)


@dataclass(frozen=True, slots=True)
class Misfit:
    """A reason why a tournament cannot be in FIDE mode, and the field that causes it."""

    field: str
    text: str


def knows(game: str, system: System) -> bool:
    """Return whether FIDE has rules for this system in this game."""
    return game == GAME and system.of_fide


def misfits(tournament: Tournament, stage: Stage) -> Iterator[Misfit]:
    """Yield the reasons why a tournament with this stage cannot be in FIDE mode, with its present values."""
    if tournament.game != GAME:
        yield Misfit("fide_mode", _("FIDE mode is only for chess (FIDE Laws of Chess)."))
        return
    system = SYSTEMS[stage.system]
    if not system.of_fide:
        systems = ", ".join(translate(each.name) for each in SYSTEMS.values() if each.of_fide)
        text = _("In FIDE mode, use a FIDE pairing system (C.04, C.05): {known}.")
        yield Misfit("system", text.format(known=systems))
    yield from _scoring_misfits(tournament)
    barred = RULE_BOOKS[0].barred_criteria(tournament.rules, stage.system, tournament.rules_changes)
    if barred:
        text = _("In FIDE mode, a round robin cannot use Buchholz (C.07 8). Remove {codes}.")
        yield Misfit("chain", text.format(codes=", ".join(barred)))


def _scoring_misfits(tournament: Tournament) -> Iterator[Misfit]:
    points = tournament.scoring
    if 2 * points.draw > points.win + points.loss:
        text = _("In FIDE mode, two draws cannot be worth more than a win plus a loss (Laws of Chess 10).")
        yield Misfit("points_draw", text)
    bye = points.allocated_bye
    if bye > points.win:
        yield Misfit("points_allocated_bye", _("In FIDE mode, a bye cannot be worth more than a win (C.04.1 3)."))
    usual = points.win == 1 and 2 * points.draw == 1 and points.loss == 0
    if usual and bye not in (points.win, points.draw, points.loss):
        text = _("In FIDE mode with 1, ½, 0 scoring, a bye is worth a win, a draw or a loss (C.04.1 3).")
        yield Misfit("points_allocated_bye", text)


def locks() -> list[Lock]:
    """Return all locks of FIDE mode, each once, in the order of the table."""
    return list({f"{lock.article} {lock.what}": lock for lock in LOCKS.values()}.values())


def has_begun(tournament: Tournament) -> bool:
    """Return whether any round is published: from then on the locks apply."""
    return Round.objects.filter(tournament=tournament).exclude(status=Round.Status.DRAFT).exists()


def refusal_of_correction(round_: Round) -> Refused | None:
    """Return the reason why the results of a round cannot be corrected; None if they can."""
    tournament, closed = round_.tournament, round_.status == Round.Status.CLOSED
    if not closed or not tournament.fide_mode or not _is_old(tournament.pk, round_.number):
        return None
    return Refused(explain(_OLD, tournament), code="fide-mode")


def guard(key: int, verb: str, changes: Sequence[Change | ManyMade], *, was_on: bool) -> None:
    """Check what a verb has written to the tournament with this key; `was_on` is whether FIDE mode was on before.

    Raise Refused for a change that the mode locks, or for a tournament that does not fit it. The message gives the
    rule, its reason and its source.
    """
    touched = _written_rows(changes)
    if not was_on and "tournament.fide_mode" not in touched:
        return
    locked = [name for name in touched if name in LOCKS and verb not in LOCKS[name].but]
    if verb not in MAKING and locked:
        _nothing_locked(key, locked, touched)
    if not FITTING.isdisjoint(touched):
        tournament = Tournament.objects.get(pk=key)
        if tournament.fide_mode:
            _fits(tournament)


def _fits(tournament: Tournament) -> None:
    stage = tournament.stages.order_by("-number").first()
    found = None if stage is None else next(misfits(tournament, stage), None)
    if found is not None:
        raise Refused(found.text, code="fide-mode", field=found.field)


def _written_rows(changes: Iterable[Change | ManyMade]) -> dict[str, list[Change]]:
    """Return the columns and rows of this table that a verb wrote, each with its notes."""
    found: dict[str, list[Change]] = {}
    for change in changes:
        if change["model"] not in ("tournament", "stage", "forbiddenpair", "result", "matchsheet", "round"):
            continue
        for each in with_present_names([change], version_now()):
            for name in _names(each):
                found.setdefault(name, []).append(each)
    return found


def _names(change: Change) -> Iterable[str]:
    model, before, after = change["model"], change["before"], change["after"]
    if model == "forbiddenpair":
        return (model,)
    if model == "result":  # a first result is no correction: a closed round has none missing
        return () if before is None or _finishes(before, after) else (model,)
    if model == "matchsheet":  # the boards of a match are results
        return ("result",) if before is not None and "boards" in before and after is not None else ()
    if model == "round":
        reopened = before is not None and after is not None and before.get("status") == Round.Status.CLOSED
        return ("result",) if reopened else ()
    return [f"{model}.{name}" for name in (after if after is not None else before) or ()]


def _finishes(before: Mapping[str, object], after: Mapping[str, object] | None) -> bool:
    """Return whether an adjourned game is finished, or that is undone, which is always possible.

    This is also true if only the note or the result for rating changes: that affects no rank.
    """
    return after is not None and (
        Decision.ADJOURNED in (before.get("decision"), after.get("decision")) or before.keys() <= {"note", "rated"}
    )


def _nothing_locked(key: int, locked: Iterable[str], touched: Mapping[str, Sequence[Change]]) -> None:
    """Raise Refused for the first of the columns and rows that are locked from round 1 on."""
    for name in locked:
        lock = LOCKS[name]
        if name == "result":
            if not _of_old_rounds(key, touched[name]):
                continue
        elif lock.first and all(_is_set_for_the_first_time(each, name) for each in touched[name]):
            continue
        tournament = Tournament.objects.get(pk=key)
        if not has_begun(tournament):
            return
        raise Refused(explain(lock, tournament), code="fide-mode", field=name.partition(".")[2] or None)


def explain(lock: Lock, tournament: Tournament) -> str:
    """Return the reason for a lock, its source, and how to remove it."""
    text = f"{lock.text} ({lock.article})"
    if not tournament.fide_mode:
        return text
    return text + " " + _("It can change only after you leave FIDE mode, which you cannot undo.")


def _is_set_for_the_first_time(change: Change, name: str) -> bool:
    """Return whether a column had no value before, or its row is new or deleted."""
    before = change["before"]
    return before is None or change["after"] is None or before.get(name.partition(".")[2]) is None


def _of_old_rounds(key: int, changes: Sequence[Change]) -> bool:
    """Return whether a change affects rounds before the previous one: corrected results, or reopened rounds."""
    new_rounds = [change["pk"] for change in changes if change["model"] == "round"]
    tables = [change["pk"] for change in changes if change["model"] in ("result", "matchsheet")]
    closed_ones = Pairing.objects.filter(pk__in=tables, round__status=Round.Status.CLOSED)
    numbers = {*closed_ones.values_list("round__number", flat=True)}
    numbers |= {*Round.objects.filter(pk__in=new_rounds).values_list("number", flat=True)}
    return bool(numbers) and _is_old(key, min(numbers))


def _is_old(key: int, number: int) -> bool:
    """Return whether a round is before the previous one.

    The present round is the last existing one, drafts included. If rounds of a schedule run in parallel, it is the one
    after the closed rounds.
    """
    status_by_number = dict(Round.objects.filter(tournament=key).values_list("number", "status"))
    last = Stage.objects.filter(tournament=key).order_by("-number").first()
    present = max(status_by_number)
    if last is not None and SYSTEMS[last.system].scheduled:
        closed = max(
            (number for number, status in status_by_number.items() if status == Round.Status.CLOSED), default=0
        )
        present = min(present, closed + 1)
    return number < present - 1
