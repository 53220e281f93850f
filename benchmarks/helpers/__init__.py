"""The shared parts of several benchmarks: a separate database, and simulated tournaments."""
