"""Long work: calculated in processes of its own, with how far it is in the database, and stopped when somebody says."""
