"""Progress round by round: cross tables, the course of players, movements."""
