"""Messages of play with changing partners."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "partners-few": ngettext(
        "A game needs four players, but {count} is available. Check in or add more players.",
        "A game needs four players, but {count} are available. Check in or add more players.",
        "count",
    ),
    "partners-few-mixed": _(
        "A mixed game needs two women and two men, or two players of each club. Check in or add more players."
    ),
    "partners-without-sex": _("Enter the sex of {player}, or choose another kind of pairs. Mixed pairs need it."),
    "partners-without-club": _(
        "Enter the club of {player}, or choose another kind of pairs. Pairs of two clubs need it."
    ),
    "partners-two-sex": _("Mixed pairs need women and men. Check in or add players, or choose another kind of pairs."),
    "partners-two-club": ngettext(
        "Pairs of two clubs need two clubs, but there is {count}. Change the players' clubs, or the kind of pairs.",
        "Pairs of two clubs need two clubs, but there are {count}. Change the players' clubs, or the kind of pairs.",
        "count",
    ),
    "partners-hand-absent": _(
        "{first} and {second} are a fixed pair, but not both are available. Remove the fixed pair."
    ),
    "partners-hand-twice": _(
        "{first} and {second} are a fixed pair, but one is in another fixed pair. Remove one of them."
    ),
    "partners-hand-forbidden": _("{first} and {second} are both a fixed and a forbidden pair. Remove one of the two."),
    "partners-no-rest": ngettext(
        "{count} player must sit out, but too few may. Allow more players a bye, or remove fixed pairs.",
        "{count} players must sit out, but too few may. Allow more players a bye, or remove fixed pairs.",
        "count",
    ),
    "partners-no-legal": _("No games in round {round} respect all fixed and forbidden pairs. Remove some of them."),
    "partners-schedule": _(
        "Round {round} of {of} in the schedule for {count} players. After all rounds, everyone has partnered everyone "
        "once and opposed everyone twice."
    ),
    "partners-schedule-near": _(
        "Round {round} of {of} in the schedule for {count} players. Nobody partners anyone twice. No schedule for this "
        "number of players is more even."
    ),
    "partners-schedule-few": _(
        "Round {round} of {of} in the schedule for {count} players on these courts. Everyone plays equally often, and "
        "nobody partners anyone twice."
    ),
    "partners-schedule-mixed": _(
        "Round {round} of {of} in the mixed schedule for {count} players. Nobody partners anyone twice."
    ),
    "partners-searched": _(
        "Players with the fewest games play first. Partners and opponents repeat as little as possible. Swapping two "
        "players would not lower the number of repeated partners."
    ),
    "partners-start": _("The first round follows the order of the list."),
    "partners-places": _("Places in the standings before this round: {places}."),
    "partners-moved": _("Court {court}: those who move down from above come first, then those who move up from below."),
    "partners-stayed": _("The players stay on this court until each has partnered the other three."),
    "partners-new": _("Nobody here has partnered the same player before."),
    "partners-again": _("Partners again: {pairs}."),
    "partners-wished": _("Fixed pairs here: {pairs}."),
    "partners-rest": _("{player} sits out. Rounds sat out before: {count}. Nobody who could sit out has fewer."),
    "partners-size": ngettext(
        "Court {table} has {count} player, but two play against two.",
        "Court {table} has {count} players, but two play against two.",
        "count",
    ),
    "partners-courts": ngettext(
        "The round should have a game on {count} court, but has more or fewer games.",
        "The round should have games on {count} courts, but has more or fewer games.",
        "count",
    ),
    "partners-rest-again": _("{player} sits out again, but others have sat out less often."),
    "partners-rest-refused": _("{player} sits out but may not have a bye."),
    "partners-not-mixed": _("{first} and {second} are partners, but are not a mixed pair."),
    "partners-avoidable": _("On court {table}, {first} should swap with {second}, so that fewer partners repeat."),
    "partners-court": _("{player} plays on court {table}, but belongs on court {court}."),
}
