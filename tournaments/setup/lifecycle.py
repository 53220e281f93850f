"""Manage the life of a tournament: creation, settings, finishing, archiving.

An organiser's new tournaments can start with the logo, place and other club settings of an earlier one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import chain
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings import options as system_options
from pairings.seating import METHODS
from pairings.systems import SYSTEMS
from tournaments.core import external_ids, snapshot
from tournaments.core.games import GAMES, OF_SYSTEMS, Game
from tournaments.core.journal import fide_locks
from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.batch import version_now, with_present_names
from tournaments.core.journal.errors import NotAllowed, Refused, RoundsMissing
from tournaments.core.rights import Right, Who, rights
from tournaments.core.rulebook import rules_for
from tournaments.core.snapshot import games_of
from tournaments.core.words.names import isolate
from tournaments.core.words.presentation import images_on
from tournaments.core.words.texts import translate
from tournaments.desk.progress import progress_of
from tournaments.models import Event, Member, Round, Stage, Tournament, TournamentImage, User, fields
from tournaments.models.player import sort_key
from tournaments.models.stage import whole_name
from tournaments.results import results
from tournaments.results.results import open_games
from tournaments.self_service import badges
from tournaments.stages import stages

#: Settings that fit every game and system. The game sets the others, and the form asks for time zone and "public".
CLUB_SETTINGS = (
    *("city", "federation", "chief_arbiter", "deputy_arbiters", "language"),
    *("uses_check_in", "players_report", "players_decide", "report_minutes", "default_minutes"),
    *("fee", "fee_currency", "event_page"),
)


def set_defaults(who: Who, tournament: Tournament, *, used: bool) -> None:
    """Use this tournament's club settings for the account's new tournaments, or stop using them. Raise NotAllowed.

    The settings are read when a tournament is created, so later changes of this one also count.
    """
    user = _account(who)
    if not used:
        User.objects.filter(pk=user.pk, defaults_from=tournament).update(defaults_from=None)
        return
    if Right.ADMINISTER not in rights(who, tournament):
        raise NotAllowed(_("You do not have permission to do this in this tournament."), code="not-allowed")
    User.objects.filter(pk=user.pk).update(defaults_from=tournament)


def defaults_of(who: Who) -> Tournament | None:
    """Return the tournament whose settings the account's new ones copy, as long as the account may administer it."""
    if who.user is None or who.is_guest:
        return None
    found = Tournament.objects.filter(pk=User.objects.values("defaults_from").get(pk=who.user.pk)["defaults_from"])
    tournament = found.first()
    return tournament if tournament is not None and Right.ADMINISTER in rights(who, tournament) else None


def club_settings(like: Tournament) -> dict[str, object]:
    """Return the settings that are copied from another tournament."""
    return {name: getattr(like, name) for name in CLUB_SETTINGS}


def copy_images(like: Tournament, tournament: Tournament) -> None:
    """Copy the images of the event page to the new tournament that copied the page."""
    shown = like.images.filter(key__in=images_on(tournament.event_page))
    TournamentImage.objects.bulk_create(
        TournamentImage(tournament=tournament, key=each.key, data=each.data) for each in shown
    )


def _account(who: Who) -> User:
    if who.user is None or who.is_guest:
        raise NotAllowed(_("Sign in with an account."), code="not-allowed")
    return who.user


def settings_possible(tournament: Tournament, stage: Stage, values: Mapping[str, object]) -> None:
    """Raise Refused for changed settings that are impossible."""
    _check_planned_rounds(stage, values)
    _points_possible(tournament, values)


def _check_planned_rounds(stage: Stage, values: Mapping[str, Any]) -> None:
    planned_rounds = values.get("planned_rounds")
    if not planned_rounds or planned_rounds == stage.planned_rounds:
        return
    public_rounds = stage.rounds.public().count()
    if planned_rounds < public_rounds:
        text = ngettext(
            "{count} round is already published. Plan at least {count} round.",
            "{count} rounds are already published. Plan at least {count} rounds.",
            public_rounds,
        )
        raise Refused(text.format(count=public_rounds), code="too-few-rounds", field="planned_rounds")


