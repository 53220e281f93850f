"""Files of Go tournaments: H9, the results sheet of the European Go Federation."""

from pairings.gofiles.build import sheet
from pairings.gofiles.h9 import BrokenSheet, Cell, Line, Sheet, read, write

__all__ = ["BrokenSheet", "Cell", "Line", "Sheet", "read", "sheet", "write"]
