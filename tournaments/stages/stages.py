"""Start the next stage: players of the previous stage, in order of their places, play under its own system.

Also handle the pods of a booster draft.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from pairings.snapshot import Result as ResultFact
from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.games import GAMES, OF_SYSTEMS
from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import Refused
from tournaments.core.orm.columns import column
from tournaments.core.rights import Right, Who
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.tables import is_paired_by, kind_of_system
from tournaments.core.words import pods
from tournaments.core.words.names import isolate
from tournaments.core.words.texts import translate
from tournaments.drafts.storing import assign_seats
from tournaments.models import Pairing, Player, Round, Stage, Tournament, fields
from tournaments.models.fields import Qualification

#: Systems with more than two at a table, and the games played in pods or with changing partners.
PODS, PARTNERS = "pods", "partners"
GAMES_IN_PODS = ("cards", "other")
GAMES_WITH_PARTNERS = ("padel", "badminton", "cards", "football", "table-tennis", "other")


def has_play_off(tournament: Tournament, stage: Stage) -> bool:
    """Return whether a knock-out of the best players follows this stage, as chosen when the tournament was set up."""
    return tournament.finalists is not None and stage.number == 1 and SYSTEMS[stage.system].can_be_followed


def game_fits(system: str, game: str) -> None:
    """Raise Refused for a system of pods or partners in a game that is not played that way."""
    kind = kind_of_system(SYSTEMS[system])
    if kind.has_partners and game not in GAMES_WITH_PARTNERS:
        text = _("Changing partners are for games of two against two: {games}. {name} is played one against one.")
        known = ", ".join(str(GAMES[key].name) for key in GAMES_WITH_PARTNERS)
        raise Refused(text.format(games=known, name=GAMES[game].name), code="partners", field="system")
    if SYSTEMS[system].pods and game not in GAMES_IN_PODS:
        text = _("Pods are for games with three or four players per table: {games}. {name} is a two-player game.")
        known = ", ".join(str(GAMES[key].name) for key in GAMES_IN_PODS)
        raise Refused(text.format(games=known, name=GAMES[game].name), code="pods", field="system")


def settings_fit(values: Mapping[str, object], present: Tournament | None = None) -> None:
    """Raise Refused for pods with several games, teams, scores or a default time, and for impossible settings with
    partners.
    """
    usual = Tournament() if present is None else present
    now = {
        name: values.get(name, getattr(usual, name))
        for name in ("of_pods", "best_of", "by_games", "of_teams", "score_kind", "default_minutes", "start_positions")
    }
    if not now.pop("of_pods"):
        _partners_fit(values, usual)
        return
    if now["default_minutes"] is not None:
        text = _("Pods do not use a default time. Leave it empty, and enter a loss for anyone absent.")
        raise Refused(text, code="pods", field="default_minutes")
    wrong = next((name for name, value in now.items() if name not in ("best_of", "default_minutes") and value), None)
    if wrong or now["best_of"] != 1:
        text = _("In a pod, three or four players play one game without scores. Enter a winner or a draw.")
        raise Refused(text, code="pods", field=wrong or "best_of")


def _partners_fit(values: Mapping[str, object], usual: Tournament) -> None:
    """Raise Refused for partners with several games, teams or a default time, or if points are scores that are not
    entered.
    """
    names = ("of_partners", "by_score", "best_of", "by_games", "of_teams", "score_kind", "default_minutes")
    now = {name: values.get(name, getattr(usual, name)) for name in names}
    if now["by_score"] and (not now["of_partners"] or now["score_kind"] != Tournament.ScoreKind.POINTS):
        text = _("Scores can be a player's points only with changing partners, and if results are points.")
        raise Refused(text, code="partners", field="by_score" if not now["of_partners"] else "score_kind")
    if not now["of_partners"]:
        return
    if now["default_minutes"] is not None:
        text = _("Changing partners do not use a default time. Leave it empty, and enter a forfeit.")
        raise Refused(text, code="partners", field="default_minutes")
    wrong = next((name for name in ("by_games", "of_teams") if now[name]), None)
    if wrong or now["best_of"] != 1:
        text = _("With changing partners, two sides of two play one game. Set one game in a pairing, without teams.")
        raise Refused(text, code="partners", field=wrong or "best_of")


def rules_fit(key: str, system: str, changes: Mapping[str, object]) -> None:
    """Raise Refused for tie-breaks that need games of two, in pods or with partners."""
    if kind_of_system(SYSTEMS[system]).games_of_two:
        return
    barred = RULE_BOOKS[0].barred_criteria(key, system, changes)
    if barred and kind_of_system(SYSTEMS[system]).has_partners:
        text = _("These tie-breaks do not work with changing partners: {codes}. Choose rules for changing partners.")
        raise Refused(text.format(codes=", ".join(barred)), code="partners-rules", field="rules")
    if barred:
        text = _("These tie-breaks do not work with pods: {codes}. Choose others, or the Commander rules.")
        raise Refused(text.format(codes=", ".join(barred)), code="pods-rules", field="rules")


def stage_fits(tournament: Tournament, system: str, field: str = "system") -> None:
    """Raise Refused for a later stage with another number of players at a table than the first."""
    if not is_paired_by(tournament.table_kind, SYSTEMS[system]):
        kind = tournament.table_kind
        if kind.has_partners:
            text = _("Partners change in this tournament, and they must in later stages too. Choose {name}.")
            raise Refused(text.format(name=translate(SYSTEMS[PARTNERS].name)), code="partners", field=field)
        if not kind.games_of_two:
            text = _("This tournament is played in pods, and later stages must be too. Choose {name}.")
            raise Refused(text.format(name=translate(SYSTEMS[PODS].name)), code="pods", field=field)
        text = _("This tournament has two players per table. {name} needs a separate tournament.")
        code = PARTNERS if kind_of_system(SYSTEMS[system]).has_partners else PODS
        raise Refused(text.format(name=translate(SYSTEMS[system].name)), code=code, field=field)


def as_of_system(tournament: Tournament, system: str, values: Mapping[str, object]) -> dict[str, object]:
    """Return the settings that change with a new system before round 1.

    Pods set their points, rules and kind of result, except for settings that the organiser has changed or changes now.
    """
    if is_paired_by(tournament.table_kind, SYSTEMS[system]):
        return {}
    if not kind_of_system(SYSTEMS[system]).flag:
        return {tournament.table_kind.flag: False, "by_score": False}
    brought = {name: column(Tournament, name).to_python(value) for name, value in OF_SYSTEMS[system].items()}
    return {
        name: value
        for name, value in brought.items()
        if values.get(name, getattr(tournament, name)) == getattr(tournament, name)
    }


def at_table(tournament: Tournament, row: Pairing, result: ResultFact | None) -> ResultFact | None:
    """Return a result adapted to its table: in a pod, for its number of players. Raise Refused if it is for more or
    fewer.
    """
    if result is None or tournament.table_kind.has_sides or not result.others:
        return result
    try:
        return pods.fit(result, len(row.sides) or row.appearances.count())
    except pods.DoesNotFit as error:
        raise Refused(str(error), code="impossible-result", field="result") from error


def new_fits(values: Mapping[str, Any], system: str, game: str) -> None:
    """Check that the settings of a new tournament fit pods, or a system of two players a table. Raise Refused."""
    game_fits(system, game)
    settings_fit(values)
    rules_fit(values["rules"], system, values.get("rules_changes", {}))


def change_fits(tournament: Tournament, stage: Stage, values: Mapping[str, Any]) -> dict[str, object]:
    """Return the settings that change along with `values`. Raise Refused if they do not fit pods."""
    system, same_rules = values.get("system", stage.system), values.get("rules") in {None, tournament.rules}
    if stage.number > 1:
        stage_fits(tournament, system)
    game_fits(system, tournament.game)
    brought = as_of_system(tournament, system, values)
    now = {**values, **brought}
    settings_fit(now, tournament)
    rules_fit(now.get("rules", tournament.rules), system, tournament.rules_changes if same_rules else {})
    return brought


def start_stage(
    who: Who,
    tournament: Tournament,
    *,
    system: str,
    options: Mapping[str, object],
    planned_rounds: int | None,
    seeds: Sequence[Player],
    qualification: Qualification,
    reason: str = "",
    revision: int | None = None,
) -> Stage:
    """Create a stage in which `seeds` have the seats 1, 2, 3 ...; all rounds before it must be closed.

    `qualification` is how they qualified, as `standings.web.next_stage.qualification` returns it; it is stored with the
    stage. `revision` is the one from whose standings the seeds were taken; raise StaleSnapshot if the tournament has
    changed since.
    """
    with act(
        who, tournament, "start-stage", Right.ADMINISTER, reason=reason.strip(), revision=revision, count=len(seeds)
    ) as doing:
        before = snapshot.current_stage(doing.tournament)
        stage_fits(doing.tournament, system)
        last = stage_is_over(doing.tournament)
        _require_present(doing, seeds)
        doing.facts["number"] = before.number + 1
        stage = doing.create(
            Stage,
            tournament=doing.tournament,
            number=before.number + 1,
            system=system,
            options=dict(options),
            seating=Stage.Seating.QUALIFIED,
            planned_rounds=planned_rounds,
            first_round=last.number + 1,
            seed=fields.seed(),
            drawn_at=doing.at,
            started_at=doing.at,
            qualification=qualification,
        )
        assign_seats(doing, stage, seeds)
    return stage


def stage_is_over(tournament: Tournament) -> Round:
    """Return the last round of the present stage. Raise Refused if a round is not closed, or if there is none."""
    if tournament.finished_at is not None:
        raise Refused(_("The tournament is finished. Reopen it first."), code="finished")
    rounds = snapshot.current_stage(tournament).rounds.order_by("number")
    last = rounds.last()
    if last is None:
        raise Refused(
            _("This stage has no closed round, so there are no places for advancing. Close a round first."),
            code="no-round",
        )
    still = rounds.exclude(status=Round.Status.CLOSED).first()
    if still is not None:
        raise Refused(_("Round {number} is not closed yet.").format(number=still.number), code="round-running")
    return last


def _require_present(doing: Act, seeds: Sequence[Player]) -> None:
    keys = {player.pk for player in seeds}
    if len(keys) < 2 or len(keys) != len(seeds):
        raise Refused(_("A stage needs at least two players, each listed once."), code="too-few-players", field="count")
    rows = doing.tournament.players.filter(pk__in=keys)
    if rows.count() != len(keys):
        raise Refused(_("Choose players from this tournament."), code="no-such-player", field="count")
    gone = rows.filter(withdrawn_after__isnull=False).first()
    if gone is not None:
        raise Refused(
            _("{name} has withdrawn and cannot play in the next stage.").format(name=isolate(gone.name)),
            code="withdrawn",
            field="count",
        )


#: The system with booster drafts.
BOOSTER = "booster"
#: A pod and a seat in it, both 1 first.
Seat = tuple[int, int]


@dataclass(frozen=True, slots=True)
class DraftPods:
    """The booster draft of some rounds: the tournament's number of the first, and the players of each pod by seat."""

    first_round: int
    pods: tuple[tuple[Player, ...], ...]


