"""The parts that FIDE's Swiss systems share: field, completion, colours, boards, bye and the Dutch rules.

Other systems pair their first rounds by the Dutch rules.
"""
