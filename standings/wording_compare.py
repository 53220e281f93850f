"""Comparisons of rule sets as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from pairings.snapshot import Scoring
from pairings.wording.mark import Translate
from pairings.wording.mark import gettext_noop as _
from standings.compare import Line, Move, differing_lines
from standings.formatting import plain
from standings.rules import Rules

#: What a line of the rules is about, by its name in `Rules`.
LINES: Mapping[str, str] = MappingProxyType(
    {
        "points": _("the points"),
        "chain": _("the order of the criteria"),
        "last_resort": _("the last resort for players who stay level"),
        "lot": _("the lot"),
        "lists_no_shows": _("listing of players who left before round 1"),
        "strikes_below_half": _("striking of who left with fewer than half of the games played"),
        "percentages.floor": _("the floor"),
        "percentages.game_floor": _("the floor for games"),
        "percentages.rounding": _("the decimals that each step is rounded to"),
        "percentages.drop_cap": _("the most that a player who left counts"),
        "percentages.unit": _("the count of match wins as a share"),
        "percentages.tie_weight": _("the part of a win that a draw is"),
        "percentages.byes_in_matches": _("byes in one's own match wins"),
        "percentages.byes_in_games": _("byes in one's own game wins"),
        "percentages.denominator": _("the rounds that match wins are divided by"),
        "percentages.no_opponent": _("the value of a player without an opponent"),
        "percentages.rematch": _("the counting of an opponent met twice"),
        "chess.edition": _("the edition of the rules"),
        "chess.round_robin": _("reading as a round robin"),
        "chess.unrated": _("the rating of players without one"),
        "othello.constant": _("the Brightwell constant"),
        "othello.papp": _("the custom for the Brightwell constant"),
        "othello.board": _("the discs of a board"),
        "othello.bye_discs": _("the discs of a bye"),
        "scrabble.bye_spread": _("the spread of a bye"),
        "scrabble.forfeit_spread": _("the spread of a forfeit"),
        "scrabble.cap": _("the most spread of a game"),
    }
)
#: The choices of a line, by their values.
CHOICES: Mapping[str, str] = MappingProxyType(
    {
        "share": _("they share the rank"),
        "lot": _("by lot"),
        "seed": _("by the order of the seeds"),
        "zero": _("zero"),
        "floor": _("the floor"),
        "undefined": _("no value"),
        "taken-part": _("those that the player was in"),
        "scheduled": _("all of the tournament"),
        "each-time": _("each time"),
        "once": _("once"),
        "points": _("points"),
        "wins": _("wins"),
    }
)
LAST_RESORTS: Mapping[str, str] = MappingProxyType(
    {
        "share": _("Players whom no criterion separates share the rank."),
        "lot": _("Between players whom no criterion separates a recorded lot decides."),
        "seed": _("Players whom no criterion separates stand in the order of their seeds."),
    }
)
COMPARISONS: Mapping[str, str] = MappingProxyType(
    {
        "line": _("{line}: {first} → {second}"),
        "move": _("{player}: place {first} → {second}, because of {lines}."),
        "move-together": _("{player}: place {first} → {second}, by several differences together."),
        "unlisted": _("not listed"),
        "none": _("none"),
        "yes": _("yes"),
        "no": _("no"),
    }
)


def line_sentence(line: Line, translate: Translate = lambda message: message) -> str:
    """In what the two rule sets differ: the first one's word, then the second one's."""
    return translate(COMPARISONS["line"]).format(
        line=translate(LINES[line.name]), first=setting(line.first, translate), second=setting(line.second, translate)
    )


def move_sentence(move: Move, names: Mapping[int, str], translate: Translate = lambda message: message) -> str:
    """Both places of a player, and the lines that cause the move."""
    code = "move" if move.causes else "move-together"
    first, second = (place or translate(COMPARISONS["unlisted"]) for place in (move.first, move.second))
    causes = ", ".join(translate(LINES[line.name]) for line in move.causes)
    player = names.get(move.player, str(move.player))
    return translate(COMPARISONS[code]).format(player=player, first=first, second=second, lines=causes)


def last_resort_sentence(rules: Rules, translate: Translate = lambda message: message) -> str:
    """What happens to players whom no criterion separates."""
    return translate(LAST_RESORTS[rules.last_resort])


def rules_sentence(preset: Rules, rules: Rules, translate: Translate = lambda message: message) -> str:
    """A rule set in one line: its name, the list of criteria, and what was changed beside the list."""
    told = f"{translate(preset.name)}: {' '.join(rules.chain)}"
    others = [line for line in differing_lines(preset, rules) if line.name != "chain"]
    said = (f"{translate(LINES[line.name])}: {setting(line.second, translate)}" for line in others)
    return "; ".join((told, *said))


def setting(value: object, translate: Translate) -> str:
    if value is None:
        return translate(COMPARISONS["none"])
    if isinstance(value, bool):
        return translate(COMPARISONS["yes" if value else "no"])
    if isinstance(value, Scoring):
        return "–".join(plain(points) for points in (value.win, value.draw, value.loss))
    if isinstance(value, Fraction):
        return plain(value) if 10000 % value.denominator == 0 else str(value)
    if isinstance(value, StrEnum):
        return translate(CHOICES[value])
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value)
