"""Players: entered, changed, checked in, withdrawn, and the byes they ask for."""
