"""The edge: standings of stored tournaments, as pages and for programs. It only reads, but for what services write."""
