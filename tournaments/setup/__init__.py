"""Create, set up, copy, test and delete whole tournaments."""
