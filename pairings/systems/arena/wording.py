"""Messages of the arena."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "arena-nobody": _(
        "Fewer than two players are available. Enter results, or pair again when more players have finished."
    ),
    "arena-none-legal": _(
        "The {count} available players cannot be paired: all just met, are forbidden pairs, or would repeat "
        "a side too often. Pair again when another player has finished, or fix a pair."
    ),
    "arena-too-many": _(
        "An arena can pair at most {most} available players at once, but there are {count}. Split the tournament."
    ),
    "arena-by-hand-absent": _(
        "{first} and {second} are a fixed pair, but not both are available. Pair when both have finished, or "
        "remove the fixed pair."
    ),
    "arena-by-hand-twice": _(
        "{first} and {second} are a fixed pair, but one of them is already paired manually. Remove one of the pairs."
    ),
    "arena-pair": _(
        "{higher} (place {place}) and {lower} (place {below}) were available, and meet opponents as near as "
        "possible in the standings."
    ),
    "arena-waits": ngettext(
        "{player} waits after {count} game, because not all available players could be paired. Players who "
        "have waited, then those with fewer games, go first.",
        "{player} waits after {count} games, because not all available players could be paired. Players who "
        "have waited, then those with fewer games, go first.",
        "count",
    ),
    "arena-plays": _("{player} is still playing in round {round}."),
    "arena-soon": _("{first} and {second} met in round {round}, too recently for a rematch."),
    "arena-same-side": _("{first} and {second} both had the same side three times in a row."),
    "arena-fourth": _("{player} has the same side a fourth time in a row."),
    "arena-passed": _("{player} waits, although {other} has waited less or played more games."),
    "arena-both-wait": _("{first} and {second} both wait, but could meet."),
    "arena-avoidable": _(
        "{first} and {second} are further apart in the standings than necessary. An exchange with table "
        "{table} brings opponents nearer."
    ),
    "arena-why-plays": _("{player} is still playing in round {round}."),
    "arena-why-away": _("{player} is not available."),
    "arena-why-soon": _("{first} and {second} met in round {round}, too recently for a rematch."),
    "arena-why-same-side": _(
        "{first} and {second} both had the same side three times in a row, so one would have it a fourth time."
    ),
    "arena-why-waiting": _("If {first} and {second} met, more players would have to wait: {then} instead of {now}."),
    "arena-why-turn": _(
        "If {first} and {second} met, a player with more waiting or fewer games would have to wait instead."
    ),
    "arena-why-distance": _(
        "If {first} and {second} met, opponents would be further apart in the standings (weighted places and "
        "ratings): {then} instead of {now}."
    ),
    "arena-why-equal": _("{first} and {second} could also meet: the round would be equally good."),
}
