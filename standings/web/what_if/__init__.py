"""What would change: other rules, a correction, and the results that are still open."""
