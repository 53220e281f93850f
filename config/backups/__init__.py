"""Backups: write all stored data to one file, and restore it.

archive.py is the file, database.py what goes in and out of PostgreSQL, keeping.py the automatic ones with their ages
and places, watch.py the schedule.
"""
