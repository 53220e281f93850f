"""Words and names: results as people write them, what a name may be, names and messages inside sentences."""
