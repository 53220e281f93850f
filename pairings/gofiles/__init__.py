"""Files of Go tournaments, H9 of the European Go Federation and the AGA's result files, and FESA's grids of shogi."""

from pairings.gofiles import aga, fesa
from pairings.gofiles.build import sheet
from pairings.gofiles.h9 import BrokenSheet, Cell, Line, Sheet, read, write
from pairings.gofiles.taken import Taken, tournament_of_sheet

__all__ = [
    "BrokenSheet",
    "Cell",
    "Line",
    "Sheet",
    "Taken",
    "aga",
    "fesa",
    "read",
    "sheet",
    "tournament_of_sheet",
    "write",
]
