"""Whether settings, rules and stages fit pods: tables of three or four, in all of a tournament or in none of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from pairings.snapshot import Result as ResultFact
from pairings.systems import SYSTEMS
from tournaments.games import GAMES, OF_SYSTEMS
from tournaments.journal.errors import Refused
from tournaments.models import Pairing, Stage, Tournament
from tournaments.rulebook import RULE_BOOKS
from tournaments.words import pods as words

#: A system of pods, and the games that are played in them.
PODS = "pods"
GAMES_IN_PODS = ("cards", "other")


def game_fits(system: str, game: str) -> None:
    """Raises Refused where a game of two is to be played in pods."""
    if SYSTEMS[system].pods and game not in GAMES_IN_PODS:
        text = _("Pods are for games that three or four play at a table: {games}. {name} is a game of two.")
        known = ", ".join(str(GAMES[key].name) for key in GAMES_IN_PODS)
        raise Refused(text.format(games=known, name=GAMES[game].name), code="pods", field="system")


def settings_fit(values: Mapping[str, Any], present: Tournament | None = None) -> None:
    """Raises Refused where pods are to be of several games, of teams, with scores or with a default time."""
    usual = Tournament() if present is None else present
    now = {
        name: values.get(name, getattr(usual, name))
        for name in ("of_pods", "best_of", "by_games", "of_teams", "score_kind", "default_minutes", "start_positions")
    }
    if not now.pop("of_pods"):
        return
    if now["default_minutes"] is not None:
        text = _("Pods know no default time: leave it empty, and let who is missing lose at the table.")
        raise Refused(text, code="pods", field="default_minutes")
    wrong = next((name for name, value in now.items() if name not in ("best_of", "default_minutes") and value), None)
    if wrong or now["best_of"] != 1:
        text = _("At a pod one game is played by three or four, each alone, without scores: who wins, or a draw.")
        raise Refused(text, code="pods", field=wrong or "best_of")


def rules_fit(key: str, system: str, changes: Mapping[str, Any]) -> None:
    """Raises Refused for tie-breaks that read games of two, where pods are played."""
    if not SYSTEMS[system].pods:
        return
    barred = RULE_BOOKS[0].barred(key, system, changes)
    if barred:
        text = _(
            "These tie-breaks read games of two, and pods are none: {codes}. Choose others, or the rules of Commander."
        )
        raise Refused(text.format(codes=", ".join(barred)), code="pods-rules", field="rules")


def stage_fits(tournament: Tournament, system: str, field: str = "system") -> None:
    """Raises Refused where a later stage plays at tables of another size than the first."""
    if SYSTEMS[system].pods != tournament.of_pods:
        text = (
            _("This tournament is played in pods, and goes on in pods: choose {name}.")
            if tournament.of_pods
            else _("This tournament is played by two at a table, and goes on so: {name} needs a tournament of its own.")
        )
        raise Refused(text.format(name=_(SYSTEMS[PODS].name)), code="pods", field=field)


def as_of_system(tournament: Tournament, system: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """What comes with a system that takes the place of another, before the first round: pods bring their points, rules
    and kind of result, but for what is changed with it.
    """
    if SYSTEMS[system].pods == tournament.of_pods:
        return {}
    if not SYSTEMS[system].pods:
        return {"of_pods": False}
    fields = {field.name: field for field in Tournament._meta.get_fields() if hasattr(field, "to_python")}  # noqa: SLF001
    brought = {name: fields[name].to_python(value) for name, value in OF_SYSTEMS[system].items()}
    return {
        name: value
        for name, value in brought.items()
        if values.get(name, getattr(tournament, name)) == getattr(tournament, name)
    }


def at_table(tournament: Tournament, row: Pairing, result: ResultFact | None) -> ResultFact | None:
    """A result as it is at a table: in pods, of as many as sit there. Raises Refused where it is of more or fewer."""
    if result is None or not tournament.of_pods or not result.others:
        return result
    try:
        return words.fit(result, len(row.sides) or row.appearances.count())
    except words.DoesNotFit as error:
        raise Refused(str(error), code="impossible-result", field="result") from error


def new_fits(values: Mapping[str, Any], system: str, game: str) -> None:
    """What a tournament that is made has to be for pods, or for a system of two. Raises Refused."""
    game_fits(system, game)
    settings_fit(values)
    rules_fit(values["rules"], system, values.get("rules_changes", {}))


def change_fits(tournament: Tournament, stage: Stage, values: Mapping[str, Any]) -> dict[str, Any]:
    """What comes with settings that change, of which some are `values`. Raises Refused where they do not fit pods."""
    system, same_rules = values.get("system", stage.system), values.get("rules") in {None, tournament.rules}
    if stage.number > 1:
        stage_fits(tournament, system)
    game_fits(system, tournament.game)
    brought = as_of_system(tournament, system, values)
    now = {**values, **brought}
    settings_fit(now, tournament)
    rules_fit(now.get("rules", tournament.rules), system, tournament.rules_changes if same_rules else {})
    return brought
