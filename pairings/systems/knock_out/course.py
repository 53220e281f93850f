"""The state of a knock-out: the tree, filled from the recorded rounds.

A match of the tree is the recorded pairing of the same two players. If a round was changed manually, its other pairings
belong to the matches that share a player with it, else by their order. The result decides who advances. If it does not,
the organiser decides, or the absence of an opponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pairings.snapshot import ByeKind, Outcome, Pairing, Round, Snapshot
from pairings.systems.knock_out.options import Options
from pairings.systems.knock_out.templates import tree_for
from pairings.systems.knock_out.tree import From, KnockOutTree, Source, TreeMatch, TreePart

#: A side that nobody has: its player never came to be.
NOBODY = 0
_WON_BYES = frozenset({ByeKind.ALLOCATED, ByeKind.FULL})


@dataclass(frozen=True, slots=True)
class Meeting:
    """The state of a match. A side is a player's number, NOBODY, or None while it is unknown.

    So are `winner` and `loser`; both are NOBODY if neither player came. `pairing` is the recorded one. `needless`: a
    second final that is not played.
    """

    match: TreeMatch
    sides: tuple[int | None, int | None]
    pairing: Pairing | None = None
    winner: int | None = None
    loser: int | None = None
    needless: bool = False

    @property
    def is_real(self) -> bool:
        """True if two known players meet in it."""
        return NOBODY not in self.sides and None not in self.sides

    @property
    def is_open(self) -> bool:
        """True if it has no result yet, or no decision on who advances."""
        return self.is_real and self.winner is None


def players_by_seed(snapshot: Snapshot) -> tuple[int, ...]:
    """Return the players of the tree by their seeds: those present when it began."""
    return tuple(player.number for player in snapshot.players if player.entered <= 1)


def course_of(snapshot: Snapshot, options: Options, through: int | None = None) -> Course:
    """Return the tree filled by the recorded rounds, up to `through` if given. At least two players."""
    players = players_by_seed(snapshot)
    rounds = {each.number: each for each in snapshot.rounds if through is None or each.number <= through}
    return _Filling(players, tree_for(len(players), options), rounds).course()


@dataclass(frozen=True)
class Course:
    """A filled tree: `field` by seed, `meetings` are all matches in the order of the tree, `recorded` rounds."""

    field: tuple[int, ...]
    tree: KnockOutTree
    meetings: tuple[Meeting, ...]
    recorded: frozenset[int] = frozenset()

    @cached_property
    def seed_of(self) -> dict[int, int]:
        return {number: seed for seed, number in enumerate(self.field, start=1)}

    @cached_property
    def by_key(self) -> dict[str, Meeting]:
        return {meeting.match.key: meeting for meeting in self.meetings}

    def of_round(self, number: int) -> tuple[Meeting, ...]:
        return tuple(meeting for meeting in self.meetings if meeting.match.round == number)

    def open_before(self, number: int) -> tuple[Meeting, ...]:
        """Return the matches of earlier rounds without a decision on who advances."""
        return tuple(meeting for meeting in self.meetings if meeting.match.round < number and meeting.is_open)

    def free_in(self, number: int) -> tuple[int, ...]:
        """Return players still in the event in a round who have no opponent in it, by seed."""
        if number == 1:
            return tuple(player for seed, player in enumerate(self.field, start=1) if seed in self.tree.free)
        walked = {
            side
            for meeting in self.of_round(number)
            if NOBODY in meeting.sides and not meeting.needless
            for side in meeting.sides
            if side
        }
        return tuple(player for player in self.field if player in walked)

    def idle_in(self, snapshot: Snapshot, number: int) -> frozenset[int]:
        """Return the players without a match in a round of the tree: out already, or waiting for others."""
        waiting = {side for meeting in self.open_before(number) for side in meeting.sides}
        busy = (
            {side for meeting in self.of_round(number) for side in meeting.sides} | set(self.free_in(number)) | waiting
        )
        return frozenset(player.number for player in snapshot.players if player.number not in busy)

    @cached_property
    def length(self) -> int:
        """The last round with a certain or possible match."""
        return max((each.match.round for each in self.meetings if not each.needless), default=0)

    @cached_property
    def places(self) -> dict[int, tuple[int, int]]:
        """The best and the worst place that each player of the tree can still have.

        Equal ends are not always certain: players who share places keep them all.
        """
        latest: dict[int, Meeting] = {}
        for meeting in self.meetings:
            # The plate decides no places: its players keep those of their first defeat.
            if meeting.match.part is not TreePart.PLATE and not meeting.needless:
                latest.update(dict.fromkeys((side for side in meeting.sides if side), meeting))
        found = {}
        for seed, player in enumerate(self.field, start=1):
            if player not in latest:
                found[player] = self._place_range(
                    self.tree.next_matches.get(Source(From.SEED, seed)) or self._possible_matches(2)
                )
            elif latest[player].winner is None:
                found[player] = self._place_range((latest[player].match,))
            else:
                found[player] = self._places_after(latest[player], won=player == latest[player].winner)
        return found

    def _places_after(self, meeting: Meeting, *, won: bool) -> tuple[int, int]:
        match = meeting.match
        second = next((each for each in self.meetings if each.match.after == match.key), None)
        # Without a second grand final, the first one decides the places that the second would.
        if second is not None and second.needless:
            return self.tree.places[won, second.match.key]
        return self._outcome(match, won=won)

    def _outcome(self, match: TreeMatch, *, won: bool) -> tuple[int, int]:
        """Return the places of a match's winner or loser: the fixed ones, or the possible range."""
        ends = self.tree.places.get((won, match.key))
        if ends is not None:
            return ends
        kind = From.WINNER if won else From.LOSER
        next_matches = [
            each
            for each in self.tree.next_matches.get(Source(kind, match=match.key), ())
            if each.part is not TreePart.PLATE
        ]
        return self._place_range(next_matches or self._possible_matches(match.round + 1))

    def _possible_matches(self, round_: int) -> list[TreeMatch]:
        """Return all main matches of a round: each is possible if the remaining players are put in order first."""
        return [each for each in self.tree.matches if each.part is TreePart.MAIN and each.round == round_]

    def _place_range(self, matches: Sequence[TreeMatch]) -> tuple[int, int]:
        ends = [self._reach[match.key] for match in matches if match.part is not TreePart.PLATE]
        return min(best for best, _worst in ends), max(worst for _best, worst in ends)

    @cached_property
    def _reach(self) -> dict[str, tuple[int, int]]:
        """The places that are possible from each match, from the last to the first."""
        found: dict[str, tuple[int, int]] = {}
        self.__dict__["_reach"] = found
        for match in reversed(self.tree.matches):
            if match.part is not TreePart.PLATE:
                won, lost = self._outcome(match, won=True), self._outcome(match, won=False)
                found[match.key] = min(won[0], lost[0]), max(won[1], lost[1])
        return found


