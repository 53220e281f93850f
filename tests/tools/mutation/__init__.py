"""What `tests/tools/mutants.py` is made of: choose, map, run, compare."""
