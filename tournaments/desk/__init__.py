"""Show the organiser's desk: the progress of the tournament, and the next step."""
