"""The procedure shared by FIDE's systems of matches: Double-Swiss (C.04.5) and teams (C.04.6). No criteria."""
