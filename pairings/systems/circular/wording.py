"""Messages of the circular plan."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "circular-seats": _(
        "{first} and {second} have seats {first_seat} and {second_seat}, {distance} apart on the circle: "
        "pass {pass} of {passes}, in round {round}."
    ),
    "circular-left": _(
        "In a full pass everybody is first once and second once: first is who sits {distance} before the other, "
        "counting on round the circle. So {first} is first."
    ),
    "circular-odd-seat": _("In the half pass the odd seats are first; so {first} is first."),
    "circular-opposite": _("Opposite seats: the lower is first; so {first} is first."),
    "circular-rest": _("{player} has no game in round {round}: a rest, which gives no points."),
    "circular-bye-asked": _(
        "{player} asked for a bye: in a circular plan the game stands and can be played at another time."
    ),
    "circular-goes-on": _(
        "This is not the plan's round. Games that it leaves out are played later, and the last round is round {rounds}."
    ),
    "circular-takes-longer": _(
        "This is not the plan's round. If it is published, all games of the plan take {rounds} rounds instead "
        "of {planned}."
    ),
    "circular-over": ngettext(
        "The one round of the plan has been paired: everybody has had every game.",
        "All {rounds} rounds of the plan have been paired: everybody has had every game.",
        "rounds",
    ),
    "circular-too-few": _("A circular plan needs at least 3 players; there are {players_count}."),
    "circular-too-many": _("A circular plan has room for {most} players; there are {players_count}."),
    "circular-too-many-games": _(
        "{players_count} players cannot play {games} games each without meeting twice: take {most} or fewer."
    ),
    "circular-odd": _(
        "{players_count} players cannot play {games} games each: players times games must be even. "
        "Take {fewer} or {more} games, or one player more or fewer."
    ),
    "circular-odd-one": _(
        "{players_count} players cannot play {games} game each: players times games must be even. "
        "Take {more} games, or one player more or fewer."
    ),
    "circular-not-planned": _(
        "{first} and {second} do not meet in this plan: their seats are {distance} apart on the circle."
    ),
    "circular-again": _("{first} and {second} have met already, in round {round}."),
    "circular-turned": _("By the plan {second} is first against {first}."),
    "circular-tables": ngettext(
        "There is {count} game in this round; {most} at most.",
        "There are {count} games in this round; {most} at most.",
        "count",
    ),
    "circular-left-out": _("{first} and {second} are both free and have still to meet."),
    "circular-bye-points": _("{player} rests this round; a rest gives no points."),
}
