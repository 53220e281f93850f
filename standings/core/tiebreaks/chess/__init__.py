"""Tie-breaks of FIDE's Handbook C.07, editions 2024 and 2026, in our own words."""
