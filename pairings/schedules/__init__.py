"""Schedules: rounds known before the first one, and their continuation after manual changes."""
