"""The messages of derivations and separations in English, marked for translation; `wording` makes sentences of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

#: Every message by the code of its reason.
SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "value-sum": ngettext(
            "{name} is {shown}: one number.",
            "{name} is {shown}: the sum of {count} numbers.",
            "count",
        ),
        "value-mean": ngettext(
            "{name} is {shown}: one number, which is the mean.",
            "{name} is {shown}: the mean of {count} numbers.",
            "count",
        ),
        "value-share": ngettext(
            "{name} is {shown}: what {count} round gave, over what it could have given at most.",
            "{name} is {shown}: what {count} rounds gave, over what they could have given at most.",
            "count",
        ),
        "value-game-share": ngettext(
            "{name} is {shown}: the game points of {count} round over {most}, the most possible.",
            "{name} is {shown}: the game points of {count} rounds over {most}, the most possible.",
            "count",
        ),
        "value-start": ngettext(
            "{name} is {shown}: the starting score {start}, which missed rounds raise, and {count} number.",
            "{name} is {shown}: the starting score {start}, which missed rounds raise, and {count} numbers.",
            "count",
        ),
        "value-brightwell": ngettext(
            "{name} is {shown}: own discs, and {constant} times the points of the opponents, over {count} round.",
            "{name} is {shown}: own discs, and {constant} times the points of the opponents, over {count} rounds.",
            "count",
        ),
        "value-given": _("{name} is {shown}."),
        "value-performance": ngettext(
            "{name} is {shown}: {count} rating, and what a score of {most} is worth.",
            "{name} is {shown}: the mean of {count} ratings, and what a score of {most} is worth.",
            "count",
        ),
        "value-perfect": ngettext(
            "{name} is {shown}: the lowest rating that lets expect a score of {most} from {count} game.",
            "{name} is {shown}: the lowest rating that lets expect a score of {most} from {count} games.",
            "count",
        ),
        "value-mini": ngettext(
            "{name} is {shown}, from {count} game against the players who were level so far.",
            "{name} is {shown}, from {count} games against the players who were level so far.",
            "count",
        ),
        "value-both": ngettext(
            "{name} is {shown}: points and game points from {count} match against the teams that were level so far.",
            "{name} is {shown}: points and game points from {count} matches against the teams that were level so far.",
            "count",
        ),
        "decided-board": _(
            "Against {other} the boards of all matches decide: {mine} and {theirs} at the first board that differs."
        ),
        "decided-boards-left": _(
            "Against {other} the boards of all matches decide: {mine} and {theirs} at the boards that are left."
        ),
        "decided-board-count": _(
            "Against {other} the boards of all matches decide: board count {mine} and {theirs}, less is better."
        ),
        "value-strength": ngettext(
            "{name} is {shown}: the other score, {other_score}, and {strength} from {count} number, divided by "
            "{factor}.",
            "{name} is {shown}: the other score, {other_score}, and {strength} from {count} numbers, divided by "
            "{factor}.",
            "count",
        ),
        "value-ladder": _("{name}: {shown}."),
        "value-boards": _("{name} goes by the points at each board, from board 1 on: {shown}."),
        "value-weighed-boards": _("{name} is {shown}: the points at each board times its number."),
        "value-alone": _("{name} is not asked: nobody was level so far."),
        "value-undefined": _("{name} is not defined here: there is nothing to take it from."),
        "value-struck": _(
            "{name} is not counted: {player} left with {played} of {due} games played, fewer than half. "
            "The results stay in the cross table and count for nobody."
        ),
        "piece-struck": _(
            "Round {round}: the game against {opponent} does not count, because {opponent} left with fewer than half "
            "of the games played."
        ),
        "exact": _("Exactly it is {exact}."),
        "piece": _("Round {round}: {opponent} gives {amount}."),
        "piece-own": _("Round {round}, against {opponent}: {amount}."),
        "piece-times": _("Round {round}: {opponent} has {weight}, times {factor}: {amount}."),
        "piece-dummy-times": _("Round {round}, without a game: a dummy opponent's {weight}, times {factor}: {amount}."),
        "piece-board": _("Round {round}, board {weight}, against {opponent}: {amount}."),
        "piece-board-alone": _("Round {round}, board {weight}, without an opponent: {amount}."),
        "piece-board-times": _("Round {round}, board {weight}, against {opponent}: {factor} counts {amount}."),
        "piece-board-times-alone": _("Round {round}, board {weight}, without an opponent: {factor} counts {amount}."),
        "piece-brightwell": ngettext(
            "Round {round}: {own} discs, and {constant} times the {points} point of {opponent}: {amount}.",
            "Round {round}: {own} discs, and {constant} times the {points} points of {opponent}: {amount}.",
            "points",
        ),
        "piece-brightwell-alone": ngettext(
            "Round {round}, without an opponent who counts: {own} discs, and {constant} times the own {points} point: "
            "{amount}.",
            "Round {round}, without an opponent who counts: {own} discs, and {constant} times the own {points} points: "
            "{amount}.",
            "points",
        ),
        "piece-deducted": _("Round {round}, deducted or given by the arbiter: {amount}."),
        "piece-start": _("At the start: {amount}."),
        "ladder-start": _("At the start: place {place}."),
        "ladder-came": _("Came in round {round}, at the bottom: place {place}."),
        "ladder-took": _("Round {round}: took place {place} from {opponent}."),
        "ladder-lost": _("Round {round}: lost the place to {opponent}, and then had place {place}."),
        "ladder-passed": _("Round {round}: others came past from below, to place {place}."),
        "ladder-missed": _("Round {round}: too many missed rounds cost a place, to place {place}."),
        "ladder-ahead": _("Round {round}: somebody above lost a place by missed rounds, to place {place}."),
        "ladder-gone": _("After round {round}: left the ladder, and stands below all who are in it, at place {place}."),
        "ladder-left": _("After round {round}: somebody above left the ladder, to place {place}."),
        "arena-won": _("Round {round}, won against {opponent}: {amount}."),
        "arena-drawn": _("Round {round}, drawn against {opponent}: {amount}."),
        "arena-lost": _("Round {round}, lost to {opponent}: {amount}."),
        "arena-won-double": _(
            "Round {round}, won against {opponent} after wins in a row, so it counts double: {amount}."
        ),
        "arena-drawn-double": _(
            "Round {round}, drawn against {opponent} after wins in a row, so it counts double, the last one: {amount}."
        ),
        "piece-stones-given": ngettext(
            "Round {round}: {opponent} gives {amount}, {stones} of them for {stones} stone given.",
            "Round {round}: {opponent} gives {amount}, {stones} of them for {stones} stones given.",
            "stones",
        ),
        "piece-stones-taken": ngettext(
            "Round {round}: {opponent} gives {amount}, from which {stones} is taken off for {stones} stone taken.",
            "Round {round}: {opponent} gives {amount}, from which {stones} are taken off for {stones} stones taken.",
            "stones",
        ),
        "piece-alone": _("Round {round}, without an opponent: {amount}."),
        "piece-dummy": _("Round {round}, without a game: a dummy opponent gives {amount}."),
        "piece-cut": _("Round {round}: {amount} from {opponent} is left out by {article}."),
        "piece-cut-alone": _("Round {round}, without a game: {amount} is left out by {article}."),
        "piece-floor": _("{opponent} has {before} and counts with {after}, the floor."),
        "piece-drop-cap": _("{opponent} left early and counts with {after} instead of {before}."),
        "piece-rounding": _("{before} of {opponent} is rounded to {after}."),
        "piece-to-integer": _("{before} of {opponent} is rounded to {after}."),
        "floor": _("{before} is below the floor and counts as {after}."),
        "drop-cap": _("A player who left counts with {after} at most, not {before}."),
        "to-integer": _("{before} is rounded half up to {after}."),
        "rounding": _("{before} is rounded half up to {after}."),
        "separated": _("Above {other} by {name}: {mine} against {theirs}, {by} more."),
        "separated-less": _("Above {other} by {name}: {mine} against {theirs}, {by} less."),
        "separated-undefined": _("Above {other} by {name}: {mine} against {theirs}."),
        "separated-group": _("Above {other} by {name}, among the players level so far."),
        "separated-points": ngettext(
            "Above {other} by {name}: {mine} against {theirs} point in the games among those level.",
            "Above {other} by {name}: {mine} against {theirs} points in the games among those level.",
            "theirs",
        ),
        "separated-match-points": ngettext(
            "Above {other} by {name}: {mine} against {theirs} match point in the matches among those level.",
            "Above {other} by {name}: {mine} against {theirs} match points in the matches among those level.",
            "theirs",
        ),
        "separated-game-points": ngettext(
            "Above {other} by {name}: {mine} against {theirs} game point in the matches among those level.",
            "Above {other} by {name}: {mine} against {theirs} game points in the matches among those level.",
            "theirs",
        ),
        "separated-board-count": _("Above {other} by {name}: board count {mine} against {theirs}, less is better."),
        "separated-board": ngettext(
            "Above {other} by {name}: {mine} against {theirs} point at the first board that differs.",
            "Above {other} by {name}: {mine} against {theirs} points at the first board that differs.",
            "theirs",
        ),
        "separated-boards-left": ngettext(
            "Above {other} by {name}: {mine} against {theirs} point at the boards that are left.",
            "Above {other} by {name}: {mine} against {theirs} points at the boards that are left.",
            "theirs",
        ),
        "separated-match": _("Above {other} by {name}: won {mine}–{theirs} against {other}."),
        "separated-share-games": _(
            "Above {other} by {name}: of the games in the matches among those level {mine} won against {theirs}."
        ),
        "separated-share-points": _(
            "Above {other} by {name}: of the points in the matches among those level {mine} won against {theirs}."
        ),
        "separated-place": _("{other} has a lower place in the group."),
        "separated-difference": _(
            "Above {other} by {name}: goal difference {mine} against {theirs} in the matches among those level."
        ),
        "separated-goals": ngettext(
            "Above {other} by {name}: {mine} against {theirs} goal in the matches among those level.",
            "Above {other} by {name}: {mine} against {theirs} goals in the matches among those level.",
            "theirs",
        ),
        "separated-lot": _(
            "Above {other} by lot: the recorded seed {seed} gives {player} {mine} and {other} {theirs}, and the lower "
            "number is ahead."
        ),
        "separated-struck": _("{other} left with fewer than half of the games played: these results do not count."),
        "separated-hand": _("Above {other} by the order that the organiser has given to the level players."),
        "separated-seed": _("Above {other} by the order of the seeds."),
        "shared": _("No rule separates {player} from {other}: they share the rank."),
    }
)

#: What a modifier does, by its letter.
VARIANTS: Mapping[str, str] = MappingProxyType(
    {
        "C": _("The least significant are left out: {n}."),
        "M": _("Of the least and of the most significant so many are left out: {n}."),
        "P": _("Forfeits count as played."),
        "F": _("Games of the last round count as draws."),
        "R": _("Reversed."),
        "L": _("The limit is moved by half points: {n}."),
        "K": _("The opponents' scores are divided by {n}."),
        "G": _("Game points stand for match points."),
    }
)
