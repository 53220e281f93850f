"""Messages about seats."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "seats-lot": _("By lot."),
    "seats-alone-club": _("By lot: no two players are of the same club."),
    "seats-alone-federation": _("By lot: no two players are of the same federation."),
    "seats-classes": ngettext(
        "{count} class by rating; the seats are drawn by lot.",
        "{count} classes by rating; inside a class the seats are drawn by lot.",
        "count",
    ),
    "seats-classes-one": _("By lot: one game each makes one class."),
    "seats-class": _("Class {number}: {players}."),
    "seats-unrated": _("Without a rating, and so among the weakest: {players}."),
    "seats-class-apart": _("Nobody meets a player of the own class."),
    "seats-class-least": _("Games inside a class: {count}. No seating has fewer."),
    "seats-class-left": _("Games inside a class: {count}. No seating with fewer was found."),
    "seats-class-all": _("Everybody meets every other class."),
    "seats-class-game": _("{first} and {second} meet, both of class {number}."),
    "seats-class-missed": _("{player} meets nobody of class {classes}."),
    "seats-origin-club": _("By lot, with players of one club at least {distance} seats apart."),
    "seats-origin-federation": _("By lot, with players of one federation at least {distance} seats apart."),
    "seats-origin-apart": _("None of them meet."),
    "seats-origin-left": _("Games between them all the same: {count}."),
    "seats-origin-game": _("{first} and {second} meet, both of {origin}."),
    "seats-tree-seeds": ngettext(
        "By lot, but for the {count} best player by rating, who has the first seat.",
        "By lot, but for the {count} best players by rating, who have the first seats.",
        "count",
    ),
    "seats-tree-pots": ngettext(
        "By lot from {count} pot by rating, {size} players in it: each part of the bracket gets one of it.",
        "By lot from {count} pots by rating, {size} players in each: each part of the bracket gets one of every pot.",
        "count",
    ),
    "seats-tree-alone-club": _("No two players are of the same club."),
    "seats-tree-alone-federation": _("No two players are of the same federation."),
    "seats-tree-club": _("Players of one club are apart, so that they meet as late as possible."),
    "seats-tree-federation": _("Players of one federation are apart, so that they meet as late as possible."),
    "seats-tree-best": _("They are spread evenly over the bracket: no draw keeps them further apart."),
    "seats-tree-tried": _("All draws were compared: none keeps them further apart."),
    "seats-tree-found": _(
        "No draw that keeps them further apart was found; the seeds or the pots leave no even spread."
    ),
    "seats-tree-first": _("{first} and {second} meet in the first round, both of {origin}."),
    "seats-varma-club": _(
        "By lot, so that players of one club do not meet in rounds {first_round} to {last_round}, if possible."
    ),
    "seats-varma-federation": _(
        "By lot, so that players of one federation do not meet in rounds {first_round} to {last_round}, if possible."
    ),
    "seats-varma-large": ngettext(
        "{origin} has {count} player, more than half of all: they cannot be kept apart.",
        "{origin} has {count} players, more than half of all: they cannot be kept apart.",
        "count",
    ),
    "seats-varma-kept": _("None of them meet so late."),
    "seats-varma-left": _("Games between them so late all the same: {count}."),
    "seats-varma-game": _("{first} and {second}, both of {origin}, meet in round {round}."),
}
