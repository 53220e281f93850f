"""GAMES: what a new tournament of each game starts with. Every value can be changed until it matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from tournaments.models import Stage


@dataclass(frozen=True, slots=True)
class Game:
    """A game's usual tournament: `settings` are fields of Tournament; `system` and `options` are the first stage's.

    `preset` is the one whose options the system starts with, where it has presets.
    """

    key: str
    name: Any
    settings: Mapping[str, Any]
    rules: str
    system: str = "round-robin"
    options: Mapping[str, Any] = field(default_factory=dict)
    preset: str = ""


_THREE_ONE = {
    "points_win": "3",
    "points_draw": "1",
    "points_forfeit_win": "3",
    "points_allocated_bye": "3",
    "points_full_bye": "3",
    "points_half_bye": "1",
}
_NO_DRAWS = {"draws_allowed": False, "points_draw": "0", "points_half_bye": "0"}

GAMES: Mapping[str, Game] = MappingProxyType(
    {
        game.key: game
        for game in (
            Game("chess", _("Chess"), {"first_label": "White", "second_label": "Black"}, "fide-2026"),
            Game(
                "go",
                _("Go"),
                {"first_label": "Black", "second_label": "White"},
                "go",
                options={"numbering": "circle"},
            ),
            Game(
                "othello",
                _("Othello"),
                {"first_label": "Black", "second_label": "White", "score_kind": "discs", "score_total": 64},
                "othello",
                options={"numbering": "circle"},
            ),
            Game(
                "cards",
                _("Card game"),
                {**_THREE_ONE, "best_of": 3, "first_label": "First", "second_label": "Second"},
                "mtr",
                system="papp",
                preset="card-game",
            ),
            Game(
                "football",
                _("Football"),
                {**_THREE_ONE, "score_kind": "points", "first_label": "Home", "second_label": "Away"},
                "football",
            ),
            Game(
                "darts",
                _("Darts"),
                {**_NO_DRAWS, "best_of": 5, "first_label": "First", "second_label": "Second"},
                "third",
            ),
            Game("other", _("Another game"), {"first_label": "First", "second_label": "Second"}, "mtr"),
        )
    }
)

#: Rule sets of the standings that an organiser can choose, in display order: key -> name. `standings` fills it.
RULE_SETS: dict[str, Any] = {}


class RuleBook(Protocol):
    """What a tournament asks about rule sets; `system` is the key of the pairing system that they are read for."""

    def checked(self, key: str, system: str, changes: Mapping[str, Any]) -> dict[str, Any]:
        """The changes as they are stored. Raises ValueError, the line as its `name`, for one that cannot be."""

    def lines(self, key: str, system: str, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Every line of the changed rule set, ready for JSON."""

    def points(self, stage: Stage, *, before_round: int | None = None) -> Mapping[int, Fraction]:
        """Points of a stage by the player's key, from its published rounds, or from those before a round."""

    def told(self, key: str, system: str, changes: Mapping[str, Any]) -> str:
        """The changed rule set in one line, for the journal."""


#: The one rule book, which `standings` brings.
RULE_BOOKS: list[RuleBook] = []


def rules_for(game: Game) -> str:
    """The game's usual rule set, or the first there is."""
    return game.rules if game.rules in RULE_SETS else next(iter(RULE_SETS))
