"""PGN without its moves: the pairings of a round for electronic boards, and results of a round from a file."""

from pairings.pgn.matching import Listed, Reason, Row, Status, compare
from pairings.pgn.reading import LARGEST, MOST_GAMES, BrokenPgn, Game, read
from pairings.pgn.writing import Event, Paired, Side, plain_letters, write

__all__ = [
    "LARGEST",
    "MOST_GAMES",
    "BrokenPgn",
    "Event",
    "Game",
    "Listed",
    "Paired",
    "Reason",
    "Row",
    "Side",
    "Status",
    "compare",
    "plain_letters",
    "read",
    "write",
]
