"""The REST API: anyone can read public data, and programs with a token can do everything that the pages can do."""
