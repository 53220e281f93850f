"""Files of Go tournaments, H9 of the European Go Federation and the AGA's result files, and FESA's grids of shogi."""

from pairings.files.go import aga, fesa
from pairings.files.go.h9 import BrokenSheet, H9Cell, H9Line, H9Sheet, read, write
from pairings.files.go.results_sheet import sheet
from pairings.files.go.tournament import SheetTournament, tournament_of_sheet

__all__ = [
    "BrokenSheet",
    "H9Cell",
    "H9Line",
    "H9Sheet",
    "SheetTournament",
    "aga",
    "fesa",
    "read",
    "sheet",
    "tournament_of_sheet",
    "write",
]
