"""Mutants, to see what the tests find: choose, map, run, compare."""
