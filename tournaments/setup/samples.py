"""Create demo tournaments in the middle of a round, with the same verbs as real ones. There is one for each pairing
system, and for presets that are formats of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.snapshot import Result, Scoring
from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.rights import Right, Who, rights
from tournaments.core.words import notation
from tournaments.core.words.names import TITLE_LENGTH
from tournaments.core.words.texts import translate
from tournaments.desk.progress import NextStep, StepKind, next_step, progress_of
from tournaments.drafts import editing
from tournaments.drafts.whatif import not_paired
from tournaments.long_tasks.running import Halted
from tournaments.models import Advance, Pairing, Round, Tournament
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle
from tournaments.setup.copies import copy_tournament, erase
from tournaments.stages import knockouts

#: Names of invented players.
NAMES = (
    "Aino Virtanen", "Björn Åkesson", "Chiyo Tanaka", "Dmitri Orlov", "Élodie Martin", "Friedrich Groß",
    "Grace Okafor", "Hiroshi Saitō", "Inés García", "Jan Nowak", "Kaisa Lehtonen", "Liam O’Brien",
)  # fmt: skip
#: A test run older than this that nobody has deleted is deleted when another one begins.
TEST_RUN_LIFETIME = timedelta(days=1)
#: The number of rounds if nothing else sets it.
ROUNDS = 5
#: The maximum goals or points of one side, if a result has no fixed sum.
MOST = 4


def begin_trial(who: Who, original: Tournament, *, sheet: UUID | None = None) -> Tournament:
    """Return a copy of `original` with its players, to be played. Delete test runs older than KEPT. Raise
    NotAllowed.
    """
    for old in Tournament.objects.filter(trial_of__isnull=False, created_at__lt=timezone.now() - TEST_RUN_LIFETIME):
        _delete(old)
    name = _("Test run: {name}").format(name=original.name)[:TITLE_LENGTH]
    return copy_tournament(
        who, original, name=name, starts_on=original.starts_on, with_players=True, trial=True, sheet=sheet
    )


def play_trial(who: Who, trial: Tournament, rng: Random) -> None:
    """Play a test run to its end with random results; without players, invent them.

    Raise Halted if it cannot be played to its end; what was played is kept. Called again, it continues.
    """
    if trial.trial_of_id is None:
        raise ValueError(f"{trial} is no trial")
    while (step := next_step(progress_of(trial))) is not None:
        try:
            _do_step(who, trial, step, rng)
        except Refused as refusal:
            raise Halted(trial.rounds.filter(status=Round.Status.CLOSED).count(), refusal) from refusal


def throw_away(who: Who, trial: Tournament) -> Tournament:
    """Delete a test run with all its contents, and return its original. Raise NotAllowed."""
    original = trial.trial_of
    if original is None or Right.ADMINISTER not in rights(who, trial):
        raise NotAllowed(
            _("You do not have permission to do this. Ask an organiser of this tournament."), code="not-allowed"
        )
    _delete(trial)
    return original


def _delete(trial: Tournament) -> None:
    with transaction.atomic():
        if not Tournament.objects.select_for_update().filter(pk=trial.pk, trial_of__isnull=False).exists():
            return
        erase(trial)


def _do_step(who: Who, trial: Tournament, step: NextStep, rng: Random) -> None:
    match step.kind:
        case StepKind.ADD_PLAYERS:
            registration.add_players(who, trial, [{"name": name} for name in NAMES])
        case StepKind.CHECK_IN:
            registration.check_in(who, trial, trial.players.all(), here=True)
        case StepKind.PAIR | StepKind.PAIR_AGAIN:
            _pair(who, trial)
        case StepKind.PUBLISH:
            draft = _own(trial.rounds.get(status=Round.Status.DRAFT), trial)
            absent = [player.public_id for player in not_paired(draft)]
            rounds.publish_round(who, trial, draft, reason=trial.name, not_paired=absent)
        case StepKind.ENTER_RESULTS:
            _enter_results(who, trial, rng)
        case StepKind.SAY_WHO_GOES_ON:
            _say_who_goes_on(who, trial, step, rng)
        case StepKind.CLOSE | StepKind.CLOSE_ALL | StepKind.CLOSE_AND_PAIR:
            rounds.close_rounds(who, trial)
        case StepKind.ANNOUNCE | StepKind.GO_ON:
            lifecycle.finish(who, trial)


def _enter_results(who: Who, trial: Tournament, rng: Random) -> None:
    for running in trial.rounds.filter(status=Round.Status.PUBLISHED):
        missing = running.pairings.filter(result__isnull=True)
        scoring = decisive(trial, running)
        found = {table: _by_lot(scoring, rng, table) for table in missing.order_by("table")}
        results.enter_round(who, trial, _own(running, trial), found)


def _say_who_goes_on(who: Who, trial: Tournament, step: NextStep, rng: Random) -> None:
    for table in trial.rounds.get(number=step.round or 0).pairings.filter(table__in=step.tables):
        knockouts.set_advancing_side(who, trial, table, rng.choice((1, 2)), how=Advance.How.LOT)


def _pair(who: Who, trial: Tournament) -> None:
    now, stage = progress_of(trial), snapshot.current_stage(trial)
    if now.planned is None and not SYSTEMS[stage.system].ranked and now.last >= ROUNDS:
        lifecycle.finish(who, trial)
        return
    draft = rounds.pair_next_round(who, trial, now.last + 1, planned_rounds=now.proposed)
    if SYSTEMS[stage.system].by_hand:
        pair_neighbours(who, trial, draft, draft.number)


def _own(round_: Round, trial: Tournament) -> Round:
    round_.tournament = trial
    return round_


def decisive(tournament: Tournament, round_: Round) -> Scoring:
    """Return the scoring for invented results of a round: in a knock-out without draws, as somebody must advance."""
    knocks_out = SYSTEMS[round_.stage.system].knocks_out
    scoring = tournament.scoring_of(round_.best_of)
    return replace(scoring, draws=False) if knocks_out else scoring


def results_at(table: Pairing, scoring: Scoring) -> list[Result]:
    """Return the results that a single key enters at a table; in a pod of three, never a win for the fourth seat."""
    keys = notation.keys(scoring)
    player_count = table.appearances.count() if scoring.pods else 2
    return [key.result for key in keys if key.winner <= player_count]


def _by_lot(scoring: Scoring, rng: Random, table: Pairing) -> Result:
    if not scoring.keeps_score:
        return rng.choice(results_at(table, scoring))
    total = (scoring.score_total or 0) * scoring.best_of
    first, second = rng.randint(0, total or MOST), rng.randint(0, MOST)
    if total:
        second = total - first
    if first == second and not scoring.draws:
        first, second = first + 1, second - 1 if total else second
    return notation.parse(f"{first}-{second}", scoring)


def pair_neighbours(who: Who, tournament: Tournament, round_: Round, number: int) -> None:
    """Pair a round so that nobody meets twice in three rounds: one half against the other, shifted by the round."""
    players = list(tournament.players.order_by("pk"))
    half = len(players) // 2
    for place in range(half):
        editing.pair_by_hand(who, tournament, round_, players[place], players[half + (place + number) % half])


CLUBS = ("Oulu", "Nishinomiya", "Köln", "Lyon")
#: The names of sample teams.
TEAMS = (
    "Bishops of Oulu", "Cathedral Knights", "Four Towers", "Harbour Rooks", "Iron Pawns", "Köln am Dom",
    "Lyon Rive Gauche", "Midnight Sun", "Nishinomiya Seals", "Northern Lights", "Old Bridge", "The Open File",
)  # fmt: skip
#: The game of the tournament that shows a system, if it is not chess.
GAMES = {"manual": "cards", "mcmahon": "go", "pods": "cards", "booster": "cards", "partners": "padel"}
#: Options of a system whose defaults do not fit twelve players in three rounds.
OPTIONS: Mapping[str, dict[str, Any]] = MappingProxyType(
    {"hutton": {"boards": 3, "teams": list(CLUBS), "games": 3}},
)


@dataclass(frozen=True, slots=True)
class Demo:
    """A demo tournament: the end of its slug, its system, and its preset; "" for the defaults."""

    key: str
    system: str
    preset: str = ""

    @property
    def slug(self) -> str:
        return f"demo-{self.key}"

    @property
    def options(self) -> dict[str, Any]:
        return lifecycle.usual_options(self.system, self.preset) if self.preset else OPTIONS.get(self.system, {})

    @property
    def name(self) -> str:
        """Its name in words: that of the preset, or of the system."""
        labels = {preset.key: preset.label for preset in SYSTEMS[self.system].presets}
        return translate(labels[self.preset] if self.preset else SYSTEMS[self.system].name)


DEMOS = (
    *(Demo(key, key) for key in SYSTEMS),
    Demo("double-elimination", "knock-out", "double"),
    Demo("danish", "papp", "danish"),
    Demo("monrad", "papp", "monrad"),
)


def load_demo(today: date) -> list[Tournament]:
    """Create missing demos, and keep existing ones. Return the created tournaments, in the order of DEMOS."""
    who = Who.command("load_demo")
    missing_demos = [demo for demo in DEMOS if not Tournament.objects.filter(slug=demo.slug).exists()]
    return [_make(who, demo, today) for demo in missing_demos]


def _make(who: Who, demo: Demo, today: date) -> Tournament:
    tournament = lifecycle.create_tournament(
        who,
        name=f"Demo {demo.key}",
        game=GAMES.get(demo.system, "chess"),
        system=demo.system,
        options=demo.options,
        starts_on=today,
        time_zone="Europe/Helsinki",
        planned_rounds=5,
    )
    rng = Random(demo.key)
    registration.add_players(who, tournament, _players(demo.system, rng))
    for number in (1, 2, 3):
        _play(who, tournament, number, rng, whole=number < 3)
    lifecycle.change_settings(who, tournament, name=_("Demo: {system}").format(system=demo.name))
    return tournament


def _players(system: str, rng: Random) -> list[dict[str, object]]:
    """Return twelve players, or teams, which have no other club."""
    ratings = sorted((rng.randrange(1200, 2400) for _name in NAMES), reverse=True)
    if system == "team-swiss":
        return [{"name": name, "rating": rating} for name, rating in zip(TEAMS, ratings, strict=True)]
    if system == "hutton":
        clubs = [club for club in CLUBS for _board in range(OPTIONS[system]["boards"])]
    else:
        clubs = [rng.choice(CLUBS) for _name in NAMES]
    sexes = ("w", "m") if system == "partners" else ("",)  # mixed pairs need them
    return [
        {"name": name, "rating": rating, "club": club, "sex": sexes[place % len(sexes)]}
        for place, (name, rating, club) in enumerate(zip(NAMES, ratings, clubs, strict=True))
    ]


def _play(who: Who, tournament: Tournament, number: int, rng: Random, *, whole: bool) -> None:
    """Pair and publish a round, and enter its results: all of them and close it, or about half."""
    round_ = rounds.pair_next_round(who, tournament, number)
    if SYSTEMS[round_.stage.system].by_hand:
        pair_neighbours(who, tournament, round_, number)
    rounds.publish_round(who, tournament, round_)
    scoring = decisive(tournament, round_)
    for pairing in round_.pairings.order_by("table"):
        if whole or rng.random() < 0.5:
            results.enter_result(who, tournament, pairing, _by_lot(scoring, rng, pairing))
    if whole:
        rounds.close_round(who, tournament, round_)
