"""The messages of derivations and separations in English, marked for translation; `wording` turns them into
sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

#: All messages by the code of their reason.
SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "value-sum": ngettext(
            "{name} is {shown}: one number.",
            "{name} is {shown}: the sum of {count} numbers.",
            "count",
        ),
        "value-mean": ngettext(
            "{name} is {shown}: the average of one number.",
            "{name} is {shown}: the average of {count} numbers.",
            "count",
        ),
        "value-share": ngettext(
            "{name} is {shown}: the total of {count} round, divided by the maximum possible.",
            "{name} is {shown}: the total of {count} rounds, divided by the maximum possible.",
            "count",
        ),
        "value-game-share": ngettext(
            "{name} is {shown}: the game points of {count} round, divided by the maximum of {most}.",
            "{name} is {shown}: the game points of {count} rounds, divided by the maximum of {most}.",
            "count",
        ),
        "value-start": ngettext(
            "{name} is {shown}: the starting score {start}, raised by missed rounds, plus {count} number.",
            "{name} is {shown}: the starting score {start}, raised by missed rounds, plus {count} numbers.",
            "count",
        ),
        "value-brightwell": ngettext(
            "{name} is {shown}: own discs plus {constant} times the opponents' points, over {count} round.",
            "{name} is {shown}: own discs plus {constant} times the opponents' points, over {count} rounds.",
            "count",
        ),
        "value-given": _("{name} is {shown}."),
        "value-performance": ngettext(
            "{name} is {shown}: {count} rating, adjusted for a score of {most}.",
            "{name} is {shown}: the average of {count} ratings, adjusted for a score of {most}.",
            "count",
        ),
        "value-perfect": ngettext(
            "{name} is {shown}: the lowest rating with an expected score of {most} from {count} game.",
            "{name} is {shown}: the lowest rating with an expected score of {most} from {count} games.",
            "count",
        ),
        "value-mini": ngettext(
            "{name} is {shown}, from {count} game against players tied so far.",
            "{name} is {shown}, from {count} games against players tied so far.",
            "count",
        ),
        "value-tied": ngettext(
            "{name} is {shown}, from {count} match among {among}.",
            "{name} is {shown}, from {count} matches among {among}.",
            "count",
        ),
        "mini-other": _("In the same matches, {other} has {shown}."),
        "separated-tied": _("Ahead of {other} on {name}: {mine} to {theirs} in the matches among {among}."),
        "value-both": ngettext(
            "{name} is {shown}: points and game points from {count} match against teams tied so far.",
            "{name} is {shown}: points and game points from {count} matches against teams tied so far.",
            "count",
        ),
        "decided-board": _(
            "Against {other}, the boards of all matches decide: {mine} to {theirs} at the first different board."
        ),
        "decided-boards-left": _(
            "Against {other}, the boards of all matches decide: {mine} to {theirs} at the remaining boards."
        ),
        "decided-board-count": _(
            "Against {other}, the board count of all matches decides: {mine} to {theirs}, lower is better."
        ),
        "value-strength": ngettext(
            "{name} is {shown}: the secondary score {other_score}, plus {strength} from {count} number, "
            "divided by {factor}.",
            "{name} is {shown}: the secondary score {other_score}, plus {strength} from {count} numbers, "
            "divided by {factor}.",
            "count",
        ),
        "value-ladder": _("{name}: {shown}."),
        "value-boards": _("{name} compares the points at each board, from board 1 down: {shown}."),
        "value-weighed-boards": _("{name} is {shown}: the points at each board times the board number."),
        "value-alone": _("{name} is not needed: nobody was tied so far."),
        "value-undefined": _("{name} has no value: there is nothing to calculate it from."),
        "value-struck": _(
            "{name} is not counted: {player} left with {played} of {due} games played, fewer than half. The "
            "results stay in the cross table but do not count."
        ),
        "piece-struck": _(
            "Round {round}: the game against {opponent} does not count. {opponent} left with fewer than half "
            "of the games played."
        ),
        "exact": _("Exact value: {exact}."),
        "piece": _("Round {round}: {opponent} gives {amount}."),
        "piece-own": _("Round {round}, against {opponent}: {amount}."),
        "piece-times": _("Round {round}: {opponent} has {weight}, times {factor}: {amount}."),
        "piece-dummy-times": _("Round {round}, no game: a dummy opponent's {weight}, times {factor}: {amount}."),
        "piece-board": _("Round {round}, board {weight}, against {opponent}: {amount}."),
        "piece-board-alone": _("Round {round}, board {weight}, no opponent: {amount}."),
        "piece-board-times": _("Round {round}, board {weight}, against {opponent}: {factor} counts {amount}."),
        "piece-board-times-alone": _("Round {round}, board {weight}, no opponent: {factor} counts {amount}."),
        "piece-brightwell": ngettext(
            "Round {round}: {own} discs plus {constant} times the {points} point of {opponent}: {amount}.",
            "Round {round}: {own} discs plus {constant} times the {points} points of {opponent}: {amount}.",
            "points",
        ),
        "piece-brightwell-alone": ngettext(
            "Round {round}, no counting opponent: {own} discs plus {constant} times the player's own "
            "{points} point: {amount}.",
            "Round {round}, no counting opponent: {own} discs plus {constant} times the player's own "
            "{points} points: {amount}.",
            "points",
        ),
        "piece-deducted": _("Round {round}, deducted or added by the arbiter: {amount}."),
        "piece-start": _("At the start: {amount}."),
        "ladder-start": _("At the start: place {place}."),
        "ladder-came": _("Round {round}: joined at the bottom, place {place}."),
        "ladder-took": _("Round {round}: took place {place} from {opponent}."),
        "ladder-lost": _("Round {round}: lost the place to {opponent} and moved to place {place}."),
        "ladder-passed": _("Round {round}: others moved past from below, to place {place}."),
        "ladder-missed": _("Round {round}: dropped to place {place} after too many missed rounds."),
        "ladder-ahead": _("Round {round}: moved up to place {place}, because someone above missed rounds."),
        "ladder-gone": _("After round {round}: left the ladder, now below all active players at place {place}."),
        "ladder-left": _("After round {round}: moved up to place {place}, because someone above left the ladder."),
        "arena-won": _("Round {round}, won against {opponent}: {amount}."),
        "arena-drawn": _("Round {round}, drew with {opponent}: {amount}."),
        "arena-lost": _("Round {round}, lost to {opponent}: {amount}."),
        "arena-won-double": _(
            "Round {round}, won against {opponent} during a winning streak, counted double: {amount}."
        ),
        "arena-drawn-double": _(
            "Round {round}, drew with {opponent} and ended a winning streak, counted double: {amount}."
        ),
        "piece-stones-given": ngettext(
            "Round {round}: {opponent} gives {amount}, including {stones} for {stones} stone given.",
            "Round {round}: {opponent} gives {amount}, including {stones} for {stones} stones given.",
            "stones",
        ),
        "piece-stones-taken": ngettext(
            "Round {round}: {opponent} gives {amount}, after subtracting {stones} for {stones} stone received.",
            "Round {round}: {opponent} gives {amount}, after subtracting {stones} for {stones} stones received.",
            "stones",
        ),
        "piece-alone": _("Round {round}, no opponent: {amount}."),
        "piece-dummy": _("Round {round}, no game: a dummy opponent gives {amount}."),
        "piece-cut": _("Round {round}: {amount} from {opponent} is excluded by {article}."),
        "piece-cut-alone": _("Round {round}, no game: {amount} is excluded by {article}."),
        "piece-floor": _("{opponent} has {before}, raised to the floor of {after}."),
        "piece-drop-cap": _("{opponent} left early, so {after} counts instead of {before}."),
        "piece-rounding": _("{before} of {opponent} is rounded to {after}."),
        "piece-to-integer": _("{before} of {opponent} is rounded to {after}."),
        "deducted-per-game": _("{before} becomes {after} with the points that the arbiter deducted or gave."),
        "floor": _("{before} is below the floor, so {after} counts."),
        "drop-cap": _("{before} is above the maximum for a withdrawn player, so {after} counts."),
        "to-integer": _("{before} is rounded half up to {after}."),
        "rounding": _("{before} is rounded half up to {after}."),
        "separated": _("Ahead of {other} on {name}: {mine} to {theirs}, {by} more."),
        "separated-less": _("Ahead of {other} on {name}: {mine} to {theirs}, {by} less."),
        "separated-undefined": _("Ahead of {other} on {name}: {mine} to {theirs}."),
        "separated-group": _("Ahead of {other} on {name}, among the players tied so far."),
        "separated-points": ngettext(
            "Ahead of {other} on {name}: {mine} to {theirs} point in games among the tied players.",
            "Ahead of {other} on {name}: {mine} to {theirs} points in games among the tied players.",
            "theirs",
        ),
        "separated-match-points": ngettext(
            "Ahead of {other} on {name}: {mine} to {theirs} match point in matches among the tied.",
            "Ahead of {other} on {name}: {mine} to {theirs} match points in matches among the tied.",
            "theirs",
        ),
        "separated-game-points": ngettext(
            "Ahead of {other} on {name}: {mine} to {theirs} game point in matches among the tied.",
            "Ahead of {other} on {name}: {mine} to {theirs} game points in matches among the tied.",
            "theirs",
        ),
        "separated-board-count": _("Ahead of {other} on {name}: board count {mine} to {theirs}, lower is better."),
        "separated-board": ngettext(
            "Ahead of {other} on {name}: {mine} to {theirs} point at the first different board.",
            "Ahead of {other} on {name}: {mine} to {theirs} points at the first different board.",
            "theirs",
        ),
        "separated-boards-left": ngettext(
            "Ahead of {other} on {name}: {mine} to {theirs} point at the remaining boards.",
            "Ahead of {other} on {name}: {mine} to {theirs} points at the remaining boards.",
            "theirs",
        ),
        "separated-match": _("Ahead of {other} on {name}: won {mine}–{theirs} against {other}."),
        "separated-share-games": _(
            "Ahead of {other} on {name}: game-win ratio {mine} to {theirs} in matches among the tied."
        ),
        "separated-share-points": _(
            "Ahead of {other} on {name}: point-win ratio {mine} to {theirs} in matches among the tied."
        ),
        "separated-place": _("{other} has a lower place in the group."),
        "separated-final-group": _("{other} is in a lower final group."),
        "separated-difference": _(
            "Ahead of {other} on {name}: goal difference {mine} to {theirs} in matches among the tied."
        ),
        "separated-goals": ngettext(
            "Ahead of {other} on {name}: {mine} to {theirs} goal in matches among the tied.",
            "Ahead of {other} on {name}: {mine} to {theirs} goals in matches among the tied.",
            "theirs",
        ),
        "separated-lot": _(
            "Ahead of {other} by lot: seed {seed} gives {player} {mine} and {other} {theirs}, lower first."
        ),
        "separated-struck": _("{other} left with fewer than half of the games played: these results do not count."),
        "separated-hand": _("Ahead of {other} by the organiser's manual order."),
        "separated-seed": _("Ahead of {other} by seeding."),
        "shared": _("{player} and {other} are tied on everything: they share the place."),
    }
)

#: The effect of a modifier, by its letter.
VARIANTS: Mapping[str, str] = MappingProxyType(
    {
        "C": _("Least significant opponents excluded: {n}."),
        "M": _("Least and most significant opponents excluded, each: {n}."),
        "P": _("Forfeits count as played."),
        "F": _("Last-round games count as draws."),
        "R": _("Reversed."),
        "L": _("The limit is shifted by half points: {n}."),
        "K": _("Opponents' scores are divided by {n}."),
        "G": _("Game points replace match points."),
    }
)
