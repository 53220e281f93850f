"""A report file of a Double-Swiss tournament: two of its rounds are the games of one round of matches."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pairings.files.reading.recorded import Recorded
from pairings.files.trf.errors import TrfError
from pairings.files.trf.reading.player_read import BLOCK, FIRST_BLOCK
from pairings.files.trf.records import ByeList, TrfDocument
from pairings.files.trf.replay import Replay
from pairings.snapshot import Bye, Deduction, ForbiddenPair, Scoring, Snapshot
from pairings.systems.double_swiss.files import GAMES, NotOfMatches, as_matches, first_game
from pairings.systems.double_swiss.options import CODE
from pairings.wording.mark import Sentence
from pairings.wording.mark import gettext_noop as _

#: Points of a match of two games.
SCORING = Scoring(
    win=Fraction(2),
    draw=Fraction(1),
    forfeit_win=Fraction(2),
    allocated_bye=Fraction(3, 2),
    full_bye=Fraction(2),
    half_bye=Fraction(1),
    best_of=GAMES,
    by_games=True,
    bye_games=(2, 0),
)


def is_of_matches(document: TrfDocument) -> bool:
    """Return whether a file names the Double-Swiss system. Raises ValueError for another edition."""
    codes = [code.strip().upper() for code in document.texts("192") if code.strip()]
    return bool(codes) and CODE.options_named(codes[0], "") is not None


def read_matches(document: TrfDocument) -> Recorded:
    """Return the tournament for Double-Swiss. Raises TrfError for contradictions."""
    replay = Replay(document)
    snapshot = replay.snapshot(replay.played + 1)
    try:
        rounds = as_matches(replay.rounds)
    except NotOfMatches as error:
        line = replay.entrants[0].line
        expected = Sentence(_("every player's opponent in round {number}"), number=error.round_number - 1)
        raise TrfError(line, FIRST_BLOCK + BLOCK * (error.round_number - 1), expected, "") from error
    planned = snapshot.planned_rounds
    before = Snapshot(
        players=snapshot.players,
        rounds=rounds,
        scoring=SCORING,
        next_round=len(rounds) + 1,
        planned_rounds=None if planned is None else -(-planned // GAMES),
        forbidden=tuple(
            ForbiddenPair(rule.players, _match(rule.first_round), rule.last_round and _match(rule.last_round))
            for rule in snapshot.forbidden
        ),
        virtual_points={number: row[::GAMES] for number, row in snapshot.virtual_points.items()},
        first_colour=snapshot.first_colour,
    )
    options = {"acceleration": "baku"} if _is_accelerated(document) and not before.virtual_points else {}
    ids = {number: str(told_number) for number, told_number in replay.ids.items()}
    byes = {len(rounds) + 1: _absences(replay, first_game(len(rounds) + 1))}
    return Recorded(before, ids, "double-swiss", options, byes, {})


class MatchReplay(Replay):
    """The file with its rounds two by two, each pair the games of one round of matches. Raises TrfError."""

    games = GAMES

    def __init__(self, document: TrfDocument) -> None:
        self._matches: Recorded | None = None
        super().__init__(document)
        self._matches = read_matches(document)
        before = self._matches.before
        self.rounds, self.played = before.rounds, self._matches.played
        self.virtual_points = before.virtual_points
        self.settings = replace(self.settings, scoring=before.scoring, planned_rounds=before.planned_rounds)
        self.untold = {played.number: frozenset() for played in before.rounds}

    def snapshot(self, round_number: int) -> Snapshot:
        return super().snapshot(round_number) if self._matches is None else self._matches.snapshot(round_number)

    def deductions(self, round_number: int) -> tuple[Deduction, ...]:
        if self._matches is None:
            return super().deductions(round_number)
        first = first_game(round_number)
        return tuple(each for game in range(GAMES) for each in super(MatchReplay, self).deductions(first + game))

    def colour_known(self, round_number: int, number: int) -> bool:
        return super().colour_known(first_game(round_number), number)


def _is_accelerated(document: TrfDocument) -> bool:
    return any(code.strip().upper().endswith("_BAKU") for code in document.texts("192"))


def _match(single: int) -> int:
    """Return the round of matches of a round of the file."""
    return (single - 1) // GAMES + 1


def _absences(replay: Replay, round_number: int) -> tuple[Bye, ...]:
    numbers = {player_id: number for number, player_id in replay.ids.items()}
    found = {
        numbers[player]: listed.kind
        for listed in replay.document.records(ByeList)
        if listed.round_number in (None, round_number)
        for player in listed.players
        if player in numbers
    }
    return tuple(Bye(number, kind) for number, kind in sorted(found.items()))
