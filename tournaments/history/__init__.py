"""Handle the journal of a tournament: reading it, undo and redo, and operations that arrive late."""
