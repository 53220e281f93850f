"""Effects of other rules, of a correction, and of the results that are still open."""
