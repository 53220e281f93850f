"""Demo tournaments, in the middle of a round, made by the same verbs as real ones: one for each pairing system, and for
presets that are formats of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from random import Random
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from pairings.systems import SYSTEMS
from tournaments.models import Tournament
from tournaments.rights.who import Who
from tournaments.services import lifecycle, registration, results, rounds
from tournaments.trial import NAMES, decisive, pair_neighbours, results_at

CLUBS = ("Oulu", "Nishinomiya", "Köln", "Lyon")
#: Who plays where sides are teams.
TEAMS = (
    "Bishops of Oulu", "Cathedral Knights", "Four Towers", "Harbour Rooks", "Iron Pawns", "Köln am Dom",
    "Lyon Rive Gauche", "Midnight Sun", "Nishinomiya Seals", "Northern Lights", "Old Bridge", "The Open File",
)  # fmt: skip
#: The game whose tournament shows a system, where another than chess shows it better.
GAMES = {"manual": "cards", "mcmahon": "go", "pods": "cards", "booster": "cards"}
#: Options of a system whose usual ones do not fit twelve players in three rounds.
OPTIONS: Mapping[str, dict[str, Any]] = MappingProxyType(
    {"hutton": {"boards": 3, "teams": list(CLUBS), "games": 3}},
)


@dataclass(frozen=True, slots=True)
class Demo:
    """A demo tournament: what its address ends with, its system, and the preset that it shows; "" for the defaults."""

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
        """What it shows, in words."""
        labels = {preset.key: preset.label for preset in SYSTEMS[self.system].presets}
        return _(labels[self.preset] if self.preset else SYSTEMS[self.system].name)


DEMOS = (
    *(Demo(key, key) for key in SYSTEMS),
    Demo("double-elimination", "knock-out", "double"),
    Demo("danish", "papp", "danish"),
    Demo("monrad", "papp", "monrad"),
)


def load(today: date) -> list[Tournament]:
    """Make what is missing; what is there stays. Returns the tournaments made, in the order of DEMOS."""
    who = Who.command("load_demo")
    wanted = [demo for demo in DEMOS if not Tournament.objects.filter(slug=demo.slug).exists()]
    return [_make(who, demo, today) for demo in wanted]


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
    """Twelve players, or teams, which are of no other club."""
    ratings = sorted((rng.randrange(1200, 2400) for _name in NAMES), reverse=True)
    if system == "team-swiss":
        return [{"name": name, "rating": rating} for name, rating in zip(TEAMS, ratings, strict=True)]
    if system == "hutton":
        clubs = [club for club in CLUBS for _board in range(OPTIONS[system]["boards"])]
    else:
        clubs = [rng.choice(CLUBS) for _name in NAMES]
    return [
        {"name": name, "rating": rating, "club": club} for name, rating, club in zip(NAMES, ratings, clubs, strict=True)
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
            results.enter_result(who, tournament, pairing, rng.choice(results_at(pairing, scoring)))
    if whole:
        rounds.close_round(who, tournament, round_)
