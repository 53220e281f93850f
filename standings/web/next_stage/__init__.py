"""Starting the next stage of a tournament: who qualifies, and their seats."""
