"""Propose a format for a tournament by its game, players and time: the kind and the number of rounds."""

from __future__ import annotations

from dataclasses import dataclass

from pairings.plan import CannotPair
from pairings.systems import groups
from tournaments.core.games import SHORT_SWISS, Game, rounds_to_meet_all, swiss_rounds

#: With more players than this, not everybody meets everybody, for any available time.
MOST_IN_ROUND_ROBIN = 16
#: With no more players than this, everybody meets everybody in a game of round robins if no time is given.
FEW_PLAYERS = 7


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed format: a `swiss` or a round robin, or `groups`, and the number of rounds.

    `rounds` is None if the number of players is unknown. With groups it counts the rounds before the final.
    """

    swiss: bool
    rounds: int | None
    groups: bool = False


@dataclass(frozen=True, slots=True)
class GroupsAndFinal:
    """Proposed groups: their `rounds`, and the number of players who advance to the knock-out."""

    rounds: int
    finalists: int

    @property
    def final_rounds(self) -> int:
        return (self.finalists - 1).bit_length()


def groups_and_final(players: int) -> GroupsAndFinal | None:
    """Return the groups for the players; None if they are too few for two groups, or need more groups than there are
    letters.
    """
    options = groups.Options()
    try:
        count = groups.count_of(players, options)
    except CannotPair:
        return None
    rounds = groups.rounds(players, options)
    return GroupsAndFinal(rounds, count * options.through) if count > 1 and rounds else None


def propose(
    game: Game,
    players: int | None = None,
    minutes: int | None = None,
    rounds: int | None = None,
    *,
    swiss: bool = False,
) -> Proposal:
    """Propose a format for this many players and minutes, if known. Typed `rounds` are kept. `swiss` requires a
    Swiss.
    """
    everybody = rounds_to_meet_all(players) if players else None
    fits = None if minutes is None else max(1, minutes // game.minutes)
    if rounds is not None:
        return Proposal(swiss or rounds != everybody, rounds)
    if everybody is None or players is None:
        return Proposal(swiss=True, rounds=None if fits is None else min(fits, SHORT_SWISS))
    if swiss:
        return Proposal(swiss=True, rounds=min(swiss_rounds(players), fits or everybody))
    if game.system == groups.SYSTEM.key and everybody > SHORT_SWISS:
        apart = groups_and_final(players)
        if apart is not None and (fits is None or apart.rounds + apart.final_rounds <= fits):
            return Proposal(swiss=False, rounds=apart.rounds, groups=True)
    meets = game.league or (game.system == "round-robin" and players <= FEW_PLAYERS)
    most = (everybody if meets else SHORT_SWISS) if fits is None else fits
    if players <= MOST_IN_ROUND_ROBIN and everybody <= most:
        return Proposal(swiss=False, rounds=everybody)
    return Proposal(swiss=True, rounds=min(swiss_rounds(players), fits or everybody))
