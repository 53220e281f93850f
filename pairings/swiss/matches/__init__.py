"""What FIDE's systems of matches share, Double-Swiss (C.04.5) and teams (C.04.6): the procedure, not the criteria."""
