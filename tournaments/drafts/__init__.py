"""Handle drafts: rounds that only organisers see, their effects, and fixed and forbidden pairs for rounds not yet
paired.
"""
