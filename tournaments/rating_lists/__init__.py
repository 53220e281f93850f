"""Rating lists: from a file into the database, and people found in them."""
