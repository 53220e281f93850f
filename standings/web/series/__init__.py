"""Series of tournaments: their tables as pages, papers and API, and the organisers' settings."""
