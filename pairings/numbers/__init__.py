"""Numbers of a tournament, exact: points and their spelling, Go ranks, FIDE's rating tables, Chess960 positions."""
