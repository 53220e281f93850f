"""Backups: everything that is stored, in one file, and back again.

archive.py is the file, database.py what goes in and out of PostgreSQL, keeping.py the automatic ones with their ages
and places, watch.py when they are made.
"""
