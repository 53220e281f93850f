"""Calls to the systems, for pages, API, commands and other programs: pair a round, judge, explain and write it."""
