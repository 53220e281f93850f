"""Club teams: the sum of a club's best players."""
