"""Club teams in a tournament of single players: the best players of each club. Pure."""
