"""Tie-breaks of FIDE's Handbook C.07, in the editions of 2024 and 2026, in our own words."""
