"""Prize funds: what there is to win, and who wins it."""