def _points_possible(tournament: Tournament, values: Mapping[str, Any]) -> None:
    """Raise Refused unless a win gives at least the points of a draw, and a draw at least those of a loss."""
    names = ("points_win", "points_draw", "points_loss")
    if not any(name in values and values[name] != getattr(tournament, name) for name in names):
        return
    win, draw, loss = (Decimal(values.get(name, getattr(tournament, name))) for name in names)
    if not values.get("draws_allowed", tournament.draws_allowed):
        draw = loss
    if draw > win:
        text = _("A draw is worth more than a win. Change one of them.")
        raise Refused(text, code="points-order", field="points_draw")
    if loss > draw:
        text = _("A loss is worth more than a draw or a win. Change one of them.")
        raise Refused(text, code="points-order", field="points_draw" if "points_draw" in values else "points_loss")


def check_dates(values: Mapping[str, Any], tournament: Tournament | None = None) -> None:
    """Raise Refused if the change makes the last day earlier than the first."""
    first = values.get("starts_on", tournament.starts_on if tournament is not None else None)
    last = values.get("ends_on", tournament.ends_on if tournament is not None else None)
    if first is not None and last is not None and last < first and {"starts_on", "ends_on"} & values.keys():
        raise Refused(_("The last day is before the first. Change one of them."), code="days", field="ends_on")


#: Settings that define the meaning of a stored result; they are fixed once there is one.
FIXED_BY_RESULTS = ("best_of", "of_teams", "draws_allowed", "score_kind", "score_total")
STAGE_FIELDS = ("system", "options", "seating", "planned_rounds")


