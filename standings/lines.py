"""The lines of a rule set as people edit them: their words, to be translated, in groups that matter together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pairings.wording.mark import gettext_noop as _
from standings.tiebreaks.criterion import Part


@dataclass(frozen=True, slots=True)
class Setting:
    """A line of the rules on the sheet. `kind` is text, whole, switch or choice; text may be left empty for none."""

    name: str
    label: str
    kind: str
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Settings that matter together: where a criterion reads this part of the rules; always without one."""

    heading: str
    settings: tuple[Setting, ...]
    part: Part | None = None


GROUPS = (
    Group(
        _("Who is listed"),
        (
            Setting("lists_no_shows", _("Players who left before round 1 are listed"), "switch"),
            Setting(
                "strikes_below_half",
                _("Who leaves with fewer than half of the games played is struck"),
                "switch",
                _("For round robins: the results are shown and count for nobody."),
            ),
        ),
    ),
    Group(
        _("Shares of won matches and games"),
        (
            Setting("percentages.floor", _("Floor"), "text", _("The least that a share counts, such as 0.33 or 1/3.")),
            Setting("percentages.game_floor", _("The floor holds for games too"), "switch"),
            Setting(
                "percentages.rounding",
                _("Decimals at each step"),
                "whole",
                _("Empty: exact, and only the display is rounded."),
            ),
            Setting("percentages.drop_cap", _("The most that a player who left counts"), "text", _("Such as 0.75.")),
            Setting(
                "percentages.unit",
                _("Match wins are a share of"),
                "choice",
                choices=(("points", _("points")), ("wins", _("wins"))),
            ),
            Setting("percentages.tie_weight", _("A draw as a part of a win"), "text", _("Where wins are counted.")),
            Setting("percentages.byes_in_matches", _("Byes count in one's own match wins"), "switch"),
            Setting("percentages.byes_in_games", _("Byes count in one's own game wins"), "switch"),
            Setting(
                "percentages.denominator",
                _("Match wins are divided by"),
                "choice",
                choices=(
                    ("taken-part", _("the rounds that the player was in")),
                    ("scheduled", _("all rounds of the tournament")),
                ),
            ),
            Setting(
                "percentages.no_opponent",
                _("A player without an opponent has"),
                "choice",
                choices=(("zero", _("zero")), ("floor", _("the floor")), ("undefined", _("no value"))),
            ),
            Setting(
                "percentages.rematch",
                _("An opponent met twice counts"),
                "choice",
                choices=(("each-time", _("twice")), ("once", _("once"))),
            ),
        ),
        Part.PERCENTAGES,
    ),
    Group(
        _("FIDE's rules"),
        (
            Setting("chess.edition", _("Edition"), "choice", choices=(("2026", "2026"), ("2024", "2024"))),
            Setting(
                "chess.round_robin",
                _("Read as a round robin"),
                "switch",
                _("Forfeits count as games, and nobody has a dummy opponent."),
            ),
            Setting(
                "chess.unrated", _("Rating of players without one"), "whole", _("Empty: rating criteria drop out.")
            ),
        ),
        Part.CHESS,
    ),
    Group(
        _("Brightwell and discs"),
        (
            Setting(
                "othello.constant",
                _("Brightwell constant"),
                "text",
                _("What a point of an opponent is worth in discs. Empty: 80 divided by the rounds."),
            ),
            Setting("othello.papp", _("As PAPP: 6 from 8 rounds on, else discs"), "switch"),
            Setting("othello.board", _("Discs of a board"), "whole"),
            Setting("othello.bye_discs", _("Discs of a bye"), "whole"),
        ),
        Part.OTHELLO,
    ),
    Group(
        _("Spread"),
        (
            Setting("scrabble.bye_spread", _("Spread of a bye"), "whole"),
            Setting("scrabble.forfeit_spread", _("Spread of a forfeit"), "whole"),
            Setting("scrabble.cap", _("The most that one game counts"), "whole", _("Empty: all of it.")),
        ),
        Part.SCRABBLE,
    ),
)
SETTINGS: Mapping[str, Setting] = {setting.name: setting for group in GROUPS for setting in group.settings}
LAST_RESORTS = (
    ("share", _("They share the rank")),
    ("lot", _("A recorded lot decides")),
    ("seed", _("The order of the seeds decides")),
)
CUTS = ("", "C1", "C2", "C3", "M1", "M2", "M3")
