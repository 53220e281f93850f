"""Prizes: a fund as data, who gets what of it by a table, exactly, and why."""