def draft_begun(round_: Round) -> Round | None:
    """Return the round whose pods began the draft of a round; None without a draft."""
    system, options = snapshot.system_of(round_.stage)
    if system.key != BOOSTER:
        return None
    earliest = round_.number - options.rounds + 1
    known = Round.objects.filter(stage=round_.stage_id, number__range=(earliest, round_.number))
    return known.exclude(booster_pods=[]).order_by("-number").first()


def draft_pods(round_: Round) -> DraftPods | None:
    """Return the pods of the draft that a round belongs to, seat by seat; None without a draft."""
    begun = draft_begun(round_)
    if begun is None:
        return None
    players = Player.objects.in_bulk([key for pod in begun.booster_pods for key in pod])
    return DraftPods(begun.number, pods_among(begun.booster_pods, players))


def pods_among(stored: Sequence[Sequence[int]], players: Mapping[int, Player]) -> tuple[tuple[Player, ...], ...]:
    """Return stored pods as rows; `players` are all of the tournament by key, or those in the pods."""
    return tuple(tuple(players[key] for key in pod) for pod in stored)


def seats_of(round_: Round | None) -> dict[int, Seat]:
    """Return the pod and seat of each player in the draft of a round, both 1 first, by player key."""
    begun = None if round_ is None else draft_begun(round_)
    if begun is None:
        return {}
    return {
        key: (number, seat)
        for number, pod in enumerate(begun.booster_pods, start=1)
        for seat, key in enumerate(pod, start=1)
    }
