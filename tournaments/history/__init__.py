"""The journal of a tournament: reading it, undoing and redoing, and operations that arrive late."""
