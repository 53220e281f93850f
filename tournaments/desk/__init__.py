"""The desk of an organiser: how far the tournament is, and the next step."""
