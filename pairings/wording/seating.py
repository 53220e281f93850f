"""Messages about seats."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "seats-lot": _("By lot."),
    "seats-alone-club": _("By lot: all players are from different clubs."),
    "seats-alone-federation": _("By lot: all players are from different federations."),
    "seats-home": _("By lot, with teams of one club in pairs: when one is at home, the other is away."),
    "seats-home-pair": _("{first} and {second} of {origin} are a pair."),
    "seats-home-single": _("{player} of {origin} is in no pair."),
    "seats-classes": ngettext(
        "{count} class by rating; seats drawn by lot.",
        "{count} classes by rating; seats within a class drawn by lot.",
        "count",
    ),
    "seats-classes-one": _("By lot: with one game each, there is one class."),
    "seats-class": _("Class {number}: {players}."),
    "seats-unrated": _("Unrated, counted among the weakest: {players}."),
    "seats-class-apart": _("Nobody meets a player of their own class."),
    "seats-class-least": _("Games within a class: {count}. No seating has fewer."),
    "seats-class-left": _("Games within a class: {count}. No seating with fewer was found."),
    "seats-class-all": _("Everyone meets every other class."),
    "seats-class-game": _("{first} and {second} of class {number} meet."),
    "seats-class-missed": _("{player} meets nobody from class {classes}."),
    "seats-origin-club": _("By lot, with club mates at least {distance} seats apart."),
    "seats-origin-federation": _("By lot, with players of one federation at least {distance} seats apart."),
    "seats-origin-apart": _("None of them meet."),
    "seats-origin-left": _("Unavoidable games between them: {count}."),
    "seats-origin-game": _("{first} and {second} of {origin} meet."),
    "seats-tree-seeds": ngettext(
        "By lot, except the {count} highest-rated player, who has the first seat.",
        "By lot, except the {count} highest-rated players, who have the first seats.",
        "count",
    ),
    "seats-tree-pots": ngettext(
        "By lot from {count} pot by rating, with {size} players: each part of the bracket gets one of them.",
        "By lot from {count} pots by rating, with {size} players each: each part of the bracket gets one "
        "from every pot.",
        "count",
    ),
    "seats-tree-alone-club": _("All players are from different clubs."),
    "seats-tree-alone-federation": _("All players are from different federations."),
    "seats-tree-club": _("Club mates are kept apart, so that they meet as late as possible."),
    "seats-tree-federation": _("Players of one federation are kept apart, so that they meet as late as possible."),
    "seats-tree-best": _("They are spread evenly over the bracket: no draw keeps them further apart."),
    "seats-tree-tried": _("All draws were compared: none keeps them further apart."),
    "seats-tree-found": _(
        "No draw that keeps them further apart was found; the seeds or pots do not allow an even spread."
    ),
    "seats-tree-first": _("{first} and {second} of {origin} meet in the first round."),
    "seats-varma-club": _("By lot, with club mates not meeting in rounds {first_round} to {last_round} if possible."),
    "seats-varma-federation": _(
        "By lot, with players of one federation not meeting in rounds {first_round} to {last_round} if possible."
    ),
    "seats-varma-large": ngettext(
        "{origin} has {count} player, more than half of all, who cannot be kept apart.",
        "{origin} has {count} players, more than half of all, who cannot be kept apart.",
        "count",
    ),
    "seats-varma-kept": _("None of them meet in those rounds."),
    "seats-varma-left": _("Unavoidable games between them in those rounds: {count}."),
    "seats-varma-game": _("{first} and {second} of {origin} meet in round {round}."),
}
