"""Minimum-cost perfect matching in a general graph: exact, deterministic, and proved on every call."""
