"""Read and write the boards of a team match, and derive the result of the match (FIDE C.04.6 article 1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from pairings.numbers import amounts
from pairings.snapshot import Decision, Outcome, Result, Scoring
from tournaments.core.words import notation
from tournaments.core.words.figures import local

#: The scoring of a board: one game.
BOARD = Scoring()
#: The result of a board with one player or none, by whether the first and the second team are present.
EMPTY = {(True, False): "+--", (False, True): "--+", (False, False): "---"}
#: A captain's entry for a match: all boards, or only the result if teams have no members.
ReportedResults = Result | tuple[Result, ...]
#: One character for each board of a match, in order; a full stop is an open board.
_CHARACTERS = {"1": "1-0", "0": "0-1", "=": "½-½", "+": "+--", "-": "--+", "x": "---", ".": ""}
#: Other ways to type a draw: a key of number pads, and the sign itself.
_OTHER_CHARACTERS = {"5": "=", "½": "=", "X": "x", "–": "-", "−": "-"}
#: The results that have a button at each board on phones, by their characters.
TAPS = tuple((each, _CHARACTERS[each]) for each in "1=0")
_BY_RESULT = {result: character for character, result in _CHARACTERS.items()}
#: A limit above the number of boards of any match.
_MOST = 100
_POINTS = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}


def parse(text: str) -> Result | None:
    """Return the result of a board; None for an empty text. Raise NotAResult, which says what to write instead."""
    if not text.strip():
        return None
    found = notation.parse(text, BOARD)
    if found.decision is Decision.ADJOURNED:
        raise notation.NotAResult(_("Leave a board empty until its game is over."))
    if (found.first is Outcome.DRAW) != (found.second is Outcome.DRAW):
        raise notation.NotAResult(_("If a board is drawn, enter ½-½. Otherwise enter a win, or 0-0."))
    return found


def read(stored: Sequence[str]) -> list[Result | None]:
    """Return the results of boards as stored on their sheet."""
    return [notation.parse(text, BOARD) if text else None for text in stored]


def parse_row(text: str) -> list[Result | None]:
    """Return all boards of a match from the text that `write_row` returns, with or without spaces. Raise NotAResult."""
    pieces = text.split() if " " in text.strip() else list(text.strip())
    found = [_CHARACTERS.get(_OTHER_CHARACTERS.get(piece, piece), piece) for piece in pieces[:_MOST]]
    try:
        return [parse(each) for each in found]
    except notation.NotAResult:
        raise notation.NotAResult(_("Not valid. Type 1, =, 0, +, -, x or . for each board.")) from None


def write_row(stored: Sequence[str]) -> str:
    """Return the boards of a sheet as one word with a character for each; "" if all are open.

    If a board has a result without a character, all are written in full with spaces between them.
    """
    if not any(stored):
        return ""
    characters = [_BY_RESULT.get(each, each) for each in stored]
    return ("" if max(map(len, characters)) == 1 else " ").join(characters)


def row_help() -> str:
    return _(
        "Type one character for each board, from the first team’s side: 1 for a win, = or 5 for a draw, 0 for a loss. "
        "+ and - are wins by a no-show of the second or the first team, x is a no-show of both, and . is an open board."
    )


def points(result: Result, *, first: bool) -> Fraction:
    """Return the points of one of the two sides of a board."""
    return _POINTS[result.first if first else result.second]


def running_score(stored: Sequence[str], *, halves: bool) -> str:
    """Return the score of the finished boards, such as 2½–½; "" before the first."""
    found = list(filter(None, (parse(text) for text in stored)))
    if not found:
        return ""
    totals = (sum((points(each, first=first) for each in found), Fraction()) for first in (True, False))
    return "–".join(local(amounts.decimal_text(each, halves=halves)) for each in totals)


def points_of_boards(stored: Sequence[str]) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the points of both sides at each board of a match, for the standings; () if one is open."""
    found = [each for each in read(stored) if each is not None]
    if len(found) < len(stored):
        return ()
    return tuple((points(each, first=True), points(each, first=False)) for each in found)


def result_of(boards: Sequence[Result | None]) -> Result | None:
    """Return the result of a match from its boards: the side with more board points wins. None while a board is open.

    A match without a played board is won by forfeit, or lost by both if nobody has won a board. If both sides were
    given equally many boards, it counts as drawn.
    """
    results = [each for each in boards if each is not None]
    if len(results) < len(boards) or not boards:
        return None
    won = sum(each.first is Outcome.WIN for each in results)
    lost = sum(each.second is Outcome.WIN for each in results)
    drawn = sum(each.first is Outcome.DRAW for each in results)
    sides = _sides(won, lost)
    if any(each.played for each in results) or won == lost > 0:
        return Result(*sides, games=(won, lost, drawn))
    forfeit = (Outcome.LOSS, Outcome.LOSS) if won == lost else sides
    return Result(*forfeit, Decision.FORFEIT)


def board_for_side(result: Result, *, first: bool) -> str:
    """Return a board's result from one side: 1, ½, 0, + or -."""
    return notation.write_own(result, first=first)


def _sides(won: int, lost: int) -> tuple[Outcome, Outcome]:
    if won == lost:
        return Outcome.DRAW, Outcome.DRAW
    return (Outcome.WIN, Outcome.LOSS) if won > lost else (Outcome.LOSS, Outcome.WIN)


def match_to_text(entry: ReportedResults) -> str:
    """Return a match's entry as it is stored: its result, or its boards separated by spaces."""
    return " ".join(map(notation.write, entry)) if isinstance(entry, tuple) else notation.write(entry)


def match_from_text(text: str, scoring: Scoring) -> ReportedResults:
    """Return an entry for a match, by all of its boards or by its result alone. Raise NotAResult."""
    if not scoring.boards or " " not in text.strip():
        return notation.parse(text, scoring)
    found = [parse(each) for each in text.split()]
    return tuple(each for each in found if each is not None)


def fact_of(entry: ReportedResults) -> Result:
    """Return the result that follows from the entry."""
    found = result_of(entry) if isinstance(entry, tuple) else entry
    if found is None:
        raise ValueError("no boards were said")
    return found
