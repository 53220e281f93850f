"""The way to a place, round by round: cross tables, the course of a player, movements."""
