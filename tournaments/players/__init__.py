"""Players: registration, changes, check-in, withdrawals and requested byes."""
