"""Define GAMES: the initial settings of a new tournament for each game. Every value can be changed until it matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class TableWords:
    """Words for a table of the hall.

    They are a heading, the plural, one with its `{table}` number, the label of a search for one's own table, one with
    its number inside a sentence, and the order by numbers.
    """

    name: StrOrPromise
    plural: StrOrPromise
    numbered: StrOrPromise
    search: StrOrPromise
    inside: StrOrPromise
    by: StrOrPromise


TABLE = TableWords(
    pgettext_lazy("furniture in the hall", "Table"),
    pgettext_lazy("furniture in the hall", "Tables"),
    _("Table {table}"),
    _("Find your table"),
    pgettext_lazy("in a sentence", "table {table}"),
    _("by table"),
)
COURT = TableWords(
    pgettext_lazy("furniture in the hall", "Court"),
    pgettext_lazy("furniture in the hall", "Courts"),
    _("Court {table}"),
    _("Find your court"),
    pgettext_lazy("in a sentence", "court {table}"),
    _("by court"),
)
PITCH = TableWords(
    pgettext_lazy("furniture in the hall", "Pitch"),
    pgettext_lazy("furniture in the hall", "Pitches"),
    _("Pitch {table}"),
    _("Find your pitch"),
    pgettext_lazy("in a sentence", "pitch {table}"),
    _("by pitch"),
)
DARTBOARD = TableWords(
    pgettext_lazy("furniture in the hall", "Dartboard"),
    pgettext_lazy("furniture in the hall", "Dartboards"),
    _("Dartboard {table}"),
    _("Find your dartboard"),
    pgettext_lazy("in a sentence", "dartboard {table}"),
    _("by dartboard"),
)
#: For matches that wait for a free court: the number belongs to the match, not to the court.
MATCH = TableWords(
    pgettext_lazy("furniture in the hall", "Match"),
    pgettext_lazy("furniture in the hall", "Matches"),
    _("Match {table}"),
    _("Find your match"),
    pgettext_lazy("in a sentence", "match {table}"),
    _("by match"),
)


@dataclass(frozen=True, slots=True)
class Game:
    """The usual tournament of a game: `settings` are fields of Tournament; `system` and `options` are the first
    stage's.

    `preset` names the preset whose options the system starts with, if it has presets. `halves`: half a point is written
    as ½ instead of 0.5. `swiss` is the system, with its preset, for a field too large for everybody to meet everybody,
    unless the game's own system is groups. In a `league` everybody meets everybody in a small field, unless there is
    too little time. In other games they do so only if that takes no more rounds than a Swiss. `minutes` is the usual
    length of a round. `tally` is what is counted inside pairings that keep a score or consist of several games.
    `table_words` are the players' words for a table of the hall. `teams`: teams play the game, not single players.
    """

    key: str
    name: StrOrPromise
    settings: Mapping[str, Any]
    rules: str
    system: str = "round-robin"
    options: Mapping[str, Any] = field(default_factory=dict)
    preset: str = ""
    halves: bool = True
    swiss: str = "papp:papp"
    league: bool = False
    minutes: int = 45
    tally: StrOrPromise = ""
    table_words: TableWords = TABLE
    teams: bool = False
    #: The score of a match that is awarded to one side, if the game has such a score.
    awarded: tuple[int, int] | None = None


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
            Game(
                "chess",
                pgettext_lazy("kind of game", "Chess"),
                {"first_label": "White", "second_label": "Black"},
                "fide-2026",
                swiss="dutch:fide",
                minutes=55,
                tally=pgettext_lazy("games inside a match", "Games"),
            ),
            Game(
                "go",
                pgettext_lazy("kind of game", "Go"),
                {"first_label": "Black", "second_label": "White"},
                "go",
                options={"numbering": "circle"},
                swiss="mcmahon:mcmahon",
                minutes=75,
                tally=pgettext_lazy("games inside a match", "Games"),
            ),
            Game(
                "shogi",
                _("Shogi"),
                {"first_label": "Sente", "second_label": "Gote"},
                "go",
                options={"numbering": "circle"},
                swiss="mcmahon:even",
                minutes=75,
                tally=pgettext_lazy("games inside a match", "Games"),
            ),
            Game(
                "othello",
                _("Othello"),
                {"first_label": "Black", "second_label": "White", "score_kind": "discs", "score_total": 64},
                "othello",
                options={"numbering": "circle"},
                minutes=60,
                tally=pgettext_lazy("games inside a match", "Discs"),
            ),
            Game(
                "cards",
                _("Card game"),
                {**_THREE_ONE, "best_of": 3, "first_label": "First", "second_label": "Second"},
                "mtr",
                system="papp",
                preset="card-game",
                halves=False,
                swiss="papp:card-game",
                minutes=60,
                tally=pgettext_lazy("games inside a match", "Games"),
            ),
            Game(
                "football",
                _("Football"),
                {**_THREE_ONE, "score_kind": "points", "first_label": "Home", "second_label": "Away"},
                "football",
                halves=False,
                league=True,
                tally=pgettext_lazy("games inside a match", "Goals"),
                table_words=PITCH,
                teams=True,
                awarded=(3, 0),
            ),
            Game(
                "darts",
                _("Darts"),
                {**_NO_DRAWS, "best_of": 5, "first_label": "First", "second_label": "Second"},
                "games",
                halves=False,
                swiss="papp:card-game",
                minutes=30,
                tally=pgettext_lazy("games inside a match", "Legs"),
                table_words=DARTBOARD,
            ),
            Game(
                "table-tennis",
                _("Table tennis"),
                {
                    **_NO_DRAWS,
                    "points_win": "2",
                    "points_loss": "1",
                    "points_forfeit_win": "2",
                    "points_allocated_bye": "2",
                    "points_full_bye": "2",
                    "best_of": 5,
                    "first_label": "First",
                    "second_label": "Second",
                },
                "ittf",
                system="groups",
                halves=False,
                swiss="papp:card-game",
                minutes=30,
                tally=pgettext_lazy("games inside a match", "Games"),
            ),
            Game(
                "badminton",
                _("Badminton"),
                {**_NO_DRAWS, "best_of": 3, "first_label": "First", "second_label": "Second"},
                "bwf",
                system="groups",
                halves=False,
                swiss="papp:card-game",
                minutes=30,
                tally=pgettext_lazy("games inside a match", "Games"),
                table_words=COURT,
            ),
            Game(
                "padel",
                _("Padel, pickleball"),
                {"first_label": "First", "second_label": "Second"},
                "partners",
                system="partners",
                preset="americano",
                halves=False,
                swiss="partners:americano",
                minutes=15,
                tally=pgettext_lazy("games inside a match", "Points"),
                table_words=COURT,
            ),
            Game(
                "other",
                _("Another game"),
                {"first_label": "First", "second_label": "Second"},
                "games",
                tally=pgettext_lazy("games inside a match", "Score"),
            ),
        )
    }
)

#: Settings of pairings that depend only on the system, not on the game; set when a tournament is created.
OF_SYSTEMS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "pods": {
            "rules": "commander",
            "of_pods": True,
            "of_partners": False,
            "by_score": False,
            "best_of": 1,
            "by_games": False,
            "of_teams": False,
            "score_kind": "",
            "score_total": None,
            "draws_allowed": True,
            "points_win": "5",
            "points_draw": "1",
            "points_loss": "0",
            "points_forfeit_win": "5",
            "points_forfeit_loss": "0",
            "points_allocated_bye": "5",
            "points_full_bye": "5",
            "points_half_bye": "1",
            "points_zero_bye": "0",
        },
        "partners": {
            "rules": "partners",
            "of_pods": False,
            "of_partners": True,
            "by_score": True,
            "best_of": 1,
            "by_games": False,
            "of_teams": False,
            "score_kind": "points",
            "score_total": 24,
            "draws_allowed": True,
            "points_win": "24",
            "points_draw": "12",
            "points_loss": "0",
            "points_forfeit_win": "24",
            "points_forfeit_loss": "0",
            "points_allocated_bye": "0",
            "points_full_bye": "24",
            "points_half_bye": "12",
            "points_zero_bye": "0",
        },
        "double-swiss": {
            "best_of": 2,
            "by_games": True,
            "score_kind": "",
            "score_total": None,
            "draws_allowed": True,
            "points_win": "2",
            "points_draw": "1",
            "points_loss": "0",
            "points_forfeit_win": "2",
            "points_forfeit_loss": "0",
            "points_allocated_bye": "1.5",
            "points_full_bye": "2",
            "points_half_bye": "1",
            "points_zero_bye": "0",
        },
        "team-swiss": {
            "rules": "fide-teams",
            "of_teams": True,
            "best_of": 4,
            "score_kind": "",
            "score_total": None,
            "draws_allowed": True,
            "points_win": "2",
            "points_draw": "1",
            "points_loss": "0",
            "points_forfeit_win": "2",
            "points_forfeit_loss": "0",
            "points_allocated_bye": "1",
            "points_full_bye": "2",
            "points_half_bye": "1",
            "points_zero_bye": "0",
        },
    }
)

#: The minimum number of rounds of a Swiss, unless everybody meets everybody sooner: enough for 32 players.
SHORT_SWISS = 5


def swiss_rounds(players: int) -> int:
    """Return the number of rounds in which a Swiss separates this many players.

    It is enough for one player to win all games, but not enough for everybody to meet everybody.
    """
    fewest, all_of_them = (players - 1).bit_length(), rounds_to_meet_all(players)
    if players >= SHORT_SWISS and all_of_them <= SHORT_SWISS:
        return fewest  # in more rounds nearly everybody would meet everybody
    return max(1, min(max(SHORT_SWISS, fewest), all_of_them))


def rounds_to_meet_all(players: int) -> int:
    """Return the number of rounds in which everybody meets everybody."""
    return max(1, players - 1 + players % 2)
