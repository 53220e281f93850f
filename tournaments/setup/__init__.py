"""A tournament as a whole: created, set up, copied, tried out, deleted."""
