"""Schedules of several rounds, and the seats that they use."""
