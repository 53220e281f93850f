"""The match between the games of a PGN file and the pairings of a round, with each result's effect.

FIDE IDs decide if both sides have one, even if the names differ. Otherwise names are compared by their words, in two
spellings: without accents, and with replacement letters. Nothing is stored here: every game becomes a row with its
effect, and a doubtful one becomes a question.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pairings.files.pgn.reading import PgnFileGame

_PLAIN_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})
_DIGRAPHS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ß": "ss", "ø": "oe", "ł": "l", "æ": "ae"})
_APOSTROPHES = re.compile("['\u2019`\u00b4\u02bc]")
_WORDS = re.compile(r"\w+")
_NO_NAMES = frozenset({"", "?", "nn", "n.n.", "n n"})
_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2", "½-½": "1/2-1/2"}
_OPEN = frozenset({"", "*", "?"})
#: The certainty that a player of the file is one of the round.
BY_ID, BY_NAME, BY_PART = 3, 2, 1


_Spellings = tuple[frozenset[str], ...]
#: A FIDE ID, 0 without one, and the words of a name in its spellings.
_Side = tuple[int, _Spellings]


class Status(StrEnum):
    """The effect of a game of the file."""

    SET = "set"
    UNCHANGED = "unchanged"
    ONGOING = "ongoing"
    DUPLICATE = "duplicate"
    OTHER_ROUND = "other round"
    ASK = "ask"
    CONFLICT = "conflict"
    UNMATCHED = "unmatched"


class PgnReason(StrEnum):
    """The reason for a question about a game."""

    NONE = ""
    REVERSED = "colours reversed"
    ENDS_DIFFER = "Result tag and end of moves differ"
    OTHER_RESULT = "differs from the entered result"
    SEVERAL = "more than one pairing fits"
    NO_MOVES = "no moves: played or forfeit?"
    TWO_RESULTS = "two results in the file"
    BOARD_ONLY = "names missing: board only"
    NOT_A_RESULT = "not a result of PGN"
    OTHER_BOARD = "plays on another board"


@dataclass(frozen=True, slots=True)
class EnteredPairing:
    """A pairing of the round. `entered` is its result, as "1-0", "1-0F" or "" while it is open."""

    board: int
    white: str
    black: str
    white_id: int = 0
    black_id: int = 0
    entered: str = ""


@dataclass(frozen=True, slots=True)
class PgnRow:
    """A game of the file. `sure` is set if both players were found by ID or by their whole names."""

    white: str
    black: str
    status: Status
    reason: PgnReason = PgnReason.NONE
    board: int | None = None
    result: str = ""
    entered: str = ""
    sure: bool = False


def compare(
    games: Iterable[PgnFileGame], pairings: Sequence[EnteredPairing], round_number: int, *, of_teams: bool = False
) -> list[PgnRow]:
    """Return a row for each game, in the order of the file.

    In matches `of_teams` the boards of a file are no places in the round, so only the players identify a game.
    """
    rows: list[PgnRow] = []
    round_pairings = _RoundPairings(pairings, of_teams=of_teams)
    results: dict[int, str] = {}
    for game in games:
        row = _row(game, round_pairings, round_number)
        rows.append(_beside_duplicates(row, results))
    return rows


def _beside_duplicates(row: PgnRow, results: dict[int, str]) -> PgnRow:
    """Return a row after earlier rows of the same pairing, whose results are `results`."""
    if row.board is None or not row.result or row.reason in (PgnReason.BOARD_ONLY, PgnReason.REVERSED):
        return row
    if row.board not in results:
        results[row.board] = row.result
        return row
    if results[row.board] == row.result:
        return replace(row, status=Status.DUPLICATE, reason=PgnReason.NONE)
    return replace(row, status=Status.CONFLICT, reason=PgnReason.TWO_RESULTS)


class _NameWords:
    """A pairing with the words of its names."""

    def __init__(self, pairing: EnteredPairing) -> None:
        self.pairing = pairing
        self.sides = ((pairing.white_id, _spellings(pairing.white)), (pairing.black_id, _spellings(pairing.black)))


class _RoundPairings:
    """The pairings of a round, by word and ID: a match needs at least one in common."""

    def __init__(self, pairings: Sequence[EnteredPairing], *, of_teams: bool = False) -> None:
        self.pairings = pairings
        self.of_teams = of_teams
        self._with: dict[str | int, list[_NameWords]] = defaultdict(list)
        for pairing in map(_NameWords, pairings):
            for key in {key for side in pairing.sides for key in _keys(side)}:
                self._with[key].append(pairing)

    def candidates(self, side: _Side) -> Iterable[_NameWords]:
        """Return the pairings with a possible match for this player, each listed only once."""
        found = {id(pairing): pairing for key in _keys(side) for pairing in self._with.get(key, ())}
        return found.values()

    def plays(self, side: _Side) -> bool:
        """Return whether a player of the round matches this name or number with certainty."""
        return any(_fit(side, own) >= BY_NAME for pairing in self.candidates(side) for own in pairing.sides)


def _keys(side: _Side) -> frozenset[str | int]:
    number, spellings = side
    return frozenset({*(word for words in spellings for word in words), *((number,) if number else ())})


def _row(game: PgnFileGame, round_pairings: _RoundPairings, round_number: int) -> PgnRow:
    tags = game.tags
    row = PgnRow(tags.get("White", ""), tags.get("Black", ""), Status.UNMATCHED)
    played, _dot, place = tags.get("Round", "").partition(".")
    if played.strip() not in ("", "?", "-", str(round_number)):
        return replace(row, status=Status.OTHER_ROUND)
    if row.white.strip().casefold() in _NO_NAMES and row.black.strip().casefold() in _NO_NAMES:
        return row if round_pairings.of_teams else _by_board(row, game, round_pairings, tags.get("Board", "") or place)
    found, tied, reversed_colours, sure = _best(game, round_pairings)
    if tied:
        return replace(row, status=Status.ASK, reason=PgnReason.SEVERAL)
    if found is None:
        elsewhere = round_pairings.of_teams and all(map(round_pairings.plays, _sides(game)))
        return replace(row, reason=PgnReason.OTHER_BOARD) if elsewhere else row
    row = replace(row, board=found.board, entered=found.entered, sure=sure)
    if reversed_colours:
        return replace(row, status=Status.CONFLICT, reason=PgnReason.REVERSED)
    return _with_result(row, game)


def _by_board(row: PgnRow, game: PgnFileGame, round_pairings: _RoundPairings, board: str) -> PgnRow:
    """Return the row of a game without names: its board is a suggestion."""
    found = next((each for each in round_pairings.pairings if str(each.board) == board.strip()), None)
    if found is None:
        return row
    result = _with_result(row, game).result
    return replace(row, status=Status.ASK, reason=PgnReason.BOARD_ONLY, board=found.board, result=result)


def _best(game: PgnFileGame, round_pairings: _RoundPairings) -> tuple[EnteredPairing | None, bool, bool, bool]:
    """Return the best pairing, and whether it is ambiguous, has reversed colours, and is sure."""
    white, black = _sides(game)
    best: list[tuple[EnteredPairing, bool, bool]] = []
    most = 0
    for each in round_pairings.candidates(white):
        for crossed, sides in ((False, each.sides), (True, each.sides[::-1])):
            fits = _fit(white, sides[0]), _fit(black, sides[1])
            if not all(fits) or sum(fits) < most:
                continue
            if sum(fits) > most:
                most, best = sum(fits), []
            best.append((each.pairing, crossed, min(fits) >= BY_NAME))
    if not best:
        return None, False, False, False
    return best[0][0], len(best) > 1, best[0][1], best[0][2]


def _sides(game: PgnFileGame) -> tuple[_Side, _Side]:
    """Return White and Black of the file."""
    white = _number(game.tags.get("WhiteFideId", "")), _spellings(game.tags.get("White", ""))
    black = _number(game.tags.get("BlackFideId", "")), _spellings(game.tags.get("Black", ""))
    return white, black


def _fit(one: _Side, other: _Side) -> int:
    if one[0] and other[0]:
        return BY_ID if one[0] == other[0] else 0
    pairs = [(first, second) for first in one[1] for second in other[1] if first and second]
    if any(first == second for first, second in pairs):
        return BY_NAME
    return BY_PART if any(_is_part(first, second) for first, second in pairs) else 0


def _is_part(first: frozenset[str], second: frozenset[str]) -> bool:
    small, large = sorted((first, second), key=len)
    if len(small) > 1 and small <= large:
        return True
    return any(_is_by_initials(each, other) for each, other in ((first, second), (second, first)))


def _is_by_initials(short: frozenset[str], full: frozenset[str]) -> bool:
    """Return whether one word is equal, and all others are initials of different other words."""
    common, remaining = short & full, [word for word in short if word not in full]
    if len(common) != 1 or not remaining or any(len(word) != 1 for word in remaining):
        return False
    initials = [word[0] for word in full - common]
    return all(initials.count(word) >= remaining.count(word) for word in remaining)


def _spellings(name: str) -> _Spellings:
    """Return the words of a name in two spellings."""
    folded = unicodedata.normalize("NFC", _APOSTROPHES.sub("", name)).casefold()
    return tuple(
        frozenset(_WORDS.findall(_without_accents(folded.translate(letters))))
        for letters in (_PLAIN_LETTERS, _DIGRAPHS)
    )


def _without_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


def _with_result(row: PgnRow, game: PgnFileGame) -> PgnRow:
    """Return the row with the game's own result."""
    tag, end = game.tags.get("Result", "").strip(), game.end
    ends = {_RESULTS[each] for each in (tag, end) if each in _RESULTS}
    forfeit = re.search("forfeit|unplayed", game.tags.get("Termination", ""), re.IGNORECASE)
    if len(ends) > 1:
        return replace(row, status=Status.CONFLICT, reason=PgnReason.ENDS_DIFFER)
    if not ends:
        open_game = tag in _OPEN
        return replace(row, status=Status.ONGOING) if open_game else _ask(row, PgnReason.NOT_A_RESULT)
    result = ends.pop()
    if forfeit and result != "1/2-1/2":
        return _compare(row, f"{result}F")
    if not game.moved and result != "1/2-1/2":
        if row.entered in (result, f"{result}F"):
            return replace(row, status=Status.UNCHANGED, result=row.entered)
        return replace(_ask(row, PgnReason.NO_MOVES), result=result)
    return _compare(row, result)


def _ask(row: PgnRow, reason: PgnReason) -> PgnRow:
    return replace(row, status=Status.ASK, reason=reason)


def _compare(row: PgnRow, result: str) -> PgnRow:
    """Return the row with its status: the effect of a known result on the entered one."""
    if not row.entered:
        return replace(row, status=Status.SET, result=result)
    if row.entered == result:
        return replace(row, status=Status.UNCHANGED, result=result)
    return replace(row, status=Status.CONFLICT, reason=PgnReason.OTHER_RESULT, result=result)