class MadeAlready(Exception):
    """The form was already sent: `tournament` is the tournament it created."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament.slug)
        self.tournament = tournament


def create_tournament(
    who: Who,
    *,
    name: str,
    game: str,
    sheet: UUID | None = None,
    external_id: str | None = None,
    like: Tournament | None = None,
    **settings: object,
) -> Tournament:
    """Return a new tournament with one stage and the usual settings of its game; `settings` override fields of both. It
    is in FIDE mode if `fide_mode` is True, or if that is None and the tournament fits. `like` is a tournament whose
    club settings it copies, with the images of its event page (`set_defaults`).

    The creator is its organiser. With a `sheet` that created a tournament before, return that one.
    """
    try:
        with transaction.atomic(durable=True):
            return begin(who, name=name, game=game, sheet=sheet, external_id=external_id, like=like, **settings)
    except MadeAlready as made:
        return made.tournament


def begin(
    who: Who,
    *,
    name: str,
    game: str,
    sheet: UUID | None = None,
    external_id: str | None = None,
    like: Tournament | None = None,
    **settings: Any,
) -> Tournament:
    """Create a tournament, as `create_tournament` does, in the present transaction. Raise MadeAlready."""
    if who.user is None and who.token is None and not who.agent.startswith("command: "):
        raise NotAllowed(_("Sign in to create a tournament."), code="not-allowed")
    usual = GAMES[game]
    chosen = {field: settings.pop(field) for field in STAGE_FIELDS if field in settings}
    system = chosen.get("system", usual.system)
    stage_values = {
        "system": system,
        "options": _options_of(usual, system),
        "seating": _usual_seating(system),
        **chosen,
    }
    fide_wish: bool | None = settings.pop("fide_mode", False)
    values = {**usual_settings(usual, system), **(club_settings(like) if like is not None else {}), **settings}
    _scores_fit(values)
    _starts_fit(values, game)
    stages.new_fits(values, system, game)
    check_dates(values)
    tournament = new_tournament(who, name=name, game=game, sheet=sheet, **values)
    if like is not None:
        copy_images(like, tournament)
    with act(who, tournament, "create-tournament", Right.ADMINISTER, outermost=False, name=tournament.name) as doing:
        stage = doing.create(Stage, tournament=doing.tournament, number=1, seed=fields.seed(), **stage_values)
        _games_fit(stage, doing.tournament)
        tournament.fide_mode = set_fide_mode(doing, stage, fide_wish)
        external_ids.name_tournament(doing, external_id)
    return tournament


def usual_settings(game: Game, system: str) -> dict[str, object]:
    """Return the initial settings of a tournament of this game under a pairing system."""
    phones = {"players_report": True, "players_decide": True}
    return {"rules": rules_for(game), **phones, **game.settings, **OF_SYSTEMS.get(system, {})}


def set_fide_mode(doing: Act, stage: Stage, fide_wish: bool | None) -> bool:
    """Set the FIDE mode of a tournament that is being created: as requested, or for None if the tournament fits."""
    fits = next(fide_locks.misfits(doing.tournament, stage), None) is None if fide_wish is None else fide_wish
    doing.update(doing.tournament, fide_mode=fits)
    return fits


def new_tournament(who: Who, *, name: str, sheet: UUID | None, slug: str = "", **values: object) -> Tournament:
    """Create a tournament's row with its own slug, `slug` if that is free; the creator is its organiser.

    Raise MadeAlready, and NotAllowed for a helper with a pass.
    """
    if who.is_guest:
        raise NotAllowed(_("A pass is for one tournament. Sign in with an account to create another."), code="guest")
    for address in chain([slug] if slug else [], slugs(name)):
        try:
            with transaction.atomic():
                tournament = Tournament(name=name, slug=address, sheet=sheet, **values)
                tournament.derive(None)
                tournament.save()
                if who.user is not None:
                    Member.objects.create(tournament=tournament, user=who.user, role=Member.Role.ORGANISER)
        except IntegrityError as error:
            if "sheet" in str(error):
                raise MadeAlready(_tournament_of_sheet(who, sheet)) from error
            if "slug" not in str(error):
                raise
        else:
            return tournament
    raise AssertionError("unreachable")


def _tournament_of_sheet(who: Who, sheet: UUID | None) -> Tournament:
    tournament = Tournament.objects.get(sheet=sheet)
    if Right.ADMINISTER not in rights(who, tournament):
        raise NotAllowed(_("This form was opened from another account. Open it again."), code="not-allowed")
    return tournament


def _usual_seating(system: str) -> str:
    """Return the default way to number players."""
    by_rating = SYSTEMS[system].ranked or SYSTEMS[system].knocks_out
    return Stage.Seating.RATING if by_rating else Stage.Seating.ENTRY


def _options_of(game: Game, system: str) -> dict[str, object]:
    """Return the options of a tournament's first stage: the game's for its own system, otherwise the defaults."""
    if system != game.system:
        return usual_options(system)
    return {**(usual_options(system, game.preset) if game.preset else {}), **game.options}


def usual_options(system: str, preset: str = "") -> dict[str, object]:
    """Return a system's initial options: of the preset, or otherwise of its first preset, or otherwise the defaults."""
    presets = {each.key: each.options for each in SYSTEMS[system].presets}
    if preset:
        return system_options.as_json(presets[preset])
    return system_options.as_json(next(iter(presets.values()), SYSTEMS[system].options()))


def slugs(name: str) -> Iterator[str]:
    """Yield the name as a slug, then the same with short random endings."""
    base = slugify(name)[:60] or "tournament"
    yield base
    while True:
        yield f"{base}-{fields.public_id()[:4]}"


