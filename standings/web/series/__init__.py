"""Series of tournaments: their tables as pages, papers and for programs, and what organisers set."""
