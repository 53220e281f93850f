"""Series of tournaments: the points of each event, and the table over all events. Pure Python."""