def change_settings(
    who: Who,
    tournament: Tournament,
    *,
    reason: str = "",
    revision: int | None = None,
    external_id: str | None = None,
    **values: Any,
) -> Tournament:
    """Change fields of the tournament or its current stage, or its external id.

    Settings on which results depend are fixed once there are results.

    A change of points or tie-breaks after round 1 needs a reason, because it changes ranks. In a section of an event
    `section` is changed, from which its name is formed.
    """
    with act(who, tournament, "change-settings", Right.ADMINISTER, reason=reason.strip(), revision=revision) as doing:
        stage = snapshot.current_stage(doing.tournament)
        external_ids.name_tournament(doing, external_id)
        values |= _names_of_section(doing.tournament, values)
        values |= stages.change_fits(doing.tournament, stage, values)
        _still_free(doing, stage, values)
        _scores_fit(values, doing.tournament)
        settings_possible(doing.tournament, stage, values)
        _starts_fit(values, doing.tournament.game)
        check_dates(values, doing.tournament)
        of_stage = {name: values.pop(name) for name in STAGE_FIELDS if name in values}
        same_system = of_stage.get("system", stage.system) == stage.system
        if same_system and of_stage.get("options") == _all_options(stage.system, stage.options):
            del of_stage["options"]
        if not same_system:
            of_stage.setdefault("options", usual_options(of_stage["system"]))
        if not same_system and of_stage.get("seating") == stage.seating:
            of_stage["seating"] = _usual_seating(of_stage["system"])
        if of_stage.get("seating", stage.seating) != stage.seating or _replaces_drawn_seats(stage, of_stage):
            _discard_drawn_seats(doing, stage)
        before = len(doing.changes)
        if values.get("rules", doing.tournament.rules) != doing.tournament.rules:
            values["rules_changes"] = {}  # lines that were changed belong to the rule set that they were changed in
        doing.update(doing.tournament, **values)
        doing.update(stage, **of_stage)
        _games_fit(stage, doing.tournament)
        named_changes = with_present_names(doing.changes[before:], version_now())
        doing.facts["changed"] = ", ".join(
            changed := [name for change in named_changes for name in change["after"] or ()]
        )
        if not doing.reason and _needs_reason(doing, changed):
            raise Refused(
                _("Rounds have been played. Give a reason for changing points or tie-breaks."),
                code="reason-missing",
                field="reason",
            )
    tournament.refresh_from_db()
    return tournament


def _names_of_section(tournament: Tournament, values: Mapping[str, Any]) -> dict[str, str]:
    """Return the new names of a section, in the event and alone; {} if neither changes. Raise Refused."""
    event = tournament.event
    if event is None or not {"name", "section"} & values.keys():
        return {}
    section = values.get("section", tournament.section)
    if values.get("name", tournament.name) != tournament.name:
        raise Refused(
            _("This is a section of {event}. Change its name in the event, or rename the event.").format(
                event=isolate(event.name)
            ),
            code="section",
            field="name",
        )
    free_in_event(event, section, but=tournament, field="name")
    return {"name": whole_name(event.name, section)}


def free_in_event(event: Event, section: str, *, but: Tournament | None = None, field: str = "section") -> None:
    """Raise Refused if a section of the event already has this name, ignoring case and accents.

    The event stays locked, after its section, so that nobody else can take the name.
    """
    sections = Event.objects.select_for_update().get(pk=event.pk).sections.values_list("pk", "section")
    others = (name for key, name in sections if but is None or key != but.pk)
    same_name = next((name for name in others if sort_key(name) == sort_key(section)), None)
    if same_name is not None:
        raise Refused(
            _("Section {name} already exists. Choose another name.").format(name=isolate(same_name)),
            code="section-taken",
            field=field,
        )


def _replaces_drawn_seats(stage: Stage, values: Mapping[str, object]) -> bool:
    """Return whether these values replace the schedule for which seats were drawn."""
    looks_at = METHODS[stage.seating].system if stage.seating in METHODS else ""
    changed = "options" in values or values.get("system", stage.system) != stage.system
    return bool(looks_at) and changed and not _begun(stage)


def _discard_drawn_seats(doing: Act, stage: Stage) -> None:
    """Remove drawn seats after a change of the seating; the seats of a later stage are its seeds, so raise Refused."""
    if stage.qualification is not None:
        raise Refused(
            _("Players are numbered by their places in the previous stage. This cannot change."),
            code="too-late",
            field="seating",
        )
    doing.delete_many(stage.seats.all())
    doing.update(stage, drawn_at=None, drawn=None)


