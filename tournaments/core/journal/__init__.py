"""Write changes and journal them: the act, its verbs, its errors, and former column names of older entries."""
