"""Rule sets by name, an organiser's changes to them, and their comparison. Pure Python."""
