"""Results: entered, cleared, corrected."""
