"""PGN without its moves: the pairings of a round for electronic boards, and results of a round from a file."""

from pairings.files.pgn.matching import EnteredPairing, PgnReason, PgnRow, Status, compare
from pairings.files.pgn.reading import LARGEST, MOST_GAMES, BrokenPgn, PgnFileGame, read
from pairings.files.pgn.writing import PgnEvent, PgnPairing, Side, plain_letters, write

__all__ = [
    "LARGEST",
    "MOST_GAMES",
    "BrokenPgn",
    "EnteredPairing",
    "PgnEvent",
    "PgnFileGame",
    "PgnPairing",
    "PgnReason",
    "PgnRow",
    "Side",
    "Status",
    "compare",
    "plain_letters",
    "read",
    "write",
]
