"""Mutation testing: choose mutants, map them to tests, run them, and compare the results."""
