"""Rating lists: loaded from a file into the database, and searched for people."""
