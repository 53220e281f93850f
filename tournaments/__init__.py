"""Tournaments, players, rounds and results. Only this package writes to the database."""
