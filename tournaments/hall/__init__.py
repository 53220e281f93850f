"""Manage the hall: its tables, the clock, the screen and the poster."""
