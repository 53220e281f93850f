"""Who acts, what they may do, and what they may read."""
