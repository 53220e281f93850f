"""Files of Go tournaments: H9, the results sheet of the European Go Federation, and the AGA's result files."""

from pairings.gofiles import aga
from pairings.gofiles.build import sheet
from pairings.gofiles.h9 import BrokenSheet, Cell, Line, Sheet, read, write
from pairings.gofiles.taken import Taken, taken

__all__ = ["BrokenSheet", "Cell", "Line", "Sheet", "Taken", "aga", "read", "sheet", "taken", "write"]
