"""Prizes: a fund as data, its exact awards by a table, and the reasons."""
