"""Messages of the Scheveningen system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "scheveningen-first-team": _(
        "In round {round} of the table {first}, number {first_place} of the first team, has White against {second}, "
        "number {second_place} of the second."
    ),
    "scheveningen-second-team": _(
        "In round {round} of the table {first}, number {first_place} of the second team, has White against {second}, "
        "number {second_place} of the first."
    ),
    "scheveningen-free": _(
        "{player} has no opponent in this round: the other team has a player less. It gives no points."
    ),
    "scheveningen-bye-asked": _(
        "{player} asked for a bye: in a table the game stands and can be played at another time."
    ),
    "scheveningen-players": _(
        "Scheveningen needs at least 3 players and at most {most}, half of them in each team; now {players_count}."
    ),
    "scheveningen-over": ngettext(
        "The one round of the table has been paired: everybody has met everybody of the other team.",
        "All {rounds} rounds of the table have been paired: everybody has met everybody of the other team.",
        "rounds",
    ),
    "scheveningen-own-team": _("{first} and {second} are of one team."),
    "scheveningen-again": _("{first} and {second} have met as often as they are to."),
    "scheveningen-left-out": _("{first} and {second} are both free and have still to meet."),
    "scheveningen-bye-points": _("{player} is free in this round, which gives no points."),
    "scheveningen-sides": _("The first team has White in {count} of {games} games of the round."),
    "scheveningen-player-sides": _("{player} has White {first_times} times and Black {second_times} times."),
}
