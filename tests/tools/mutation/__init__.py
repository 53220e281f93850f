"""Measure which faults the tests find, with mutants: choose, map, run, compare."""
