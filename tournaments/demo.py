"""Demo tournaments: one for each pairing system, in the middle of a round, made by the same verbs as real ones."""

from __future__ import annotations

from datetime import date
from random import Random

from django.utils.translation import gettext as _

from pairings.systems import SYSTEMS
from tournaments.models import Tournament
from tournaments.rights.who import Who
from tournaments.services import lifecycle, registration, results, rounds
from tournaments.trial import NAMES, decisive, pair_neighbours
from tournaments.words import notation

CLUBS = ("Oulu", "Nishinomiya", "Köln", "Lyon")
#: Who plays where sides are teams.
TEAMS = (
    "Bishops of Oulu", "Cathedral Knights", "Four Towers", "Harbour Rooks", "Iron Pawns", "Köln am Dom",
    "Lyon Rive Gauche", "Midnight Sun", "Nishinomiya Seals", "Northern Lights", "Old Bridge", "The Open File",
)  # fmt: skip
#: The game whose tournament shows a system, where another than chess shows it better.
GAMES = {"manual": "cards", "mcmahon": "go"}


def load(today: date) -> list[Tournament]:
    """Make what is missing; what is there stays. Returns the tournaments made, in the order of SYSTEMS."""
    who = Who.command("load_demo")
    wanted = [key for key in SYSTEMS if not Tournament.objects.filter(slug=slug_of(key)).exists()]
    return [_make(who, key, today) for key in wanted]


def slug_of(system: str) -> str:
    return f"demo-{system}"


def _make(who: Who, system: str, today: date) -> Tournament:
    tournament = lifecycle.create_tournament(
        who,
        name=f"Demo {system}",
        game=GAMES.get(system, "chess"),
        system=system,
        options={},
        starts_on=today,
        time_zone="Europe/Helsinki",
        planned_rounds=5,
    )
    rng = Random(system)
    registration.add_players(who, tournament, _players(system, rng))
    for number in (1, 2, 3):
        _play(who, tournament, number, rng, whole=number < 3)
    lifecycle.change_settings(who, tournament, name=_("Demo: {system}").format(system=SYSTEMS[system].name))
    return tournament


def _players(system: str, rng: Random) -> list[dict[str, object]]:
    """Twelve players, or teams, which are of no other club."""
    ratings = sorted((rng.randrange(1200, 2400) for _name in NAMES), reverse=True)
    if system == "team-swiss":
        return [{"name": name, "rating": rating} for name, rating in zip(TEAMS, ratings, strict=True)]
    return [
        {"name": name, "rating": rating, "club": rng.choice(CLUBS)} for name, rating in zip(NAMES, ratings, strict=True)
    ]


def _play(who: Who, tournament: Tournament, number: int, rng: Random, *, whole: bool) -> None:
    """Pair and publish a round, and enter its results: all of them and close it, or about half."""
    round_ = rounds.pair_next_round(who, tournament, number)
    if SYSTEMS[round_.stage.system].by_hand:
        pair_neighbours(who, tournament, round_, number)
    rounds.publish_round(who, tournament, round_)
    choices = [key.result for key in notation.keys(decisive(tournament, round_))]
    for pairing in round_.pairings.order_by("table"):
        if whole or rng.random() < 0.5:
            results.enter_result(who, tournament, pairing, rng.choice(choices))
    if whole:
        rounds.close_round(who, tournament, round_)
