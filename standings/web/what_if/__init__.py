"""Effects of other rules, of a correction, and of open results."""
