"""Report files of FIDE and results of Go: in and out."""
