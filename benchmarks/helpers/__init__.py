"""Shared parts of the benchmarks: a separate database, and simulated tournaments."""