def _scores_fit(values: Mapping[str, object], present: Tournament | None = None) -> None:
    """Raise Refused for a sum of scores without scores, for points by games with a single game, or for boards of teams
    that are not games.
    """
    usual = present or Tournament()
    kind, total, by_games, games, of_teams, draws = (
        values.get(name, getattr(usual, name))
        for name in ("score_kind", "score_total", "by_games", "best_of", "of_teams", "draws_allowed")
    )
    if total and not kind:
        raise Refused(
            _("A total score needs scores. Choose discs or points above."), code="no-scores", field="score_total"
        )
    if by_games and (kind or games == 1):
        raise Refused(
            _("Points per game need at least two games per pairing, and results without scores."),
            code="no-games",
            field="by_games",
        )
    if of_teams and (kind or games == 1 or by_games or not draws):
        text = _(
            "Team matches need at least two boards, with draws and without scores. Enter the number of games "
            "in a pairing."
        )
        raise Refused(text, code="no-boards", field="best_of")


def _games_fit(stage: Stage, tournament: Tournament) -> None:
    """Raise Refused if rounds differ in their number of games, and games give points or are the boards of teams."""
    of_one = "by_games" if tournament.by_games else "of_teams" if tournament.table_kind.counts_boards else None
    if of_one and games_of(stage, 1, 2) is not None:
        text = _(
            "Points per game and team boards need the same number of games each round. Leave the match length empty."
        )
        raise Refused(text, code="no-games", field=of_one)


def locked_settings(tournament: Tournament, stage: Stage) -> frozenset[str]:
    """Return the settings of a tournament and its stage that can no longer change, for any reason."""
    found: set[str] = set()
    if tournament.rounds.public().exists():
        found.add("start_positions")
    if _has_results(tournament):
        found |= set(FIXED_BY_RESULTS)
    if stage.qualification is not None:
        found.add("seating")
    if _begun(stage):
        found |= {"system", "seating"}
    return frozenset(found)


def locked_options(stage: Stage) -> frozenset[str]:
    """Return the options of a stage's system that can no longer change."""
    specs = system_options.specs(SYSTEMS[stage.system].options) if _begun(stage) else ()
    return frozenset(spec.name for spec in specs if not spec.stays_open)


def _has_results(tournament: Tournament) -> bool:
    rounds = Round.objects.filter(tournament=tournament)
    return rounds.filter(Q(pairings__result__isnull=False) | Q(pairings__reports__isnull=False)).exists()


def _starts_fit(values: Mapping[str, object], game: str) -> None:
    """Raise Refused for Chess960 in a game other than chess."""
    if values.get("start_positions") and game != fide_locks.GAME:
        text = _("Only chess games can start from Chess960 positions.")
        raise Refused(text, code="no-chess", field="start_positions")


def _still_free(doing: Act, stage: Stage, values: Mapping[str, Any]) -> None:
    starts = values.get("start_positions", doing.tournament.start_positions)
    if starts != doing.tournament.start_positions and doing.tournament.rounds.public().exists():
        text = _("Round 1 is published, so start positions can no longer change.")
        raise Refused(text, code="too-late", field="start_positions")
    if values.get("fide_mode") and doing.tournament.left_fide is not None:
        lock = fide_locks.LOCKS["tournament.fide_mode"]
        raise Refused(fide_locks.explain(lock, doing.tournament), code="fide-mode", field="fide_mode")
    has_results = _has_results(doing.tournament)
    for name in FIXED_BY_RESULTS:
        if name in values and values[name] != getattr(doing.tournament, name) and has_results:
            raise Refused(_("Results exist, so the result format can no longer change."), code="too-late", field=name)
    present = {"system": stage.system, "seating": stage.seating, "options": _all_options(stage.system, stage.options)}
    if "options" in values:
        values = {**values, "options": _all_options(values.get("system", stage.system), values["options"])}
        if values.get("system", stage.system) == stage.system:
            values["options"] |= _open_options(stage)
    for name, value in present.items():
        if name in values and values[name] != value and _begun(stage):
            raise Refused(_system_stays(stage, name), code="too-late", field=name)


