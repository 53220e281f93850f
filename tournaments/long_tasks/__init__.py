"""Long work: done in separate processes, with its progress in the database, and stopped on request."""
