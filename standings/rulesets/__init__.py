"""Rule sets by name, what an organiser changes of them, and two of them side by side. Pure Python."""
