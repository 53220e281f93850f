"""Messages of the circular plan."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "circular-seats": _(
        "{first} and {second} have seats {first_seat} and {second_seat}, {distance} apart on the circle: "
        "pass {pass} of {passes}, in round {round}."
    ),
    "circular-left": _(
        "In a full pass everyone is first once and second once. First is the player {distance} seats before "
        "the other, so {first} is first."
    ),
    "circular-odd-seat": _("In the half pass, odd seats are first, so {first} is first."),
    "circular-opposite": _("At opposite seats the lower is first, so {first} is first."),
    "circular-rest": _("{player} rests in round {round}, without points."),
    "circular-bye-asked": _(
        "{player} asked for a bye. In a circular plan, the game can be played at another time instead."
    ),
    "circular-goes-on": _(
        "This round differs from the plan. Games it leaves out are played later, and the last round is round {rounds}."
    ),
    "circular-takes-longer": _(
        "This round differs from the plan. If it is published, the plan needs {rounds} rounds instead of {planned}."
    ),
    "circular-over": ngettext(
        "The one round of the plan has been paired. All games are done.",
        "All {rounds} rounds of the plan have been paired.",
        "rounds",
    ),
    "circular-too-few": _("A circular plan needs at least 3 players, but there are {players_count}."),
    "circular-too-many": _("A circular plan has room for {most} players, but there are {players_count}."),
    "circular-too-many-games": _(
        "{players_count} players cannot play {games} games each without rematches. Enter {most} or fewer."
    ),
    "circular-odd": _(
        "{players_count} players cannot play {games} games each: players times games must be even. Enter "
        "{fewer} or {more} games, or add or remove a player."
    ),
    "circular-odd-one": _(
        "{players_count} players cannot play {games} game each: players times games must be even. Enter "
        "{more} games, or add or remove a player."
    ),
    "circular-not-planned": _(
        "{first} and {second} do not meet in this plan: their seats are {distance} apart on the circle."
    ),
    "circular-again": _("{first} and {second} have already met, in round {round}."),
    "circular-turned": _("According to the plan, {second} is first against {first}."),
    "circular-tables": ngettext(
        "There is {count} game in this round; {most} at most.",
        "There are {count} games in this round; {most} at most.",
        "count",
    ),
    "circular-left-out": _("{first} and {second} are both free and have yet to meet."),
    "circular-bye-points": _("{player} rests this round, without points."),
}
