"""Facts, tie-breaks and the table: results and rules in, ranks out. Pure Python."""
