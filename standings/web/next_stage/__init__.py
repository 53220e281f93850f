"""The step to the next stage of a tournament: who qualifies, and where they sit."""
