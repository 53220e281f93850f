"""Minimum-cost perfect matching in a general graph: exact, deterministic, and proved on every call."""

from pairings.matching.answer import Barrier, Blossom, BrokenProof, Matching, NoPerfectMatching, TooMuchWork
from pairings.matching.solve import match_graph, match_table

__all__ = [
    "Barrier",
    "Blossom",
    "BrokenProof",
    "Matching",
    "NoPerfectMatching",
    "TooMuchWork",
    "match_graph",
    "match_table",
]
