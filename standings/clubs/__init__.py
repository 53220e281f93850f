"""The best players of each club beside a tournament of single players; pure."""
