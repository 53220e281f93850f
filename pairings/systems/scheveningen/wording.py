"""Messages of the Scheveningen system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "scheveningen-first-team": _(
        "In round {round} of the table, {first} (first team, number {first_place}) has White against "
        "{second} (second team, number {second_place})."
    ),
    "scheveningen-second-team": _(
        "In round {round} of the table, {first} (second team, number {first_place}) has White against "
        "{second} (first team, number {second_place})."
    ),
    "scheveningen-free": _(
        "{player} has no opponent this round, because the other team is one player short. It gives no points."
    ),
    "scheveningen-bye-asked": _(
        "{player} asked for a bye. In this table, the game can be played at another time instead."
    ),
    "scheveningen-players": _(
        "Scheveningen needs 3 to {most} players, half of them in each team; there are {players_count}."
    ),
    "scheveningen-over": ngettext(
        "The one round of the table has been paired: everyone has played everyone in the other team.",
        "All {rounds} rounds of the table have been paired: everyone has played everyone in the other team.",
        "rounds",
    ),
    "scheveningen-own-team": _("{first} and {second} are in the same team."),
    "scheveningen-again": _("{first} and {second} have already met as often as planned."),
    "scheveningen-left-out": _("{first} and {second} are both free and have yet to meet."),
    "scheveningen-bye-points": _("{player} is free this round, without points."),
    "scheveningen-sides": _("The first team has White in {count} of {games} games of the round."),
    "scheveningen-player-sides": _("{player} has White {first_times} times and Black {second_times} times."),
}
