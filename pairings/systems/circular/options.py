"""The options of a circular plan, their possible numbers, and the number of rounds."""

from __future__ import annotations

from dataclasses import dataclass

from pairings import options as option
from pairings.plan import Reason
from pairings.systems.circular.passes import passes
from pairings.systems.circular.text_order import text_rounds
from pairings.wording.mark import gettext_noop as _

SOURCE = "DO-TO-HO Turnier-Modus-Vorschlag (C. Methfessel, G. Podszuweit, 1999)"
MOST_PLAYERS = 1000


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a circular plan: the number of games, the kind of opponents, and the order."""

    games: int = option.whole(
        4, _("Games per player"), 1, MOST_PLAYERS - 1, help=_("Players times games must be an even number.")
    )
    style: str = option.choice(
        "near",
        _("An odd number of games"),
        ("near", _("all against the nearest seats")),
        ("antipodal", _("one of them against the opposite seat")),
        help=_("Makes no difference if all players have an even number of games."),
    )
    tables: int = option.whole(
        0, _("Available tables"), 0, MOST_PLAYERS // 2, help=_("Maximum games per round; 0: as many as needed.")
    )
    order: str = option.choice(
        "rounds",
        _("Order of play"),
        ("rounds", _("the fewest rounds")),
        ("text", _("pass by pass, as in the original text")),
        help=_("Pass by pass suits play without rounds: available players play the next game on the list."),
    )


def refusal(players: int, options: Options) -> Reason | None:
    """Return why there is no plan for these numbers, with numbers that work; None if there is one."""
    games = options.games
    facts = {"players_count": players, "games": games}
    if players < 3:
        return Reason("circular-too-few", {"players_count": players})
    if players > MOST_PLAYERS:
        return Reason("circular-too-many", {"players_count": players, "most": MOST_PLAYERS})
    if games >= players:
        return Reason("circular-too-many-games", {**facts, "most": players - 1})
    if players % 2 and games % 2:
        fewer = {"fewer": games - 1} if games > 1 else {}
        return Reason("circular-odd" if fewer else "circular-odd-one", {**facts, **fewer, "more": games + 1})
    return None


def rounds(players: int, options: Options) -> int | None:
    """Return the rounds of the plan: r for an even field, r + 1 for an odd one, more if there are too few tables.

    None if there is no plan for these numbers; `refusal` gives the reason.
    """
    if refusal(players, options) is not None:
        return None
    if options.order == "text":
        every = passes(players, options.games, options.style)
        return len(text_rounds(players, every, options.tables))
    return fewest_rounds(players, options)


def fewest_rounds(players: int, options: Options) -> int:
    """Return the number of rounds if games of different passes may share a round."""
    least = options.games + players % 2
    games = players * options.games // 2
    return max(least, -(-games // options.tables)) if options.tables else least
