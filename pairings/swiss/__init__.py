"""What FIDE's Swiss systems share: the field, completion, colours, boards and bye, and the Dutch rules, by which other
systems pair their first rounds.
"""
