"""Series of tournaments: points of each event, and the table over all of them; pure."""
