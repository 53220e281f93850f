"""Run long work in separate processes, with its progress in the database, and stop it on request."""
