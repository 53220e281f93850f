"""The shared parts of several benchmarks: a database of their own, and simulated tournaments."""
