"""Numbers of a tournament, exact: points and their formats, Go ranks, FIDE's rating tables, Chess960 positions."""
