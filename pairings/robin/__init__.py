"""Everybody meets everybody: the schedule of seats, and how it goes on after people have changed a round.

What the round robin and groups, each of which is one, have in common.
"""