class _Filling:
    """The walk through the tree, round by round."""

    def __init__(self, players: Sequence[int], tree: KnockOutTree, rounds: dict[int, Round]) -> None:
        self.players = list(players)
        self.tree = tree
        self.rounds = rounds
        self.meetings: dict[str, Meeting] = {}
        self.seed_of = {number: seed for seed, number in enumerate(players)}

    def course(self) -> Course:
        if 1 in self.rounds:
            self._exchange_free(self.rounds[1])
        for number, matches in self.tree.by_round.items():
            sides = {match.key: self._sides(match) for match in matches}
            pairings = self._recorded_pairings(number, sides)
            for match in matches:
                self.meetings[match.key] = self._meeting(match, sides[match.key], pairings.get(match.key))
        meetings = tuple(self.meetings[match.key] for match in self.tree.matches)
        return Course(tuple(self.players), self.tree, meetings, frozenset(self.rounds))

    def _exchange_free(self, first: Round) -> None:
        """Give a player left out of round 1 manually the place of a seed who should be free but plays.

        Players with a bye come first.
        """
        playing = {source.number for match in self.tree.by_round.get(1, ()) for source in match.sources}
        free = sorted(self.tree.free)
        with_bye = {bye.player for bye in first.byes}
        at_tables = {number for pairing in first.pairings for number in (pairing.first, pairing.second)}
        moved = [seed for seed in free if self.players[seed - 1] in at_tables]
        left_out = [each for each in self.players if each not in at_tables and self.seed_of[each] + 1 in playing]
        for_them = sorted(left_out, key=lambda each: each not in with_bye)
        for seed, other in zip(moved, (self.seed_of[each] + 1 for each in for_them), strict=False):
            one = self.players[seed - 1]
            self.players[seed - 1], self.players[other - 1] = self.players[other - 1], one

    def _sides(self, match: TreeMatch) -> tuple[int | None, int | None]:
        first, second = (self._player_of(source) for source in match.sources)
        return first, second

    def _player_of(self, source: Source) -> int | None:
        if source.kind is From.SEED:
            return self.players[source.number - 1]
        if source.kind is From.LEFT:
            return self._best_seed_left(source)
        before = self.meetings[source.match]
        if source.kind is From.WINNER:
            return before.winner
        if source.kind is From.FRESH and before.loser:
            entries = zip(before.sides, before.match.sources, strict=True)
            return before.loser if any(side == before.loser and s.kind is From.SEED for side, s in entries) else NOBODY
        return before.loser

    def _best_seed_left(self, source: Source) -> int | None:
        """Return the n-th best seed of those who have won in a round or were free in it; None if undecided."""
        number = int(source.match.removeprefix(TreePart.MAIN.value))
        played = [self.meetings[match.key] for match in self.tree.by_round[number] if match.part is TreePart.MAIN]
        if any(meeting.winner is None for meeting in played):
            return None
        remaining = {meeting.winner for meeting in played} - {NOBODY}
        if number == 1:
            remaining |= set(self.players) - {side for meeting in played for side in meeting.sides}
        order = sorted((player for player in remaining if player), key=lambda player: self.seed_of[player])
        return order[source.number - 1] if source.number <= len(order) else NOBODY

    def _recorded_pairings(self, number: int, sides: dict[str, tuple[int | None, int | None]]) -> dict[str, Pairing]:
        """Return the recorded pairings of a round by their matches."""
        if number not in self.rounds:
            return {}
        rest = list(self.rounds[number].pairings)
        matches = {key: pair for key, pair in sides.items() if None not in pair and NOBODY not in pair}
        found: dict[str, Pairing] = {}
        by_players = {frozenset((pairing.first, pairing.second)): pairing for pairing in rest}
        for key, pair in matches.items():
            pairing = by_players.get(frozenset(side for side in pair if side))
            if pairing is not None:
                found[key] = pairing
        if len(found) == len(matches) and len(found) == len(rest):
            return found
        used = {id(pairing) for pairing in found.values()}
        rest = [pairing for pairing in rest if id(pairing) not in used]
        for place in (0, 1, None):
            for key in [key for key in matches if key not in found]:
                chosen = next((p for p in rest if place is None or matches[key][place] in {p.first, p.second}), None)
                if chosen is not None:
                    found[key] = chosen
                    rest.remove(chosen)
        return found

    def _meeting(self, match: TreeMatch, sides: tuple[int | None, int | None], pairing: Pairing | None) -> Meeting:
        if match.after:
            before = self.meetings[match.after]
            # The second side has lost once before. Only if it wins, both have one defeat, and a second final is needed.
            if before.winner is not None and before.winner != before.sides[1]:
                return Meeting(match, (NOBODY, NOBODY), None, before.winner, before.loser, needless=True)
        if pairing is not None:
            sides = self._as_played(sides, pairing)
            return Meeting(match, sides, pairing, *_winner_and_loser(pairing))
        # Nobody reaches the other side, so the player advances without a match.
        if NOBODY in sides and None not in sides:
            return Meeting(match, sides, None, max(side or 0 for side in sides), NOBODY)
        if None not in sides and match.round in self.rounds:
            # A bye that counts as a win, given instead of this match, lets its player advance.
            free = {bye.player for bye in self.rounds[match.round].byes if bye.kind in _WON_BYES}
            with_bye = [side for side in sides if side in free]
            if len(with_bye) == 1:
                return Meeting(match, sides, None, with_bye[0], next(iter(set(sides) - set(with_bye))))
        return Meeting(match, sides)

    def _as_played(self, sides: tuple[int | None, int | None], pairing: Pairing) -> tuple[int, int]:
        """Return the two players who met, in the order of the tree if they are those of the tree."""
        if pairing.second == sides[0] or pairing.first == sides[1]:
            return pairing.second, pairing.first
        return pairing.first, pairing.second


def _winner_and_loser(pairing: Pairing) -> tuple[int | None, int | None]:
    """Return the player who advances and the one who does not; NOBODY for both if both have lost."""
    players = (pairing.first, pairing.second)
    # A decision (deciding games, lot or ruling) outranks the score.
    if pairing.goes_on is not None:
        return players[pairing.goes_on - 1], players[2 - pairing.goes_on]
    if pairing.result is None:
        return None, None
    won = [outcome is Outcome.WIN for outcome in (pairing.result.first, pairing.result.second)]
    if won[0] != won[1]:
        return (players[0], players[1]) if won[0] else (players[1], players[0])
    if (pairing.result.first, pairing.result.second) == (Outcome.LOSS, Outcome.LOSS):
        # After a double forfeit nobody advances.
        return NOBODY, NOBODY
    return None, None
