"""Messages of the ladder."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "ladder-nobody": _(
        "No players to pair: everyone has withdrawn, is absent, or has a bye this round. Change this on the "
        "players page."
    ),
    "ladder-too-many": _(
        "A ladder can pair at most {most} players, but there are {count}. Choose another system, or split "
        "the tournament."
    ),
    "ladder-by-hand-absent": _(
        "{first} and {second} are a fixed pair, but not both are available. Remove the fixed pair, or make "
        "both available."
    ),
    "ladder-by-hand-twice": _(
        "{first} and {second} are a fixed pair, but one of them is already paired manually. Remove one of the pairs."
    ),
    "ladder-no-legal": ngettext(
        "No pairing of round {round} avoids forbidden pairs and rematches from the last round ({count}). Fix "
        "one of those pairs, or lower the number of rounds before a rematch.",
        "No pairing of round {round} avoids forbidden pairs and rematches from the last rounds ({count}). "
        "Fix one of those pairs, or lower the number of rounds before a rematch.",
        "count",
    ),
    "ladder-pair": _(
        "{lower} (place {below}) challenges {higher} (place {place}): both meet the nearest possible player."
    ),
    "ladder-far": _(
        "{lower} (place {below}) meets {higher} (place {place}), beyond the challenge limit. With this bye, "
        "such pairs cannot be reduced."
    ),
    "ladder-by-hand-far": ngettext(
        "{lower} challenges {higher} over {count} place, beyond the ladder's limit. The pair was made "
        "manually, so it stands.",
        "{lower} challenges {higher} over {count} places, beyond the ladder's limit. The pair was made "
        "manually, so it stands.",
        "count",
    ),
    "ladder-by-hand-soon": _(
        "{lower} and {higher} met in round {round}, too recently for a rematch. The pair was made manually, "
        "so it stands."
    ),
    "ladder-bye": ngettext(
        "The number of players is odd. {player} has had {count} bye, and is the lowest-placed of those with "
        "the fewest.",
        "The number of players is odd. {player} has had {count} byes, and is the lowest-placed of those with "
        "the fewest.",
        "count",
    ),
    "ladder-bye-passed": _(
        "{player} has fewer byes or a lower place, and should have the bye. Others go first only if not "
        "everyone could be paired."
    ),
    "ladder-bye-refused": _("{player} may not have the bye."),
    "ladder-byes": _("More than one player has a pairing-allocated bye."),
    "ladder-needless-bye": _("{player} has a bye, although the number of players is even."),
    "ladder-soon": _("{first} and {second} met in round {round}, too recently for a rematch."),
    "ladder-avoidable": _(
        "{first} and {second} are further apart on the ladder than necessary. An exchange with table {table} "
        "brings opponents nearer."
    ),
    "ladder-colours": _("{first} was first more often than {second}, and should be second."),
    "ladder-why-bye": _("{player} has the bye, which is given before anyone is paired."),
    "ladder-why-soon": _("{first} and {second} met in round {round}, too recently for a rematch."),
    "ladder-why-far": ngettext(
        "{first} and {second} are {count} place apart, beyond the challenge limit, and both have pairs within it.",
        "{first} and {second} are {count} places apart, beyond the challenge limit, and both have pairs within it.",
        "count",
    ),
    "ladder-why-rest": _("If {first} and {second} met, the others could not all be paired without an early rematch."),
    "ladder-why-others-far": _(
        "If {first} and {second} met, more of the others would meet beyond the challenge limit."
    ),
    "ladder-why-places": _(
        "If {first} and {second} met, opponents would be further apart on the ladder (squared place "
        "differences): {then} instead of {now}."
    ),
    "ladder-why-equal": _("{first} and {second} could also meet: the round would be equally good."),
}