def _system_stays(stage: Stage, name: str) -> str:
    """Return why the system of a stage that has begun cannot change, and which of its options still can."""
    specs = system_options.specs(SYSTEMS[stage.system].options)
    if name != "options" or not (open_options := [translate(spec.label) for spec in specs if spec.stays_open]):
        return _("Round 1 has been paired, so the pairing system can no longer change.")
    text = _("Round 1 has been paired. Of the options of the pairing system, these can still change: {options}.")
    return text.format(options=", ".join(open_options))


def _open_options(stage: Stage) -> dict[str, object]:
    """Return the present values of the options that may change during play."""
    now = _all_options(stage.system, stage.options)
    specs = system_options.specs(SYSTEMS[stage.system].options)
    return {spec.name: now[spec.name] for spec in specs if spec.stays_open}


def _begun(stage: Stage) -> bool:
    """Return whether a stage has begun: its first round is paired."""
    return stage.rounds.exists() if stage.qualification is not None else stage.started_at is not None


def _all_options(system: str, values: Mapping[str, object]) -> dict[str, object]:
    """Return a system's options, with defaults for those that are not set."""
    return system_options.as_json(system_options.read(SYSTEMS[system].options, values))


def _needs_reason(doing: Act, changed: list[str]) -> bool:
    counts = any(name in {"rules", "by_games", "by_score"} or name.startswith("points_") for name in changed)
    return counts and doing.tournament.rounds.exclude(status=Round.Status.DRAFT).exists()


def finish(who: Who, tournament: Tournament, *, rounds_missing: int = 0) -> Tournament:
    """Finish the tournament. Every round must be closed or, if rounds overlap, complete.

    To finish it before its last round, pass the number of missing rounds; raise RoundsMissing if it is wrong.
    """
    with act(who, tournament, "finish", Right.ADMINISTER) as doing:
        results.close_complete(doing)
        if (open_round := doing.tournament.rounds.exclude(status=Round.Status.CLOSED).first()) is not None:
            raise Refused(_("Round {number} is not closed yet.").format(number=open_round.number), code="round-running")
        if doing.tournament.finished_at is None:
            if (game := open_games(doing.tournament).first()) is not None:  # no table is final before it is finished
                text = _("The game at table {table} of round {round} is adjourned. Enter its result first.")
                raise Refused(text.format(table=game.table, round=game.round.number), code="adjourned-open")
            now = progress_of(doing.tournament)
            if now.rounds_missing:
                if now.rounds_missing != rounds_missing:
                    raise RoundsMissing(now.rounds_missing, now.planned or 0)
                doing.facts |= {"played": now.last, "planned": now.planned}
            doing.update(doing.tournament, finished_at=doing.at)
            doing.delete_many(badges.open_calls(doing.tournament))
    tournament.refresh_from_db()
    return tournament


def archive(who: Who, tournament: Tournament) -> None:
    """Archive the tournament: lists no longer show it, but its pages keep their addresses. A second call does
    nothing.
    """
    with act(who, tournament, "archive", Right.ADMINISTER) as doing:
        doing.update(doing.tournament, archived_at=doing.tournament.archived_at or doing.at)
    tournament.refresh_from_db()


def unarchive(who: Who, tournament: Tournament) -> None:
    """Remove the tournament from the archive, so that lists show it again. A second call does nothing."""
    with act(who, tournament, "unarchive", Right.ADMINISTER) as doing:
        doing.update(doing.tournament, archived_at=None)
    tournament.refresh_from_db()


def has_accounts() -> bool:
    """Return whether any account exists; the first visitor of a new installation creates one."""
    return User.objects.filter(is_active=True).exists()
