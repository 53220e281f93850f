"""Rating lists: FIDE's monthly ones and national ones, from a file into PostgreSQL, and found there again.

entries.py is one line of a list, opening.py a file that was chosen, fide.py and table.py its forms, store.py the table
that each list has of its own, search.py who is meant by a name or a number.
"""
