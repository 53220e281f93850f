"""PGN without its moves: the pairings of a round for electronic boards, and results of a round from a file."""

from pairings.files.pgn.matching import EnteredPairing, Reason, Row, Status, compare
from pairings.files.pgn.reading import LARGEST, MOST_GAMES, BrokenPgn, Game, read
from pairings.files.pgn.writing import Event, PgnPairing, Side, plain_letters, write

__all__ = [
    "LARGEST",
    "MOST_GAMES",
    "BrokenPgn",
    "EnteredPairing",
    "Event",
    "Game",
    "PgnPairing",
    "Reason",
    "Row",
    "Side",
    "Status",
    "compare",
    "plain_letters",
    "read",
    "write",
]
