"""FIDE ratings and title norms: changes, norms and their forms."""
