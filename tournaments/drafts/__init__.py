"""Drafts: rounds that only organisers see, what they would change, and wishes for rounds still to be paired."""
