"""What several benchmarks need: a database of their own, and simulated tournaments."""
